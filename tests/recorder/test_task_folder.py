from __future__ import annotations

from pathlib import Path

import pytest
from trajectories import a_step, an_episode

from gui_rec.errors import OutputExistsError, StoreError, UsageError
from gui_rec.recorder.task_folder import prepare_folder
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter


def test_a_new_place_is_ready(tmp_path: Path) -> None:
    assert prepare_folder(tmp_path / "new") is None
    assert not (tmp_path / "new").exists()


def test_what_is_there_is_kept_unless_one_goes_on_with_it(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x", encoding="utf-8")
    with pytest.raises(OutputExistsError, match="--resume"):
        prepare_folder(tmp_path)
    assert prepare_folder(tmp_path, resume=True) is None
    assert (tmp_path / "mine").exists()


def test_force_moves_it_aside(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    folder.mkdir()
    (folder / "mine").write_text("x", encoding="utf-8")
    said = prepare_folder(folder, force=True)
    assert said is not None
    assert "r.replaced-1" in said
    assert (tmp_path / "r.replaced-1" / "mine").exists()


def test_a_single_file_holds_no_session(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name a folder"):
        prepare_folder(tmp_path / "t.parquet")
    with pytest.raises(StoreError, match="no session to go on with"):
        prepare_folder(tmp_path / "missing", resume=True)


def test_an_attempt_that_was_cut_off_is_closed_without_an_outcome(tmp_path: Path) -> None:
    writer = RecordingWriter.extend(tmp_path, an_episode("01E0"))
    writer.append(a_step(0))
    with pytest.raises(StoreError, match="is recording here"):
        prepare_folder(tmp_path, resume=True)
    writer.close()
    said = prepare_folder(tmp_path, resume=True)
    assert said == "episode 01E0 had been interrupted: its 1 step(s) are kept, without an outcome"
    (episode,) = open_trajectories(tmp_path).episodes
    assert episode.end is not None
    assert episode.end.outcome is None
