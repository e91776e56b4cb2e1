from __future__ import annotations

from gui_rec.device.restore import WHOLE, RestoreStep


def test_an_app_is_stopped_before_it_is_cleared_and_cleared_before_it_is_launched() -> None:
    assert WHOLE == (RestoreStep.FORCE_STOP, RestoreStep.CLEAR, RestoreStep.LAUNCH)
