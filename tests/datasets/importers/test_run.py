"""The door to the importers: what it lets through, and what it refuses before anything is read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from gui_rec._registry import Registry
from gui_rec.datasets.importers import run
from gui_rec.datasets.importers._api import Importer, ImportReport
from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.store.reader import open_trajectories

_AITZ = Path(__file__).parents[2] / "data" / "aitz"


class _Toy:
    """An importer that only remembers what it was given."""

    name = "toy"

    def __init__(self) -> None:
        self.given: list[tuple[Path, Path]] = []
        self.fails: InputError | None = None

    def import_into(self, src: Path, out: Path) -> ImportReport:
        self.given.append((src, out))
        if self.fails is not None:
            raise self.fails
        return ImportReport(out, 2, 7, ("no pictures",))


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


@pytest.mark.parametrize("place", [lambda out: None, _empty_folder, _link_to_empty_folder])
@pytest.mark.parametrize("name", ["rec", "rec.parquet"])
def test_a_free_place_goes_to_the_importer_as_it_is(
    toy: _Toy, src: Path, tmp_path: Path, name: str, place: Callable[[Path], None]
) -> None:
    out = tmp_path / name
    place(out)
    assert import_recording("toy", src, out) == ImportReport(out, 2, 7, ("no pictures",))
    assert toy.given == [(src, out)]


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
    with pytest.raises(InputError) as raised:
        import_recording("toy", src, tmp_path / "rec")
    assert raised.value is toy.fails


def test_a_real_episode_goes_into_a_folder_that_was_made_for_it(tmp_path: Path) -> None:
    (tmp_path / "rec").mkdir()
    report = import_recording("aitz", _AITZ, tmp_path / "rec")
    assert report.out == tmp_path / "rec"
    assert len(list(open_trajectories(tmp_path / "rec").steps(images=False, xml=False))) == report.steps == 4
    with pytest.raises(OutputExistsError):
        import_recording("aitz", _AITZ, tmp_path / "rec")
