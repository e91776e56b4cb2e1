from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import record, small_step

from gui_rec.datasets.export import parts
from gui_rec.datasets.export._api import ExportSpec, ShardFile
from gui_rec.datasets.export.counts import Counts
from gui_rec.datasets.export.parts import Part, PartResult, PartsFolder, identity_of, parts_of
from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.reviews import Decision, review_rows
from gui_rec.datasets.splits._api import SideReport, Split, SplitSpec
from gui_rec.errors import OutputExistsError, StoreError
from gui_rec.model.actions import Tap
from gui_rec.store.reader import Recording, open_trajectories
from gui_rec.store.side_tables import append_labels

_IDS = [f"01ARZ3NDEKTSV4RRFFQ69G5{at:03d}" for at in range(4)]


@pytest.fixture
def opened(tmp_path: Path) -> Recording:
    folder = tmp_path / "rec"
    folder.mkdir()
    for episode_id in _IDS:
        record(folder, [small_step(0, Tap(0.5, 0.5))], episode_id=episode_id)
    return open_trajectories(folder)


def _ids(found: list[Part]) -> list[list[str]]:
    return [[name for _, ids in part.episodes for name in ids] for part in found]


def test_episodes_fall_into_parts_by_their_bytes(opened: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _ids(parts_of([opened], Selection())) == [_IDS]
    one = (opened.path / "data" / f"{_IDS[0]}.parquet").stat().st_size
    monkeypatch.setattr(parts, "PART_BYTES", one + 1)
    assert _ids(parts_of([opened], Selection())) == [_IDS[:2], _IDS[2:]]
    monkeypatch.setattr(parts, "PART_BYTES", 1)
    monkeypatch.setattr(parts, "MOST_PARTS", 2)
    assert len(parts_of([opened], Selection())) == 2


def test_a_part_is_of_one_split(opened: Recording) -> None:
    sides = {_IDS[1]: Split.TEST, _IDS[2]: Split.TEST}
    reports = (SideReport(Split.TRAIN, 2, 2), SideReport(Split.TEST, 2, 2))
    found = parts_of([opened], Selection(sides=sides, split=SplitSpec({}), reports=reports))
    assert [(part.number, part.split) for part in found] == [(0, "train"), (1, "test")]
    assert _ids(found) == [[_IDS[0], _IDS[3]], [_IDS[1], _IDS[2]]]


def _written(folder: PartsFolder, number: int, data: bytes) -> PartResult:
    scratch = folder.scratch(number)
    (scratch / "train").mkdir()
    (scratch / "train" / "a.parquet").write_bytes(data)
    file = ShardFile("train/a.parquet", 3, len(data), "hash", "train")
    result = PartResult(number, (file,), Counts(3, 3, 0, {"x": 1}, {}))
    folder.keep(scratch, result)
    return result


def test_a_part_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = PartsFolder(tmp_path / "out", "id")
    assert folder.result(0) is None
    result = _written(folder, 0, b"rows")
    assert PartsFolder(tmp_path / "out", "id").result(0) == result
    assert _written(folder, 0, b"rows") == result, "the second of two writers changes nothing"
    (folder.folder(0) / "train" / "a.parquet").write_bytes(b"ro")
    assert folder.result(0) is None
    (folder.folder(0) / "result.json").write_text("{")
    assert folder.result(0) is None
    _written(folder, 0, b"rows")
    assert folder.result(0) == result


def test_parts_are_joined_under_the_names_of_their_split(tmp_path: Path) -> None:
    folder = PartsFolder(tmp_path / "out", "id")
    for number in range(2):
        _written(folder, number, b"rows %d" % number)
    joined, files = folder.join([Part(0, "train", ()), Part(1, "train", ())], "data")
    assert [file.path for file in files] == [f"data/train-{at:05d}-of-00002.parquet" for at in range(2)]
    assert [(joined / file.path).read_bytes() for file in files] == [b"rows 0", b"rows 1"]
    with pytest.raises(StoreError, match="part-00000: the part is not there any more"):
        folder.join([Part(0, "train", ())], "data")


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    _written(PartsFolder(tmp_path / "out", "one"), 0, b"rows")
    with pytest.raises(OutputExistsError, match="remove it, or export into another place"):
        PartsFolder(tmp_path / "out", "other")
    (tmp_path / ".out.parts" / "work.json").unlink()
    with pytest.raises(OutputExistsError, match="unknown export"):
        PartsFolder(tmp_path / "out", "one")


def test_a_folder_without_a_whole_part_can_be_forgotten(tmp_path: Path) -> None:
    folder = PartsFolder(tmp_path / "out", "id")
    folder.scratch(0)
    folder.remove_unless_begun()
    assert not folder.path.exists()
    begun = PartsFolder(tmp_path / "out", "id")
    _written(begun, 0, b"x")
    begun.remove_unless_begun()
    assert begun.path.exists()


def test_other_options_labels_or_recordings_are_another_export(opened: Recording) -> None:
    paths = [opened.path]
    first = identity_of(paths, [opened], ExportSpec())
    assert identity_of(paths, [opened], ExportSpec()) == first
    assert identity_of(paths, [opened], ExportSpec(history=1)) != first
    append_labels(opened.path, review_rows(_IDS[0], 0, "ann", 5, decision=Decision.REJECT))
    assert identity_of(paths, [opened], ExportSpec()) != first
