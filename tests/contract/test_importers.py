"""What every importer must keep to, whichever it is."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from import_sources import SOURCES

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.importers._api import Importer
from gui_rec.datasets.importers._members import IMPORTERS
from gui_rec.datasets.importers.run import UNPROVEN, import_recording
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.flags import Flag
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories


@pytest.fixture(params=sorted(IMPORTERS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def source(name: str, tmp_path: Path) -> Path:
    return SOURCES[name](tmp_path / "source")


def test_a_sample_becomes_a_sound_recording_that_exports(name: str, source: Path, tmp_path: Path) -> None:
    assert isinstance(IMPORTERS.get(name), Importer)
    assert IMPORTERS.get(name).name == name
    report = import_recording(name, source, tmp_path / "rec")
    assert report.left_out == ()
    recording = open_trajectories(tmp_path / "rec")
    assert len(recording.episodes) == report.episodes > 0
    steps = list(recording.steps())
    assert len(steps) == report.steps > 0
    assert not check(tmp_path / "rec").findings
    assert {episode.info.source for episode in recording.episodes} == {f"import:{name}"}
    assert all(episode.info.task_id and episode.info.goal for episode in recording.episodes)
    assert all(Flag.IMPORTED_INCOMPLETE in step.flags and step.action_raw for step in steps)
    assert all(step.sent is None for step in steps), "gui-rec sent nothing"
    for dialect in ("canonical", "scalecua", "ui_tars"):
        stats = export_training_set([tmp_path / "rec"], tmp_path / dialect, ExportSpec(dialect=dialect))
        assert stats.samples > 0


def test_what_was_not_kept_is_null_and_says_so(name: str, source: Path, tmp_path: Path) -> None:
    import_recording(name, source, tmp_path / "rec")
    for step in open_trajectories(tmp_path / "rec").steps():
        for look in (step.pre, step.post):
            told = {gap.column for gap in look.missing}
            for column in ("screenshot", "ui_xml", "package", "activity", "rotation", "fingerprint"):
                assert (getattr(look, column) is None) == (column in told), column


def test_an_unproven_one_says_so(name: str, source: Path, tmp_path: Path) -> None:
    report = import_recording(name, source, tmp_path / "rec")
    assert (UNPROVEN in report.notes) == (IMPORTERS.get(name).proven is None)


def test_the_same_source_gives_the_same_episodes_in_shards(name: str, source: Path, tmp_path: Path) -> None:
    whole = import_recording(name, source, tmp_path / "whole")
    counts = []
    for shard in range(2):
        try:
            counts.append(import_recording(name, source, tmp_path / f"part{shard}", shard=(shard, 2)).steps)
        except InputError:
            counts.append(0)  # fewer files than shards
    assert sum(counts) == whole.steps


def test_no_data_is_an_error_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for source in ("missing", "empty"):
        with pytest.raises(InputError, match=source):
            import_recording(name, tmp_path / source, tmp_path / "rec")
    assert not (tmp_path / "rec").exists()


def test_an_output_is_never_overwritten(name: str, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "rec.parquet"
    target.write_bytes(b"mine")
    with pytest.raises(OutputExistsError):
        import_recording(name, source, target)
    assert target.read_bytes() == b"mine"


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage_is_left_out_and_listed_and_never_a_traceback(
    name: str, source: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Bytes of one file are cut or changed: an episode comes out as it was, or is complained of."""
    place = tmp_path_factory.mktemp("damaged")
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        copy = place / "source" / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    files = sorted(path for path in (place / "source").rglob("*") if path.is_file())
    chosen = data.draw(st.sampled_from(files))
    content = bytearray(chosen.read_bytes())
    at = data.draw(st.integers(0, max(0, len(content) - 1)))
    content[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=6))
    chosen.write_bytes(content)
    with contextlib.suppress(InputError):
        import_recording(name, place / "source", place / "rec")
    if (place / "rec").exists():
        assert not check(place / "rec").findings


def test_an_unknown_format_is_an_error_that_names_the_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="aitz"):
        import_recording("vhs", tmp_path, tmp_path / "rec")
