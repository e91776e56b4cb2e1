"""The door to the importers: what it lets through, and what it refuses before anything is read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from gui_rec._registry import Registry
from gui_rec.datasets.importers import run
from gui_rec.datasets.importers._api import Importer, ImportReport, ImportSource, SourceEpisode
from gui_rec.datasets.importers.complaints import MAX_LISTED, LeftOut
from gui_rec.datasets.importers.observations import nothing_seen
from gui_rec.datasets.importers.run import import_recording
from gui_rec.datasets.importers.steps import Act, chain
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.actions import Wait
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store.index import read_index
from gui_rec.store.reader import open_trajectories

_AITZ = Path(__file__).parents[2] / "data" / "aitz"


class _Toy:
    """An importer of as many episodes as are asked for, that remembers what it was given."""

    name = "toy"
    reads = "anything"
    proven = "nothing but toys"
    notes = ("no pictures",)

    def __init__(self) -> None:
        self.given: list[Path] = []
        self.fails: InputError | None = None
        self.names = ["toy-1"]

    def units(self, src: Path) -> list[Path]:
        return [src] if src.is_file() else sorted(src.iterdir())

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        self.given.append(unit)
        for name in self.names:
            step = chain([Act(Wait(), "toy", "wait", "norm01")], [nothing_seen()])
            yield SourceEpisode(EpisodeInfo(name, "import:toy"), step, EpisodeEnd(EndReason.STOPPED))
        if self.fails is not None:
            raise self.fails


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> _Toy:
    """The table of importers holds this one alone."""
    module, importer = ModuleType("toy_importer"), _Toy()
    vars(module)["IMPORTER"] = importer
    monkeypatch.setitem(sys.modules, "toy_importer", module)
    table: Registry[Importer] = Registry("import format", {"toy": ("toy_importer:IMPORTER", None)})
    monkeypatch.setattr(run, "IMPORTERS", table)
    return importer


@pytest.fixture
def src(tmp_path: Path) -> Path:
    file = tmp_path / "episode.json"
    file.write_text("[]", encoding="utf-8")
    return file


def _empty_folder(out: Path) -> None:
    out.mkdir()


def _link_to_empty_folder(out: Path) -> None:
    (out.parent / "elsewhere").mkdir()
    out.symlink_to(out.parent / "elsewhere")


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("rec", lambda out: None),
        ("rec.parquet", lambda out: None),
        ("rec", _empty_folder),
        ("rec", _link_to_empty_folder),
    ],
)
def test_a_free_place_goes_to_the_importer_as_it_is(
    toy: _Toy, src: Path, tmp_path: Path, name: str, place: Callable[[Path], None]
) -> None:
    out = tmp_path / name
    place(out)
    assert import_recording("toy", src, out) == ImportReport(out, 1, 1, ("no pictures",))
    assert toy.given == [src]


def _file(out: Path) -> None:
    out.write_bytes(b"")


def _full_folder(out: Path) -> None:
    out.mkdir()
    (out / ".hidden").touch()


def _link_to_nowhere(out: Path) -> None:
    out.symlink_to(out.parent / "nowhere")


def _link_to_file(out: Path) -> None:
    (out.parent / "mine").write_bytes(b"mine")
    out.symlink_to(out.parent / "mine")


def _kinds(folder: Path) -> dict[str, tuple[bool, bool, bool]]:
    return {
        str(path): (path.is_symlink(), path.is_dir(), path.is_file()) for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize("place", [_file, _full_folder, _link_to_nowhere, _link_to_file])
@pytest.mark.parametrize("name", ["rec", "rec.parquet"])
def test_a_taken_place_is_refused_and_stays_as_it_was(
    toy: _Toy, src: Path, tmp_path: Path, name: str, place: Callable[[Path], None]
) -> None:
    out = tmp_path / name
    place(out)
    before = _kinds(tmp_path)
    with pytest.raises(OutputExistsError, match=f"{name}: it exists already"):
        import_recording("toy", src, out)
    assert toy.given == []
    assert _kinds(tmp_path) == before


def test_a_source_must_be_there(toy: _Toy, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.json: expected toy data to import, found no such"):
        import_recording("toy", tmp_path / "gone.json", tmp_path / "rec")
    assert toy.given == []
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_is_told_before_anything_else(toy: _Toy, tmp_path: Path) -> None:
    (tmp_path / "rec").touch()
    with pytest.raises(UsageError, match=r"import format 'vhs'; known: toy"):
        import_recording("vhs", tmp_path / "gone", tmp_path / "rec")
    assert toy.given == []


def test_what_the_importer_says_of_its_data_passes_unchanged(toy: _Toy, src: Path, tmp_path: Path) -> None:
    toy.fails = InputError("episode.json: row 3, field x: expected 1, got 2")
    toy.names = []
    with pytest.raises(InputError, match=r"^episode\.json: row 3, field x: expected 1, got 2$"):
        import_recording("toy", src, tmp_path / "rec")
    assert not (tmp_path / "rec").exists()


def test_what_was_read_before_a_fault_is_kept_and_the_fault_listed(
    toy: _Toy, src: Path, tmp_path: Path
) -> None:
    toy.fails = InputError("episode.json: cut off")
    report = import_recording("toy", src, tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (1, 1)
    assert report.left_out == (LeftOut("file", "episode.json: cut off"),)
    assert len(open_trajectories(tmp_path / "rec").episodes) == 1


def test_an_episode_that_stands_twice_is_taken_once(toy: _Toy, src: Path, tmp_path: Path) -> None:
    toy.names = ["toy-1", "toy-1", "toy-2"]
    report = import_recording("toy", src, tmp_path / "rec")
    assert (report.episodes, report.left_out_count) == (2, 1)
    assert "toy-1: stands in more than one" in report.left_out[0].reason


def test_the_index_names_every_episode(toy: _Toy, src: Path, tmp_path: Path) -> None:
    toy.names = [f"toy-{number}" for number in range(5)]
    import_recording("toy", src, tmp_path / "rec")
    assert {row["episode_id"] for row in read_index(tmp_path / "rec")} == set(toy.names)


def test_shards_share_the_files_and_a_progress_is_told(toy: _Toy, tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    for number in range(5):
        (tmp_path / "many" / f"{number}.json").touch()
    heard: list[tuple[int, int, int]] = []
    import_recording(
        "toy", tmp_path / "many", tmp_path / "a", shard=(0, 2), on_unit=lambda *told: heard.append(told)
    )
    import_recording("toy", tmp_path / "many", tmp_path / "b", shard=(1, 2))
    assert [unit.name for unit in toy.given] == ["0.json", "2.json", "4.json", "1.json", "3.json"]
    assert heard == [(1, 3, 1), (2, 3, 2), (3, 3, 3)]
    with pytest.raises(UsageError, match="shard"):
        import_recording("toy", tmp_path / "many", tmp_path / "c", shard=(2, 2))


def test_a_long_file_tells_of_its_episodes(
    toy: _Toy, src: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "TOLD_EVERY", 2)
    toy.names = [f"toy-{number}" for number in range(5)]
    heard: list[tuple[int, int, int]] = []
    import_recording("toy", src, tmp_path / "rec", on_unit=lambda *told: heard.append(told))
    assert heard == [(0, 1, 2), (0, 1, 4), (1, 1, 5)]


def test_many_complaints_are_counted_and_the_first_listed(toy: _Toy, src: Path, tmp_path: Path) -> None:
    toy.names = ["toy-1"] * (MAX_LISTED + 11)
    report = import_recording("toy", src, tmp_path / "rec")
    assert (report.left_out_count, len(report.left_out)) == (MAX_LISTED + 10, MAX_LISTED)


def test_a_real_episode_goes_into_a_folder_that_was_made_for_it(tmp_path: Path) -> None:
    (tmp_path / "rec").mkdir()
    report = import_recording("aitz", _AITZ, tmp_path / "rec")
    assert report.out == tmp_path / "rec"
    assert len(list(open_trajectories(tmp_path / "rec").steps(images=False, xml=False))) == report.steps == 4
    with pytest.raises(OutputExistsError):
        import_recording("aitz", _AITZ, tmp_path / "rec")
