from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.checks._api import CheckResult, Number
from gui_rec.replayer.checks._results import acceptable, mismatch, passed, unknown

numbers = st.dictionaries(
    st.from_regex(r"[a-z]{2,4}_px", fullmatch=True),
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    max_size=3,
)
confidences = st.floats(0, 1)


@settings(max_examples=60, deadline=None)
@given(numbers)
def test_passed_is_a_sure_match_with_its_numbers(found: dict[str, Number]) -> None:
    result = passed("pixels", **found)
    assert result == CheckResult("pixels", True, Verdict.MATCH, Code.OK, "", 1.0, found)
    assert result.verdict.successful


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([code for code in Code if code is not Code.OK]), confidences, numbers)
def test_a_failure_keeps_its_code_and_is_no_success(
    code: Code, confidence: float, found: dict[str, Number]
) -> None:
    for make, verdict in ((mismatch, Verdict.MISMATCH), (unknown, Verdict.UNKNOWN)):
        result = make("state", code, "price is gone", confidence, **found)
        assert result == CheckResult("state", False, verdict, code, "price is gone", confidence, found)
        assert not result.verdict.successful


@settings(max_examples=60, deadline=None)
@given(confidences, numbers)
def test_a_difference_that_does_not_matter_is_a_success_but_not_passed(
    confidence: float, found: dict[str, Number]
) -> None:
    result = acceptable("pixels", Shade.SCALED, "2 px", confidence, **found)
    assert result == CheckResult(
        "pixels", False, Verdict.ACCEPTABLE, Code.OK, "SCALED: 2 px", confidence, found
    )
    assert result.verdict.successful


def test_results_cannot_be_changed_and_share_no_numbers() -> None:
    first, second = passed("a"), passed("b")
    assert first.numbers is not second.numbers
    with pytest.raises(AttributeError):
        first.passed = False  # type: ignore[misc]
