"""The closed tables of verdicts and codes."""

from __future__ import annotations

from gui_rec.model.verdict import CODE_MEANINGS, Code, Verdict


def test_unknown_is_never_success() -> None:
    assert [verdict for verdict in Verdict if verdict.successful] == [Verdict.MATCH, Verdict.ACCEPTABLE]


def test_every_code_has_one_meaning_of_its_own() -> None:
    assert set(CODE_MEANINGS) == set(Code)
    assert len(set(CODE_MEANINGS.values())) == len(Code)
    assert all(code.meaning and code.value == code.name for code in Code)
