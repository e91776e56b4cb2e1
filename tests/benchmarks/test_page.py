"""The page of figures says what the results say, and where a target is missed."""

from __future__ import annotations

import pytest
from mutations.baselines._members import BASELINES
from mutations.families._api import Truth, acceptable, match, mismatch, unknown
from mutations.ours import VERIFIERS, Said
from mutations.page import page
from mutations.rows import Result
from mutations.targets import targets

from gui_rec.model.verdict import Code, Verdict

PASS = Said(Verdict.MATCH, Code.OK, "", 0.98)
FAIL = Said(Verdict.MISMATCH, Code.STATE_MISMATCH, "TEXT_CHANGED: price", 0.83)
DARK = Said(Verdict.ACCEPTABLE, Code.OK, "STYLE_CHANGED: 9 of 9", 0.7)
SECRET = Said(Verdict.UNKNOWN, Code.SECURE_SCREEN, "black", 0.5)
PRICE = mismatch(Code.STATE_MISMATCH, reason="TEXT_CHANGED")


def result(number: int, truth: Truth, said: Said, *, app: str = "bank", group: str = "") -> Result:
    by = {verifier.name: said for verifier in VERIFIERS}
    scores = {baseline.name: float(number % 2) for baseline, _ in BASELINES}
    return Result(
        f"case {number}", app, f"{app}.screen", number, f"family {number}", group, truth, by, scores, 0.05
    )


GOOD = [
    result(1, match(), PASS),
    result(15, acceptable("STYLE_CHANGED"), DARK),
    result(29, PRICE, FAIL, group="value", app="notes"),
    result(50, unknown(Code.SECURE_SCREEN), SECRET, app="notes"),
]
BAD = [*GOOD, result(30, PRICE, PASS, group="value"), result(2, match(), FAIL)]


def test_targets_hold_where_everything_is_right() -> None:
    assert all(one.holds for one in targets(GOOD))


def test_a_missed_target_says_by_how_much() -> None:
    missed = {one.what: one for one in targets(BAD) if not one.holds}
    assert "1 (value)" in [one.got for one in missed.values()]
    assert all(one.missing.startswith("short by") for one in missed.values())
    assert any("33.3% (1/3)" in one.got for one in missed.values())


@pytest.mark.parametrize("found", [GOOD, BAD])
def test_every_part_is_on_the_page(found: list[Result]) -> None:
    text = page(GOOD, found)
    for heading in (
        "Targets",
        "All judges",
        "Baselines",
        "Four verdicts",
        "What each part",
        "Benign alarms",
        "confidence",
        "Alarms by mutation",
    ):
        assert f"## {heading}" in text or heading in text
    for baseline, _ in BASELINES:
        assert baseline.name in text
    assert ("short by" in text) is (found is BAD)
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert tables
    assert not any(line.count("|") < 3 for line in tables)


def test_a_figure_far_from_the_earlier_one_is_explained() -> None:
    notes = page(GOOD, BAD).partition("Where the difference is over 0.1:")[2].partition("## ")[0]
    assert notes.count("\n* ") == len(BASELINES)
