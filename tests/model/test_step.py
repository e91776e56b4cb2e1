"""A step keeps what its source said apart from what was found."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from gui_rec.model.actions import Tap
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step


def test_a_step_claims_and_sends_nothing_by_itself() -> None:
    step = Step(index=0, pre=Observation(), action=Tap(0.5, 0.5), post=Observation())
    assert (step.claimed, step.sent, step.result_code, step.settled, step.target) == (None,) * 5
    assert not step.withdrawn


def test_a_recorded_step_cannot_be_altered() -> None:
    step = Step(index=0, pre=Observation(), action=Tap(0.5, 0.5), post=Observation())
    with pytest.raises(FrozenInstanceError):
        step.index = 1  # type: ignore[misc]
