from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import record, small_step

from gui_rec.datasets.stats.collect import card_section, collect
from gui_rec.datasets.stats.tally import Tally
from gui_rec.errors import StoreError
from gui_rec.model.actions import Key, Tap
from gui_rec.model.label import LabelRow
from gui_rec.store.side_tables import append_labels

_ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def test_recordings_add_up_with_their_labels(tmp_path: Path) -> None:
    first = record(tmp_path / "a", [small_step(0, Tap(0.5, 0.5)), small_step(1, Key("BACK"))])
    second = record(tmp_path / "b", [small_step(0, Tap(0.5, 0.5))])
    append_labels(first, [LabelRow(_ID, 0, "changed", "yes", "rule:changed", 1.0, "gui-rec", 1, 1)])
    heard: list[int] = []
    tally = collect([first, second], on_episode=heard.append)
    assert (tally.episodes, tally.steps, heard) == (2, 3, [1, 2])
    assert tally.labels["changed"] == {"yes": 1}
    assert (tally.same_picture, tally.same_transition) == (1, 1)


def test_what_is_no_recording_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        collect([tmp_path / "none"])


def test_the_card_tells_counts_and_cannot_be_broken_out_of() -> None:
    tally = Tally()
    tally.apps["com.<b>|x"] = 3
    text = card_section(tally)
    assert "| com.&lt;b>\\|x | 3 |" in text
    assert text.startswith("## At a glance")
