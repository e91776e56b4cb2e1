"""Whether Android is up."""

from __future__ import annotations

from dataclasses import replace

from examined import HEALTHY, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.boot import examine


def test_a_phone_that_starts_is_a_problem() -> None:
    up, starting = examine(seen()), examine(seen(health=replace(HEALTHY, booted=False)))
    assert up is not None
    assert up.state is State.OK
    assert starting is not None
    assert (starting.state, starting.fix) == (State.PROBLEM, "wait until the home screen shows")
