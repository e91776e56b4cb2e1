"""Whether every text can be typed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import HEALTHY, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.text import examine


@pytest.mark.parametrize(("there", "state"), [(True, State.OK), (False, State.WARNING), (None, None)])
def test_without_a_keyboard_for_it_only_ascii(there: bool | None, state: State | None) -> None:
    finding = examine(seen(health=replace(HEALTHY, unicode_keyboard=there)))
    assert (None if finding is None else finding.state) is state
