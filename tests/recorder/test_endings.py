from __future__ import annotations

from pathlib import Path

import pytest
from shop import BUY

from gui_rec.errors import DeviceLostError, DeviceUnavailableError, DiskFullError, UsageError
from gui_rec.model.actions import Answer, Finish, FinishStatus, Takeover
from gui_rec.model.episode import Outcome
from gui_rec.model.flags import EndReason
from gui_rec.recorder.endings import closed_words, end_of, open_words, outcome_of, reason_for, reason_of


def test_the_last_action_tells() -> None:
    assert end_of(Finish(FinishStatus.SUCCESS)) is EndReason.CLAIMED_SUCCESS
    assert end_of(Answer("42")) is EndReason.ANSWERED
    assert end_of(Takeover()) is EndReason.TAKEOVER
    assert end_of(BUY[0]) is None


def test_a_claim_or_a_reason_is_named() -> None:
    assert reason_for("failure") is EndReason.CLAIMED_FAILURE
    assert reason_for(EndReason.MAX_STEPS) is reason_for("max_steps") is EndReason.MAX_STEPS
    assert outcome_of("success") is outcome_of(Outcome.SUCCESS) is Outcome.SUCCESS
    with pytest.raises(UsageError, match="one of success"):
        reason_for("great")
    with pytest.raises(UsageError, match="one of success"):
        outcome_of("great")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (DeviceLostError("x"), EndReason.DEVICE_LOST),
        (DeviceUnavailableError("x"), EndReason.DEVICE_LOST),
        (DiskFullError("x"), EndReason.DISK_FULL),
        (KeyboardInterrupt(), EndReason.INTERRUPTED),
        (ZeroDivisionError(), EndReason.INTERRUPTED),
    ],
)
def test_an_error_tells(error: BaseException, reason: EndReason) -> None:
    assert reason_of(error) is reason


def test_what_is_said_names_the_place_and_the_next_command() -> None:
    assert "gui-rec show 'my run'" in closed_words(Path("my run"), 3)
    assert "with its 2 step(s); --resume" in open_words(Path("run"), 2)
