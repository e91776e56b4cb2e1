"""kill -9, a full disk, a crash between two renames: every acknowledged step is read afterwards."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from trajectories import EPISODE_ID, FINISHED, a_step, an_episode, record

from gui_rec.errors import DiskFullError, OutputExistsError, StoreError
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.store import recording as recording_module
from gui_rec.store.integrity import check
from gui_rec.store.journal import Journal
from gui_rec.store.layout import Layout
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.recover import recover

SUPPORT = Path(__file__).parents[1] / "_support"


def recorder(target: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(SUPPORT / "crashing_recorder.py"), str(target), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SUPPORT)},
    )


def kill_after(target: Path, acknowledged: int, extra_bytes: int) -> list[str]:
    """Kill a recorder some moment after it acknowledged so many steps; all that it said."""
    process = recorder(target, "500")
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(acknowledged)]
    # Spend an amount of time that no clock rounds: the kill lands anywhere in a later append.
    for _ in range(extra_bytes):
        os.urandom(64)
    process.kill()
    said += process.stdout.read().splitlines()
    process.wait()
    process.stdout.close()
    return [line.strip() for line in said if line.startswith("ack ")]


def assert_all_survive(target: Path, said: list[str]) -> None:
    report = recover(target)
    assert report.steps >= len(said)
    steps = list(open_trajectories(target).steps())
    assert [step.index for step in steps] == list(range(report.steps))
    assert steps[: len(said)] == [a_step(index, action_raw="x" * 400) for index in range(len(said))]
    assert report.ended is EndReason.INTERRUPTED
    assert check(target).findings == ()


@pytest.mark.parametrize("name", ["rec", "x.parquet"])
def test_a_killed_recorder_loses_nothing_that_it_acknowledged(tmp_path: Path, name: str) -> None:
    said = kill_after(tmp_path / name, 7, random.Random(name).randrange(20_000))
    assert len(said) >= 7
    assert_all_survive(tmp_path / name, said)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_a_killed_recorder_loses_nothing_at_any_moment(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    said = kill_after(tmp_path / "rec", chance.randrange(1, 60), chance.randrange(40_000))
    assert_all_survive(tmp_path / "rec", said)


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    process = recorder(tmp_path / "rec", "500", "20000")
    output, _ = process.communicate(timeout=60)
    *said, last = output.splitlines()
    assert last.startswith("DiskFullError: ")
    assert "disk_full, no room left to write; every acknowledged step is kept" in last
    report = recover(tmp_path / "rec")
    assert report.steps == len(said) > 0
    assert report.unfinished_line is False
    assert len(list(open_trajectories(tmp_path / "rec").steps())) == len(said)


def test_a_disk_that_fills_up_while_the_shard_is_written_keeps_the_journal(tmp_path: Path) -> None:
    process = recorder(tmp_path / "x.parquet", "4", "12000")
    output, _ = process.communicate(timeout=60)
    assert output.splitlines()[-2:-1] == ["finishing"]
    assert output.splitlines()[-1].startswith("DiskFullError: ")
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet.journal"]
    report = recover(tmp_path / "x.parquet")
    assert (report.steps, report.ended) == (4, EndReason.FINISHED)


def leave(target: Path, steps: int = 2) -> None:
    writer = RecordingWriter.create(target, an_episode())
    for index in range(steps):
        writer.append(a_step(index))
    writer.close()


def test_an_interrupted_episode_says_so(tmp_path: Path) -> None:
    leave(tmp_path / "rec")
    report = recover(tmp_path / "rec")
    assert report.file == tmp_path / "rec" / "data" / f"{EPISODE_ID}.parquet"
    (episode,) = open_trajectories(tmp_path / "rec").episodes
    assert episode.end == EpisodeEnd(EndReason.INTERRUPTED)
    assert not (tmp_path / "rec" / "journal").exists()


def test_a_second_recovery_finds_nothing_to_do(tmp_path: Path) -> None:
    leave(tmp_path / "rec")
    recover(tmp_path / "rec")
    assert recover(tmp_path / "rec").file is None


def test_the_journal_itself_may_be_named(tmp_path: Path) -> None:
    leave(tmp_path / "rec")
    leave(tmp_path / "x.parquet")
    assert recover(tmp_path / "rec" / "journal").steps == 2
    assert recover(tmp_path / "x.parquet.journal").file == tmp_path / "x.parquet"


def test_a_place_with_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nothing here"):
        recover(tmp_path / "none")


def test_a_living_recorder_is_left_alone(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", an_episode()) as writer:
        writer.append(a_step())
        with pytest.raises(StoreError, match="is recording here"):
            recover(tmp_path / "rec")


def test_an_unfinished_recording_names_the_command_that_mends_it(tmp_path: Path) -> None:
    leave(tmp_path / "rec")
    leave(tmp_path / "x.parquet")
    for name in ("rec", "x.parquet"):
        with pytest.raises(StoreError, match=rf"not finished; run `gui-rec recover .*{name}`"):
            open_trajectories(tmp_path / name)


def crash(*_: object) -> None:
    raise KeyboardInterrupt


def crash_while_finishing(target: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    writer = RecordingWriter.create(target, an_episode())
    writer.append(a_step())
    with monkeypatch.context() as patch:
        patch.setattr(name, crash)
        with pytest.raises(KeyboardInterrupt):
            writer.finish(FINISHED)
    writer.close()


@pytest.mark.parametrize(
    "name",
    [
        "gui_rec.store.compaction.write_shard",
        "gui_rec.store.compaction.verify",
        "gui_rec.store.journal.Journal.remove",
    ],
)
def test_a_crash_while_finishing_is_mended_and_keeps_the_true_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    crash_while_finishing(tmp_path / "rec", monkeypatch, name)
    report = recover(tmp_path / "rec")
    assert (report.steps, report.ended) == (1, EndReason.FINISHED)
    assert open_trajectories(tmp_path / "rec").episodes[0].end == FINISHED
    assert check(tmp_path / "rec").findings == ()


@pytest.mark.parametrize("kept_bytes", [0, 7, None])
def test_a_discard_that_a_crash_cut_off_is_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept_bytes: int | None
) -> None:
    target, thrown = tmp_path / "rec", EpisodeEnd(EndReason.STOPPED, outcome="discarded")
    leave(target, steps=3)
    lines = Layout(target).journal / "steps.jsonl"
    before = lines.stat().st_size
    writer = RecordingWriter.resume(target)
    with monkeypatch.context() as patch:
        patch.setattr("gui_rec.store.recording.compact", crash)
        with pytest.raises(KeyboardInterrupt):
            writer.finish(thrown)
    writer.close()
    if kept_bytes is not None:
        os.truncate(lines, before + kept_bytes)
    recover(target)
    opened = open_trajectories(target)
    is_whole = kept_bytes is None
    (episode,) = opened.every_episode
    assert (episode.end == thrown) is is_whole
    assert [step.withdrawn for step in opened.steps(episode.info.episode_id, withdrawn=True)] == [
        is_whole
    ] * 3
    assert len(opened.discarded) == is_whole
    assert check(target).findings == ()


def test_a_discarded_episode_is_not_gone_on_with(tmp_path: Path) -> None:
    leave(tmp_path / "rec")
    journal = Journal.open(Layout(tmp_path / "rec").journal)
    journal.end(EpisodeEnd(EndReason.STOPPED, outcome="discarded"))
    journal.close()
    with pytest.raises(StoreError, match="discarded and cannot be gone on with; run `gui-rec recover"):
        RecordingWriter.resume(tmp_path / "rec")
    assert recover(tmp_path / "rec").steps == 2


def test_a_crash_before_the_index_is_written_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    writer = RecordingWriter.create(tmp_path / "rec", an_episode())
    monkeypatch.setattr(recording_module, "add_to_index", crash)
    with pytest.raises(KeyboardInterrupt):
        writer.finish(FINISHED)
    assert recover(tmp_path / "rec").file is None
    assert (tmp_path / "rec" / "episodes.parquet").exists()
    assert check(tmp_path / "rec").findings == ()


def test_a_half_written_shard_of_the_dead_recorder_is_swept_up(tmp_path: Path) -> None:
    leave(tmp_path / "rec")
    half = Layout(tmp_path / "rec").data_file(EPISODE_ID).with_name(f"{EPISODE_ID}.parquet.tmp")
    half.parent.mkdir()
    half.write_bytes(b"PAR1 half")
    recover(tmp_path / "rec")
    assert not half.exists()


def test_a_shard_that_differs_from_its_journal_is_not_trusted(tmp_path: Path) -> None:
    leave(tmp_path / "rec", steps=2)
    other = record(tmp_path / "other.parquet", steps=1)
    shard = Layout(tmp_path / "rec").data_file(EPISODE_ID)
    shard.parent.mkdir()
    shard.write_bytes(other.read_bytes())
    with pytest.raises(StoreError, match="expected the journal's 2 steps, got 1"):
        recover(tmp_path / "rec")
    assert (tmp_path / "rec" / "journal").is_dir()


def test_a_damaged_journal_is_kept_and_named(tmp_path: Path) -> None:
    leave(tmp_path / "rec", steps=3)
    steps = tmp_path / "rec" / "journal" / "steps.jsonl"
    steps.write_bytes(steps.read_bytes().replace(b'{"step"', b'{"s', 1))
    with pytest.raises(StoreError, match="line 1"):
        recover(tmp_path / "rec")
    assert steps.exists()
    with pytest.raises(OutputExistsError):
        RecordingWriter.create(tmp_path / "rec", an_episode())


@pytest.mark.parametrize("name", ["rec", "x.parquet"])
def test_a_recorder_that_died_before_its_first_line_leaves_no_obstacle(tmp_path: Path, name: str) -> None:
    journal = Layout(tmp_path / name).journal
    journal.mkdir(parents=True)
    (journal / "lock").write_text("1")
    (journal / "episode.json.tmp").write_text("{")
    assert recover(tmp_path / name).file is None
    record(tmp_path / name)
    assert check(tmp_path / name).ok


def test_a_full_disk_is_a_kind_of_store_error() -> None:
    assert issubclass(DiskFullError, StoreError)


@pytest.mark.parametrize("name", ["t.parquet", "folder"])
def test_a_crash_while_the_journal_is_cleared_away_leaves_a_whole_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    target = tmp_path / name
    removals: list[Path] = []

    def unlink(path: Path, missing_ok: bool = False) -> None:
        removals.append(path)
        if len(removals) == 3:
            raise KeyboardInterrupt
        path_unlink(path, missing_ok)

    path_unlink = Path.unlink
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", unlink)
        with pytest.raises(KeyboardInterrupt):
            record(target)
    assert Layout(target).journal.is_dir()
    assert recover(target).file is None
    assert not Layout(target).journal.exists()
    assert check(target).findings == ()
    assert list(open_trajectories(target).steps()) == [a_step(index) for index in range(3)]


def test_steps_whose_head_was_lost_are_never_cleared_away(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "r", an_episode())
    writer.append(a_step(0))
    writer.close()
    (tmp_path / "r" / "journal" / "episode.json").unlink()
    with pytest.raises(StoreError, match="head of the journal is missing"):
        recover(tmp_path / "r")
    assert (tmp_path / "r" / "journal" / "steps.jsonl").stat().st_size > 0


def test_an_episode_that_has_its_shard_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "t.parquet"

    def interrupted(_journal: Journal) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "remove", interrupted)
        with pytest.raises(KeyboardInterrupt):
            record(target)
    with pytest.raises(StoreError, match="the episode is finished"):
        RecordingWriter.resume(target)
    assert recover(target).steps == 3
    assert check(target).findings == ()


def test_a_journal_from_elsewhere_writes_nowhere_else(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "r", an_episode())
    writer.append(a_step(0))
    writer.close()
    head = tmp_path / "r" / "journal" / "episode.json"
    head.write_text(head.read_text("utf-8").replace(EPISODE_ID, "../../elsewhere"), encoding="utf-8")
    with pytest.raises(StoreError, match="episode id that may name a file"):
        recover(tmp_path / "r")
    assert not list(tmp_path.rglob("*.parquet"))
