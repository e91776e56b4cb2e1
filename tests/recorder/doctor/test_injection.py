"""Whether adb may act."""

from __future__ import annotations

from dataclasses import replace

from examined import HEALTHY, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.injection import examine


def test_a_phone_that_forbids_it_says_what_to_switch_on() -> None:
    allowed, denied = examine(seen()), examine(seen(health=replace(HEALTHY, input_refused="INJECT_EVENTS")))
    assert allowed is not None
    assert allowed.state is State.OK
    assert denied is not None
    assert denied.state is State.PROBLEM
    assert "Security settings" in denied.fix
