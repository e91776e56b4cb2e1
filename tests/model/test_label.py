"""Labels are plain frozen records."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from gui_rec.model.label import LabelRow


def test_a_label_of_a_whole_episode_has_no_step() -> None:
    row = LabelRow("01E", None, "task_done", "true", "human:ana", 1.0, "gui-rec 0.1", 5, 1)
    assert row.step_index is None
    assert row.source == "human:ana"


def test_a_label_cannot_be_changed() -> None:
    row = LabelRow("01E", 3, "step_ok", "false", "rule:pkg", 0.5, "gui-rec 0.1", 5, 1)
    with pytest.raises(FrozenInstanceError):
        row.value = "true"  # type: ignore[misc]
