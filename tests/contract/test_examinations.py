"""Every examination says what was found, and how to mend what is not in order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import HEALTHY, LOOK, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor._members import EXAMINATIONS

SICK = replace(
    HEALTHY, server_version=1, booted=False, awake=False, input_refused="no", unicode_keyboard=False
)
BLIND = replace(LOOK, screenshot=None, ui_xml=None, size=None)


@pytest.mark.parametrize("name", list(EXAMINATIONS))
def test_a_device_in_order_needs_no_fix(name: str) -> None:
    finding = EXAMINATIONS.get(name)(seen())
    assert finding is not None
    assert (finding.state, finding.fix) == (State.OK, "")
    assert finding.what


@pytest.mark.parametrize("name", [name for name in EXAMINATIONS if name not in ("speed", "displays")])
def test_what_is_not_in_order_has_its_fix(name: str) -> None:
    finding = EXAMINATIONS.get(name)(seen(observation=BLIND, nodes=(), health=SICK))
    assert finding is not None
    assert finding.state is not State.OK
    assert finding.fix
    assert "\n" not in finding.what + finding.fix


@pytest.mark.parametrize("name", list(EXAMINATIONS))
def test_a_device_that_tells_little_is_no_error(name: str) -> None:
    finding = EXAMINATIONS.get(name)(seen(nodes=None, health=None))
    assert finding is None or finding.what
