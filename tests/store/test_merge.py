"""Several recordings become one, byte for byte, and an interrupted merge goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from trajectories import a_step, an_episode, record

from gui_rec.errors import OutputExistsError, StoreError, UsageError
from gui_rec.model.label import LabelRow
from gui_rec.store import merge as merging
from gui_rec.store.index import read_index
from gui_rec.store.integrity import check
from gui_rec.store.merge import MARK, merge
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.schema import META_EPISODES
from gui_rec.store.side_tables import append_labels, read_labels


def a_recording(path: Path, episode_id: str, *, label: bool = False) -> Path:
    with RecordingWriter.create(path, an_episode(episode_id)) as writer:
        writer.append(a_step(0))
        writer.append(a_step(1))
    if label:
        append_labels(path, [LabelRow(episode_id, None, "task_done", "true", "human:ana", 1.0, "x", 5, 1)])
    return path


def test_files_and_folders_are_joined_unchanged(tmp_path: Path) -> None:
    one = a_recording(tmp_path / "one", "01A", label=True)
    two = a_recording(tmp_path / "two.parquet", "01B", label=True)
    heard: list[tuple[int, int]] = []
    report = merge([one, two], tmp_path / "all", on_file=lambda done, of: heard.append((done, of)))
    assert (report.episodes, report.copied, report.there, report.labels) == (2, 2, 0, 2)
    assert heard == [(1, 2), (2, 2)]
    merged = tmp_path / "all"
    assert check(merged).ok
    assert [row["episode_id"] for row in read_index(merged)] == ["01A", "01B"]
    assert (merged / "data" / "01B.parquet").read_bytes() == two.read_bytes()
    assert [row.episode_id for row in read_labels(merged)] == ["01A", "01B"]
    assert not (merged / MARK).exists()
    assert len(list(open_trajectories(merged).steps())) == 4


def test_a_farm_s_folder_is_its_recordings(tmp_path: Path) -> None:
    for number, name in enumerate(("device_1", "device_2")):
        a_recording(tmp_path / "farm" / name, f"01E{number}", label=True)
    report = merge([tmp_path / "farm"], tmp_path / "all")
    assert (report.episodes, report.labels) == (2, 2)


def test_a_file_of_several_episodes_stays_one_file(tmp_path: Path) -> None:
    for name in ("01A", "01B"):
        with RecordingWriter.extend(tmp_path / "many", an_episode(name)) as writer:
            writer.append(a_step(0))
    joined = tmp_path / "joined.parquet"
    tables = [pq.read_table(tmp_path / "many" / "data" / f"{name}.parquet") for name in ("01A", "01B")]
    bare = {key: value for key, value in (tables[0].schema.metadata or {}).items() if key != META_EPISODES}
    with pq.ParquetWriter(joined, tables[0].schema.with_metadata(bare)) as writer:
        for table in tables:
            writer.write_table(table.replace_schema_metadata(bare))
    report = merge([joined], tmp_path / "all")
    assert (report.episodes, report.copied) == (2, 1)


def test_two_episodes_of_one_id_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    one, two = a_recording(tmp_path / "one", "01A"), a_recording(tmp_path / "two", "01A")
    with pytest.raises(StoreError, match=r"two: episode 01A stands in .*one, too"):
        merge([one, two], tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_an_unfinished_session_is_named(tmp_path: Path) -> None:
    writer = RecordingWriter.create(tmp_path / "open", an_episode("01A"))
    writer.append(a_step(0))
    writer.close()
    with pytest.raises(StoreError, match=r"run `gui-rec recover .*open` first"):
        merge([tmp_path / "open"], tmp_path / "all")


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    one = a_recording(tmp_path / "one", "01A")
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "mine.txt").write_text("mine")
    with pytest.raises(OutputExistsError, match="choose another name"):
        merge([one], tmp_path / "all")
    with pytest.raises(UsageError, match="need a folder"):
        merge([one], tmp_path / "all.parquet")


def test_a_merge_that_was_cut_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [a_recording(tmp_path / name, f"01{name}", label=True) for name in ("A", "B", "C")]
    target = tmp_path / "all"

    def stop(done: int, _of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        merge(sources, target, on_file=stop)
    with monkeypatch.context() as patch:
        patch.setattr(merging, "rebuild_index", lambda _path: stop(2, 3))
        with pytest.raises(KeyboardInterrupt):
            merge(sources, target)
    report = merge(sources, target)
    assert (report.copied, report.there, report.episodes, report.labels) == (0, 3, 3, 3)
    assert len(read_labels(target)) == 3
    assert check(target).ok


def test_an_id_that_is_no_plain_name_chooses_no_path(tmp_path: Path) -> None:
    table = pq.read_table(record(tmp_path / "x.parquet"))
    bare = {key: value for key, value in (table.schema.metadata or {}).items() if key != META_EPISODES}
    at = table.column_names.index("episode_id")
    evil = table.set_column(at, table.field(at), [["../../evil"] * table.num_rows])
    pq.write_table(evil.replace_schema_metadata(bare), tmp_path / "evil.parquet")
    merge([tmp_path / "evil.parquet"], tmp_path / "all")
    (file,) = (tmp_path / "all" / "data").iterdir()
    assert file.name.startswith("hashed-")
    assert replace(open_trajectories(tmp_path / "all").episodes[0].info).episode_id == "../../evil"
