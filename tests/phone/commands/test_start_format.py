from __future__ import annotations

import pytest

from gui_rec.phone.commands.intents import Intent
from gui_rec.phone.commands.start_format import launch_times, outcome_lines
from gui_rec.phone.world.packages import StartResult, StartStatus

INTENT = Intent(action="android.intent.action.VIEW", data="https://a.b/c")


def result(status: StartStatus, *, cold: bool = False) -> StartResult:
    return StartResult(status, "p/.A", cold)


def test_a_plain_start_says_nothing_more() -> None:
    assert outcome_lines(result(StartStatus.STARTED), INTENT) == []


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (
            StartStatus.BROUGHT_TO_FRONT,
            ["Warning: Activity not started, its current task has been brought to the front"],
        ),
        (
            StartStatus.DELIVERED_TO_TOP,
            [
                "Warning: Activity not started, intent has been delivered to currently running "
                "top-most instance."
            ],
        ),
        (
            StartStatus.NO_SUCH_ACTIVITY,
            ["Error type 3", "Error: Activity class {p/p.A} does not exist."],
        ),
    ],
)
def test_other_outcomes(status: StartStatus, expected: list[str]) -> None:
    assert outcome_lines(result(status), INTENT) == expected


def test_nothing_answers() -> None:
    assert outcome_lines(None, INTENT) == [
        "Error: Activity not started, unable to resolve "
        "Intent { act=android.intent.action.VIEW dat=https://a.b/... }"
    ]


def test_waiting_for_a_cold_start() -> None:
    assert launch_times(result(StartStatus.STARTED, cold=True), api=34) == [
        "Status: ok",
        "LaunchState: COLD",
        "Activity: p/.A",
        "TotalTime: 431",
        "WaitTime: 437",
        "Complete",
    ]


def test_launch_states() -> None:
    assert "LaunchState: WARM" in launch_times(result(StartStatus.STARTED), api=30)
    assert "LaunchState: HOT" in launch_times(result(StartStatus.BROUGHT_TO_FRONT), api=30)


def test_old_phones_tell_this_time_and_no_state() -> None:
    lines = launch_times(result(StartStatus.STARTED), api=28)
    assert any(line.startswith("ThisTime: ") for line in lines)
    assert not any(line.startswith("LaunchState") for line in lines)
