"""Whether the screen can be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import LOOK, seen

from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Missing
from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.screenshot import examine


def test_a_whole_picture_is_well() -> None:
    assert examine(seen()).state is State.OK


def test_none_is_a_problem_with_its_reason() -> None:
    reason = Missing("screenshot", MissingReason.SCREENCAP_TRUNCATED)
    finding = examine(seen(observation=replace(LOOK, screenshot=None, size=None, missing=(reason,))))
    assert finding.state is State.PROBLEM
    assert "screencap_truncated" in finding.what


@pytest.mark.parametrize(
    ("flag", "said"), [(Flag.SECURE_SCREEN, "forbids screenshots"), (Flag.BLANK_SCREEN, "blank")]
)
def test_nothing_on_it_is_a_warning(flag: Flag, said: str) -> None:
    finding = examine(seen(observation=replace(LOOK, flags=(flag,))))
    assert finding.state is State.WARNING
    assert said in finding.what
    assert finding.fix
