"""What attempts come to, the counts over a set, and the exit code."""

from __future__ import annotations

import pytest
from replay_sets import a_step_result, an_attempt, an_item

from gui_rec.errors import ExitCode
from gui_rec.replayer.sets.results import AttemptEnd, Ending, count, ending_of, exit_code_of

GOOD, BAD = an_attempt(), an_attempt(AttemptEnd.FAILED)
DIED, LOST = an_attempt(AttemptEnd.DIED, said="ended by SIGKILL"), an_attempt(AttemptEnd.DEVICE_LOST)
REFUSED, STOPPED = an_attempt(AttemptEnd.REFUSED), an_attempt(AttemptEnd.INTERRUPTED, exit_code=5)


@pytest.mark.parametrize(
    ("attempts", "ending"),
    [
        ((), Ending.NOT_RUN),
        ((GOOD,), Ending.PASSED),
        ((BAD, GOOD), Ending.FLAKY),
        ((DIED, GOOD), Ending.PASSED),
        ((LOST, BAD, GOOD), Ending.FLAKY),
        ((BAD,), Ending.FAILED),
        ((BAD, BAD), Ending.FAILED),
        ((BAD, STOPPED), Ending.FAILED),
        ((STOPPED,), Ending.NOT_RUN),
        ((REFUSED,), Ending.ERROR),
        ((DIED, DIED), Ending.LOST),
        ((DIED, LOST), Ending.LOST),
        ((LOST,), Ending.LOST),
    ],
)
def test_what_attempts_come_to(attempts: tuple[object, ...], ending: Ending) -> None:
    assert ending_of(attempts) is ending  # type: ignore[arg-type]


def test_why_one_did_not_pass_is_the_steps_line_else_what_was_said() -> None:
    assert "STATE_MISMATCH: other [expected a; seen b; edits=1]" in an_item("E", BAD).why
    assert an_item("E", DIED).why == "ended by SIGKILL"
    assert an_item("E", an_attempt(AttemptEnd.REFUSED, exit_code=4)).why == "ended with exit code 4"
    assert an_item("E").why == "not reached"


@pytest.mark.parametrize(
    ("attempts", "code"),
    [
        ([(GOOD,)], ExitCode.OK),
        ([(GOOD,), (BAD, GOOD)], ExitCode.OK),
        ([(GOOD,), (BAD,)], ExitCode.MISMATCH),
        ([(BAD,), (REFUSED,)], ExitCode.MISMATCH),
        ([(BAD,), (DIED, DIED)], ExitCode.DEVICE),
        ([(GOOD,), ()], ExitCode.DEVICE),
        ([(REFUSED,), (GOOD,)], ExitCode.USAGE),
        ([(REFUSED,), (an_attempt(AttemptEnd.REFUSED, exit_code=4),)], ExitCode.BAD_INPUT),
        ([(an_attempt(AttemptEnd.DIED, exit_code=70),), (BAD,)], ExitCode.DEFECT),
    ],
)
def test_the_exit_code_of_a_set(attempts: list[tuple[object, ...]], code: ExitCode) -> None:
    items = [an_item(str(number), *each) for number, each in enumerate(attempts)]  # type: ignore[arg-type]
    assert exit_code_of(items, interrupted=False) is code
    assert exit_code_of(items, interrupted=True) is ExitCode.INTERRUPTED


def test_flaky_ones_fail_a_set_where_that_is_asked_for() -> None:
    assert exit_code_of([an_item("E", BAD, GOOD)], interrupted=False, fail_on_flaky=True) is ExitCode.MISMATCH
    assert exit_code_of([an_item("E", GOOD)], interrupted=False, fail_on_flaky=True) is ExitCode.OK


def test_the_counts_by_code_step_and_device() -> None:
    first = an_attempt(AttemptEnd.FAILED, a_step_result(0), a_step_result(1, "NO_EFFECT"), device="device_2")
    second = an_attempt(AttemptEnd.VERIFIED, a_step_result(0), a_step_result(1))
    always = an_attempt(AttemptEnd.FAILED, a_step_result(0, "NO_EFFECT"))
    items = [an_item("flaky", first, second), an_item("bad", always, always), an_item("none")]
    counts = count(items, ["device_1", "device_2", "device_3"], {"device_3": "gone"})
    assert counts.endings == {"passed": 0, "flaky": 1, "failed": 1, "error": 0, "lost": 0, "not_run": 1}
    assert counts.by_code == {"OK": 2, "NO_EFFECT": 1}
    assert [(step.episode_id, step.step_index, step.failed, step.tried) for step in counts.by_step] == [
        ("bad", 0, 2, 2),
        ("flaky", 1, 1, 2),
    ]
    assert [(step.episode_id, step.codes) for step in counts.flaky_steps] == [("flaky", {"NO_EFFECT": 1})]
    one, two, three = counts.by_device
    assert one.attempts == {"failed": 2, "verified": 1}
    assert one.codes == {"OK": 2, "NO_EFFECT": 2}
    assert (two.attempts, two.elapsed_ms) == ({"failed": 1}, 1_500)
    assert (three.attempts, three.retired) == ({}, "gone")
