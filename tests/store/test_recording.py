"""A writer acknowledges only what is safe, never overwrites, and ends once."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from strategies import actions
from trajectories import EPISODE_ID, FINISHED, a_step, an_episode, record

from gui_rec.errors import DiskFullError, OutputExistsError, StoreError, UsageError
from gui_rec.model.actions import Action, Note
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store import durable
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter


def test_a_folder_holds_data_and_index_and_no_journal(tmp_path: Path) -> None:
    shard = record(tmp_path / "rec")
    assert shard == tmp_path / "rec" / "data" / f"{EPISODE_ID}.parquet"
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert names == [f"rec/data/{EPISODE_ID}.parquet", "rec/episodes.parquet"]


def test_a_single_file_stands_alone(tmp_path: Path) -> None:
    assert record(tmp_path / "x.parquet") == tmp_path / "x.parquet"
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet"]


def test_while_open_a_single_file_has_its_journal_beside_it(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "x.parquet", an_episode())
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet.journal"]
    writer.close()


@pytest.mark.parametrize("name", ["rec", "x.parquet"])
def test_what_is_read_is_what_was_written(tmp_path: Path, name: str) -> None:
    record(tmp_path / name)
    recording = open_trajectories(tmp_path / name)
    (episode,) = recording.episodes
    assert episode.info == an_episode()
    assert episode.end == FINISHED
    assert list(recording.steps()) == [a_step(index) for index in range(3)]


@settings(max_examples=8, deadline=None)
@given(action=actions())
def test_any_action_goes_through_the_whole_way(
    tmp_path_factory: pytest.TempPathFactory, action: Action
) -> None:
    target = tmp_path_factory.mktemp("any") / "x.parquet"
    with RecordingWriter.create(target, an_episode()) as writer:
        writer.append(a_step(action=action))
    (step,) = open_trajectories(target).steps()
    assert step.action == action


def test_an_episode_without_steps_is_still_an_episode(tmp_path: Path) -> None:
    record(tmp_path / "rec", steps=0)
    (episode,) = open_trajectories(tmp_path / "rec").episodes
    assert (episode.step_count, episode.end) == (0, FINISHED)


def test_finish_is_idempotent(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "rec", an_episode())
    writer.append(a_step())
    first = writer.finish(FINISHED)
    before = first.read_bytes()
    assert writer.finish(EpisodeEnd(EndReason.STOPPED)) == first
    assert first.read_bytes() == before


def test_nothing_is_added_after_the_end(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "rec", an_episode())
    writer.finish(FINISHED)
    with pytest.raises(UsageError, match="is finished"):
        writer.append(a_step())
    with pytest.raises(UsageError, match="is finished"):
        writer.withdraw(0)


def test_ids_are_contiguous(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        with pytest.raises(StoreError, match="expected 0, got 1"):
            writer.append(a_step(1))
        writer.append(a_step(0))
        with pytest.raises(StoreError, match="expected 1, got 0"):
            writer.append(a_step(0))
        assert writer.next_index == 1


def test_a_refused_step_leaves_the_episode_as_it_was(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        with pytest.raises(StoreError, match="thought"):
            writer.append(a_step(0, thought="\ud83d"))
        with pytest.raises(StoreError, match="settle_ms"):
            writer.append(a_step(0, settle_ms=-5))
        writer.append(a_step(0))
    assert list(open_trajectories(tmp_path / "rec").steps()) == [a_step(0)]


def test_a_withdrawn_step_is_skipped_and_its_id_not_given_again(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        for index in range(3):
            writer.append(a_step(index))
        writer.withdraw(1)
        with pytest.raises(StoreError, match="no step 3"):
            writer.withdraw(3)
        writer.append(a_step(3))
    recording = open_trajectories(tmp_path / "rec")
    assert [step.index for step in recording.steps()] == [0, 2, 3]
    assert [step.withdrawn for step in recording.steps(withdrawn=True)] == [False, True, False, False]
    assert (recording.episodes[0].step_count, recording.episodes[0].withdrawn_count) == (3, 1)


@pytest.mark.parametrize("name", ["rec", "x.parquet"])
def test_what_is_there_is_never_overwritten(tmp_path: Path, name: str) -> None:
    shard = record(tmp_path / name)
    before = shard.read_bytes()
    with pytest.raises(OutputExistsError, match="is there already"):
        RecordingWriter.create(tmp_path / name, an_episode())
    assert shard.read_bytes() == before


@pytest.mark.parametrize(("name", "aside"), [("rec", "rec.replaced-"), ("x.parquet", "x.replaced-")])
def test_force_moves_the_old_aside_under_a_free_name(tmp_path: Path, name: str, aside: str) -> None:
    for count in range(3):
        with RecordingWriter.create(tmp_path / name, an_episode(f"01E{count}"), force=True) as writer:
            writer.append(a_step())
    suffix = ".parquet" if name.endswith(".parquet") else ""
    found = {
        place: open_trajectories(tmp_path / place).episodes[0].info.episode_id
        for place in (f"{aside}1{suffix}", f"{aside}2{suffix}", name)
    }
    assert list(found.values()) == ["01E0", "01E1", "01E2"]


def test_force_takes_side_tables_and_journal_along(tmp_path: Path) -> None:
    target = tmp_path / "x.parquet"
    RecordingWriter.create(target, an_episode()).close()
    (tmp_path / "x.labels.parquet").write_bytes(b"labels")
    RecordingWriter.create(target, an_episode("01NEW"), force=True).close()
    assert (tmp_path / "x.replaced-1.labels.parquet").read_bytes() == b"labels"
    assert (tmp_path / "x.replaced-1.parquet.journal").is_dir()


def test_force_does_not_pull_the_ground_from_under_a_living_recorder(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        with pytest.raises(StoreError, match="a recorder is at work"):
            RecordingWriter.create(tmp_path / "rec", an_episode(), force=True)
        writer.append(a_step())
    assert len(list(open_trajectories(tmp_path / "rec").steps())) == 1


def test_an_empty_folder_may_be_recorded_into(tmp_path: Path) -> None:
    (tmp_path / "rec").mkdir()
    record(tmp_path / "rec")
    assert open_trajectories(tmp_path / "rec").episodes[0].step_count == 3


def test_an_unfinished_recording_is_not_overwritten_and_names_what_to_do(tmp_path: Path) -> None:
    RecordingWriter.create(tmp_path / "rec", an_episode()).close()
    with pytest.raises(OutputExistsError, match="gui-rec recover"):
        RecordingWriter.create(tmp_path / "rec", an_episode())


def test_resume_continues_the_ids(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "rec", an_episode())
    writer.append(a_step(0))
    writer.close()
    with RecordingWriter.resume(tmp_path / "rec") as again:
        assert (again.episode_id, again.next_index) == (EPISODE_ID, 1)
        again.append(a_step(1))
    assert [step.index for step in open_trajectories(tmp_path / "rec").steps()] == [0, 1]


def test_nothing_can_be_resumed_after_the_end(tmp_path: Path) -> None:
    record(tmp_path / "rec")
    with pytest.raises(StoreError, match="no journal"):
        RecordingWriter.resume(tmp_path / "rec")


def test_two_recorders_never_share_a_place(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()):
        with pytest.raises(StoreError, match=r"process \d+ is recording here"):
            RecordingWriter.resume(tmp_path / "rec")
        with pytest.raises(OutputExistsError):
            RecordingWriter.extend(tmp_path / "rec", an_episode("01OTHER"))


def test_a_folder_takes_episode_after_episode(tmp_path: Path) -> None:
    for number in range(3):
        with RecordingWriter.extend(tmp_path / "set", an_episode(f"01E{number}")) as writer:
            writer.append(a_step())
    recording = open_trajectories(tmp_path / "set")
    assert [record.info.episode_id for record in recording.episodes] == ["01E0", "01E1", "01E2"]
    with pytest.raises(OutputExistsError, match="01E1 is there already"):
        RecordingWriter.extend(tmp_path / "set", an_episode("01E1"))
    with pytest.raises(UsageError, match="extend a folder"):
        RecordingWriter.extend(tmp_path / "x.parquet", an_episode())


def test_leaving_in_good_order_ends_as_stopped(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        writer.append(a_step())
    end = open_trajectories(tmp_path / "rec").episodes[0].end
    assert end == EpisodeEnd(EndReason.STOPPED)


def break_off(target: Path) -> None:
    with RecordingWriter.create(target, an_episode()) as writer:
        writer.append(a_step())
        raise KeyboardInterrupt


def test_leaving_by_an_exception_keeps_the_journal(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        break_off(tmp_path / "rec")
    with RecordingWriter.resume(tmp_path / "rec") as again:
        assert again.next_index == 1


@pytest.mark.parametrize(
    ("info", "message"),
    [
        (replace(an_episode(), episode_id="../x"), "episode id"),
        (replace(an_episode(), source="guess"), "source: expected one of touch"),
        (replace(an_episode(), goal="\udc00"), "goal.*lone surrogate"),
        (replace(an_episode(), device=DeviceInfo(sdk=2**40)), "device: the column cannot hold"),
    ],
)
def test_a_frame_that_cannot_be_stored_is_refused_before_anything_is_made(
    tmp_path: Path, info: EpisodeInfo, message: str
) -> None:
    with pytest.raises((UsageError, StoreError), match=message):
        RecordingWriter.create(tmp_path / "rec", info)
    assert list(tmp_path.iterdir()) == []


def test_a_trajectory_cannot_take_a_side_table_s_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="side table"):
        RecordingWriter.create(tmp_path / "labels.parquet", an_episode())


def test_the_recorder_s_name_is_filled_in(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", replace(an_episode(), recorder="")) as writer:
        writer.append(a_step(action=Note("x")))
    assert open_trajectories(tmp_path / "rec").episodes[0].info.recorder.startswith("gui-rec ")


def fail_with(code: int) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize("name", ["sync_file", "sync_folder"])
def test_a_step_that_did_not_reach_the_disk_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        writer.append(a_step(0))
        with monkeypatch.context() as patch:
            patch.setattr(durable, name, fail_with(errno.ENOSPC))
            with pytest.raises(DiskFullError, match="every acknowledged step is kept"):
                writer.append(a_step(1))
            patch.setattr(durable, name, fail_with(errno.EIO))
            with pytest.raises(StoreError, match="cannot write"):
                writer.append(a_step(1))
        assert writer.next_index == 1
        writer.append(a_step(1))  # there is room again
    assert list(open_trajectories(tmp_path / "rec").steps()) == [a_step(0), a_step(1)]


def test_a_beginning_on_a_full_disk_leaves_the_place_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(durable, "sync_file", fail_with(errno.ENOSPC))
        with pytest.raises(DiskFullError, match="free some room and start again"):
            RecordingWriter.create(tmp_path / "rec", an_episode())
    record(tmp_path / "rec")
    assert open_trajectories(tmp_path / "rec").episodes[0].step_count == 3


def test_a_shard_that_finds_no_room_can_be_finished_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = RecordingWriter.create(tmp_path / "x.parquet", an_episode())
    writer.append(a_step(0))
    with monkeypatch.context() as patch:
        patch.setattr("gui_rec.store.compaction.write_shard", fail_with(errno.ENOSPC))
        with pytest.raises(DiskFullError, match="run `gui-rec recover`"):
            writer.finish(EpisodeEnd(EndReason.DISK_FULL))
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet.journal"]
    writer.finish(EpisodeEnd(EndReason.DISK_FULL))
    (episode,) = open_trajectories(tmp_path / "x.parquet").episodes
    assert (episode.step_count, episode.end) == (1, EpisodeEnd(EndReason.DISK_FULL))


def test_a_link_that_leads_nowhere_is_not_replaced(tmp_path: Path) -> None:
    for name in ("t.parquet", "folder"):
        link = tmp_path / name
        link.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(OutputExistsError):
            RecordingWriter.create(link, an_episode())
        with RecordingWriter.create(link, an_episode(), force=True):
            pass
        aside = link.with_name(name.replace("t.", "t.replaced-1.") if "." in name else "folder.replaced-1")
        assert aside.is_symlink()


@pytest.mark.parametrize("place", [".", "..", "/"])
def test_a_place_without_a_name_of_its_own_is_not_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "file").touch()
    monkeypatch.chdir(tmp_path / "inner")
    with pytest.raises(UsageError, match="cannot be moved aside"):
        RecordingWriter.create(Path(place), an_episode(), force=True)


def test_a_place_where_a_recorder_is_at_work_is_told_as_that(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "r", an_episode())
    with pytest.raises(OutputExistsError, match=f"process {os.getpid()} is recording here"):
        RecordingWriter.create(tmp_path / "r", an_episode())
    writer.close()
    with pytest.raises(OutputExistsError, match="--resume"):
        RecordingWriter.create(tmp_path / "r", an_episode())


@pytest.mark.parametrize("holds", [[], ["notes.txt"]])
def test_a_folder_that_was_there_stays_when_an_episode_is_discarded(tmp_path: Path, holds: list[str]) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    writer = RecordingWriter.extend(folder, an_episode())
    for name in holds:
        (folder / name).write_text("x")
    writer.discard()
    writer.close()
    assert [path.name for path in folder.iterdir()] == holds


def test_a_new_folder_that_somebody_else_uses_stays_too(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "run", an_episode())
    (tmp_path / "run" / "notes.txt").write_text("x")
    writer.discard()
    writer.close()
    assert (tmp_path / "run" / "notes.txt").is_file()


@pytest.mark.parametrize("name", ["t.parquet", "folder"])
def test_an_episode_without_a_step_can_be_discarded_and_leaves_its_place_free(
    tmp_path: Path, name: str
) -> None:
    writer = RecordingWriter.create(tmp_path / name, an_episode())
    writer.discard()
    writer.close()
    assert not list(tmp_path.iterdir())
    with RecordingWriter.create(tmp_path / name, an_episode()) as again:
        again.append(a_step(0))
        with pytest.raises(UsageError, match="not discarded"):
            again.discard()
        assert again.finish(FINISHED).is_file()
