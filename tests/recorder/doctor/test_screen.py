"""Whether the screen is on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import HEALTHY, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.screen import examine


@pytest.mark.parametrize(("awake", "state"), [(True, State.OK), (False, State.PROBLEM), (None, None)])
def test_a_screen_that_is_off_is_a_problem(awake: bool | None, state: State | None) -> None:
    finding = examine(seen(health=replace(HEALTHY, awake=awake)))
    assert (None if finding is None else finding.state) is state
