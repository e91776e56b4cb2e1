"""An anomaly that the recording shows, too, is expected: seen again it is a match, and its absence is a mismatch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from code_cases import SHOP, Bench, Case, bench, case_id, every, expect, fault

from gui_rec.model.actions import Type
from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.config import ReplayConfig

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

LOGIN = (SHOP, "username", Type("ada"), "password", Type("wrong"), "sign_in")
WRONG = ReplayConfig(timeout_s=3.0, write_verdicts=False, values=(("password", "wrong"),))
RIGHT = ReplayConfig(timeout_s=3.0, write_verdicts=False, values=(("password", "s3cret"),))
SECURE = fault("secure-screen")


def both(name: str, code_without: Code, *faults: str) -> tuple[Case, Case]:
    """Recorded with faults, replayed with them and without."""
    on = fault(*faults)
    again = Case(f"{name}, again", Code.OK, trouble=on, recorded_with=on, verdict=Verdict.MATCH)
    return again, Case(f"{name}, gone", code_without, recorded_with=on)


CASES = every(
    (
        Case("a failed login, again", Code.OK, LOGIN, settings=WRONG, verdict=Verdict.MATCH),
        Case("a failed login that succeeds", Code.ACTIVITY_MISMATCH, LOGIN, settings=RIGHT),
        *both("a crash", Code.STATE_MISMATCH, "crash-dialog"),
        *both("no response", Code.STATE_MISMATCH, "anr-dialog"),
        *both("a permission", Code.PACKAGE_MISMATCH, "permission-dialog"),
        *both("a chooser", Code.PACKAGE_MISMATCH, "chooser-dialog"),
        *both("a dialog of the app", Code.STATE_MISMATCH, "app-dialog"),
        *both("loading", Code.STATE_MISMATCH, "loading-page"),
        *both("a page's error", Code.STATE_MISMATCH, "inline-error"),
        *both("a web error", Code.STATE_MISMATCH, "web-error"),
        *both("a login", Code.STATE_MISMATCH, "login-wall"),
        *both("an update", Code.STATE_MISMATCH, "update-wall"),
        Case("protected, again", Code.OK, trouble=SECURE, recorded_with=SECURE, verdict=Verdict.MATCH),
        Case(
            "protected no more",
            Code.OK,
            recorded_with=SECURE,
            verdict=Verdict.ACCEPTABLE,
            shade=Shade.HIERARCHY_ONLY,
        ),
        Case(
            "two blank screens",
            Code.BLANK_SCREEN,
            trouble=fault("blank-page"),
            recorded_with=fault("blank-page"),
            verdict=Verdict.UNKNOWN,
        ),
    )
)


@pytest.fixture(scope="module")
def phone() -> Iterator[Bench]:
    with bench() as made:
        yield made


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_an_expected_anomaly(phone: Bench, case: Case) -> None:
    expect(phone.step(case), case)


def test_each_step_of_a_failed_login_matches(phone: Bench) -> None:
    report = phone.run(CASES[0])
    assert [step.verdict.verdict for step in report.steps] == [Verdict.MATCH] * 6
