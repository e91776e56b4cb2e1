"""A target that has scrolled out of its list is searched for, on the simulated phone, by swipes that are told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from code_cases import SETTINGS, Bench, Case, bench, case_id, every

from gui_rec.model.actions import Key, Swipe
from gui_rec.model.verdict import Code, Verdict

pytestmark = [pytest.mark.slow, pytest.mark.e2e]


def scrolled(bench: Bench) -> None:
    """Settings is left far down its list."""
    bench.do(SETTINGS, *(Swipe(0.5, 0.8, 0.5, 0.3, duration_ms=300) for _ in range(2)), Key("HOME"))


CASES = every(
    (
        Case("in its list", Code.OK, (SETTINGS, "Network & internet"), scrolled, verdict=Verdict.MATCH),
        Case(
            "in its list, Arabic",
            Code.OK,
            (SETTINGS, "الشبكة والإنترنت"),
            scrolled,
            language="ar",
            verdict=Verdict.MATCH,
        ),
    )
)


@pytest.fixture(scope="module")
def phone() -> Iterator[Bench]:
    with bench() as made:
        yield made


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_it_is_found_beyond_the_edge(phone: Bench, case: Case) -> None:
    report = phone.run(case)
    assert report.ok, list(report.failures())
    opened, tapped = report.steps
    assert opened.verdict.verdict is Verdict.ACCEPTABLE
    assert '"searched": ' in opened.verdict.evidence
    assert '"searched": 0' not in opened.verdict.evidence
    assert tapped.verdict.verdict is Verdict.MATCH
