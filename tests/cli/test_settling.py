"""What settles an episode is a command that can be typed."""

from pathlib import Path

from small_recordings import record, small_step

from gui_rec.cli._settling import is_unsettled, settling
from gui_rec.datasets.labels.asked import Asked
from gui_rec.datasets.labels.storing import label_recording
from gui_rec.model.actions import Key


def test_each_command_names_the_recording_quoted() -> None:
    found = settling(Path("my runs"))
    assert len(found) == 3
    assert all("gui-rec" in command and "'my runs'" in command for command in found)


def test_a_recording_is_settled_when_each_episode_is(tmp_path: Path) -> None:
    path = record(tmp_path / "rec", [small_step(0, Key("BACK"))])
    assert is_unsettled(path), "nobody labelled it"
    label_recording(path)
    assert is_unsettled(path)
    label_recording(path, Asked(predicate=lambda *_: False))
    assert not is_unsettled(path)
