"""What there is to replay below a path, and which part of it a shard is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_recordings import record, small_step

from gui_rec.errors import StoreError, UsageError
from gui_rec.model.actions import Key
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.replayer.sets.items import Item, Shard, find_items
from gui_rec.store.recording import RecordingWriter

IDS = [f"01ARZ3NDEKTSV4RRFFQ69G5FA{letter}" for letter in "ABCDEFG"]


def a_recording(target: Path, episode_id: str, steps: int = 2, **how: str) -> Path:
    return record(target, [small_step(n, Key("HOME")) for n in range(steps)], episode_id=episode_id, **how)


def test_a_file_and_a_folder_are_one_recording(tmp_path: Path) -> None:
    file = a_recording(tmp_path / "a.parquet", IDS[0])
    assert find_items(file).items == (Item(file, IDS[0], "open the clock", 2),)
    folder = a_recording(tmp_path / "b", IDS[0])
    a_recording(folder, IDS[1], 3)
    assert [(item.recording, item.episode_id, item.steps) for item in find_items(folder).items] == [
        (folder, IDS[0], 2),
        (folder, IDS[1], 3),
    ]


def test_in_a_folder_of_recordings_each_episode_belongs_to_its_own(tmp_path: Path) -> None:
    demos = tmp_path / "demos"
    demos.mkdir()
    file = a_recording(demos / "one.parquet", IDS[0])
    folder = a_recording(demos / "deep" / "two", IDS[1])
    a_recording(folder, IDS[2])
    (demos / "one.verdicts.parquet").write_bytes(b"a side table is no recording")
    found = {item.episode_id: item.recording for item in find_items(demos).items}
    assert found == {IDS[0]: file, IDS[1]: folder, IDS[2]: folder}


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    demos = tmp_path / "demos"
    demos.mkdir()
    a_recording(demos / "one", IDS[0])
    a_recording(demos / "replay-1" / "run", IDS[1], source="replay")
    with RecordingWriter.create(demos / "empty", EpisodeInfo(IDS[2], "script")) as writer:
        writer.finish(EpisodeEnd(EndReason.STOPPED))
    with RecordingWriter.create(demos / "away", EpisodeInfo(IDS[3], "script")) as writer:
        writer.append(small_step(0, Key("HOME")))
        writer.finish(EpisodeEnd(EndReason.STOPPED, outcome="discarded"))
    open_one = RecordingWriter.create(demos / "open", EpisodeInfo(IDS[4], "script"))
    open_file = RecordingWriter.create(demos / "open.parquet", EpisodeInfo(IDS[5], "script"))
    try:
        found = find_items(demos)
    finally:
        open_one.close()
        open_file.close()
    assert [item.episode_id for item in found.items] == [IDS[0]]
    told = "\n".join(found.left_out)
    for words in ("1 episode(s) discarded", "1 episode(s) without a step", "1 episode(s) left by a replay"):
        assert words in told
    assert f"{demos / 'open'} was not finished" in told
    assert f"{demos / 'open.parquet'} was not finished" in told


def test_a_run_that_is_named_itself_is_replayed(tmp_path: Path) -> None:
    run = a_recording(tmp_path / "run", IDS[0], source="replay")
    assert [item.episode_id for item in find_items(run).items] == [IDS[0]]


def test_nothing_and_damage_are_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        find_items(tmp_path / "nothing")
    (tmp_path / "x.parquet").write_bytes(b"PAR1 not really")
    with pytest.raises(StoreError, match=r"x\.parquet"):
        find_items(tmp_path)


@pytest.mark.parametrize("text", ["0/4", "5/4", "1/0", "1", "a/b", "-1/4", "1/4/2", "", "1/99999", "١/٤"])
def test_a_shard_that_cannot_be(text: str) -> None:
    with pytest.raises(UsageError, match="expected I/N"):
        Shard.parse(text)


@given(st.lists(st.text(max_size=30), unique=True), st.integers(1, 20))
def test_every_episode_is_in_exactly_one_shard_whatever_else_there_is(ids: list[str], count: int) -> None:
    shards = [Shard.parse(f"{number}/{count}") for number in range(1, count + 1)]
    items = [Item(Path("x"), episode_id, None, 1) for episode_id in ids]
    parts = [shard.of(items) for shard in shards]
    assert sorted(item.episode_id for part in parts for item in part) == sorted(ids)
    for shard, part in zip(shards, parts, strict=True):
        assert shard.of(reversed(items)) == tuple(reversed(part))


def test_the_parts_do_not_change_from_version_to_version() -> None:
    for name, number in SHARD_OF.items():
        assert [n for n in range(1, 5) if Shard(n, 4).holds(name)] == [number]
    assert str(Shard.parse("03/4")) == "3/4"


SHARD_OF = dict(zip(IDS, (1, 3, 3, 3, 1, 4, 3), strict=True))
