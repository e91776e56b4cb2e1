"""What every importer must keep to, whichever it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.datasets.importers._api import Importer
from gui_rec.datasets.importers._members import IMPORTERS
from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories

_SAMPLES = {"aitz": Path(__file__).parents[1] / "data" / "aitz"}


@pytest.mark.parametrize("name", sorted(IMPORTERS))
def test_a_real_sample_becomes_a_sound_recording(name: str, tmp_path: Path) -> None:
    assert isinstance(IMPORTERS.get(name), Importer)
    assert IMPORTERS.get(name).name == name
    report = import_recording(name, _SAMPLES[name], tmp_path / "rec")
    recording = open_trajectories(tmp_path / "rec")
    assert len(recording.episodes) == report.episodes > 0
    assert sum(1 for _ in recording.steps()) == report.steps > 0
    assert not check(tmp_path / "rec").findings
    assert {episode.info.source for episode in recording.episodes} == {f"import:{name}"}


@pytest.mark.parametrize("name", sorted(IMPORTERS))
def test_no_data_is_an_error_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for source in ("missing", "empty"):
        with pytest.raises(InputError, match=source):
            import_recording(name, tmp_path / source, tmp_path / "rec")
    assert not (tmp_path / "rec").exists()


@pytest.mark.parametrize("name", sorted(IMPORTERS))
def test_an_output_is_never_overwritten(name: str, tmp_path: Path) -> None:
    target = tmp_path / "rec.parquet"
    target.write_bytes(b"mine")
    with pytest.raises(OutputExistsError):
        import_recording(name, _SAMPLES[name], target)
    assert target.read_bytes() == b"mine"


def test_an_unknown_format_is_an_error_that_names_the_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="aitz"):
        import_recording("vhs", tmp_path, tmp_path / "rec")
