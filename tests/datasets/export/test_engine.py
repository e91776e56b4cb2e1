"""The same export has the same bytes whoever writes it, and goes on where it was stopped."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from small_recordings import record, small_look, small_step

from gui_rec.datasets.export import engine, parts
from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.engine import Engine, Job, write_part
from gui_rec.datasets.export.parts import Part, PartResult
from gui_rec.datasets.export.run import export_shard, export_training_set
from gui_rec.datasets.splits._api import Split, SplitSpec
from gui_rec.errors import InputError, OutputExistsError, UsageError
from gui_rec.model.actions import Tap
from gui_rec.model.observation import Observation, StateKey

_SPEC = ExportSpec(
    filters=("near_duplicates=radius:0",), split=SplitSpec({Split.TEST: 0.4}, 1), wrapping="planning"
)


def _id(at: int) -> str:
    return f"01ARZ3NDEKTSV4RRFFQ69G5{at:03d}"


def _page(number: int) -> Observation:
    return small_look(number, state_key=StateKey("0" * 16, f"{number:016x}", f"{number:016x}"))


def _hashes(out: Path) -> dict[str, str]:
    files = (file for file in sorted(out.rglob("*")) if file.is_file())
    return {str(file.relative_to(out)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.fixture
def recordings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Eight episodes in two recordings, each of which is a part of its own."""
    monkeypatch.setattr(parts, "PART_BYTES", 1)
    found = []
    for name, ids in (("one", range(5)), ("two", range(5, 8))):
        folder = tmp_path / name
        folder.mkdir()
        for at in ids:
            steps = [small_step(i, Tap(0.5, 0.5), pre=_page(3 * at + i)) for i in range(3)]
            record(folder, steps, goal=f"task {chr(97 + at)}", episode_id=_id(at))
        found.append(folder)
    return found


@pytest.fixture
def alone(recordings: list[Path], tmp_path: Path) -> dict[str, str]:
    """The hashes of the export by one process."""
    export_training_set(recordings, tmp_path / "alone", _SPEC)
    return _hashes(tmp_path / "alone")


def test_a_pool_writes_the_same_bytes(recordings: list[Path], alone: dict[str, str], tmp_path: Path) -> None:
    stats = export_training_set(recordings, tmp_path / "pool", _SPEC, workers=3)
    assert _hashes(tmp_path / "pool") == alone
    assert len(stats.files) == 8, "each episode is a part"
    assert stats.steps == stats.samples + sum(stats.refused.values()) == 24
    assert {path.name for path in tmp_path.iterdir()} == {"one", "two", "alone", "pool"}


def test_shares_of_three_machines_are_joined_to_the_same_bytes(
    recordings: list[Path], alone: dict[str, str], tmp_path: Path
) -> None:
    reports = [export_shard(recordings, tmp_path / "out", _SPEC, Engine(1, (at, 3))) for at in (2, 3, 1)]
    assert [(report.done, report.there, report.of) for report in reports] == [(3, 3, 8), (2, 5, 8), (3, 8, 8)]
    assert not (tmp_path / "out").exists()
    export_training_set(recordings, tmp_path / "out", _SPEC)
    assert _hashes(tmp_path / "out") == alone


def test_a_run_that_was_stopped_is_taken_up(
    recordings: list[Path], alone: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def stopping(job: Job, *rest: object) -> PartResult:
        if len(written) == 3:
            raise KeyboardInterrupt
        written.append(job.part.number)
        return write_part(job, *rest)  # type: ignore[arg-type]

    def noting(job: Job, *rest: object) -> PartResult:
        written.append(job.part.number)
        return write_part(job, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "write_part", stopping)
    with pytest.raises(KeyboardInterrupt):
        export_training_set(recordings, tmp_path / "out", _SPEC)
    assert not (tmp_path / "out").exists()
    assert sorted(path.name for path in (tmp_path / ".out.parts").glob("*-*")) == [
        "part-00000",
        "part-00001",
        "part-00002",
    ]
    (file,) = (tmp_path / ".out.parts" / "part-00001").rglob("*.parquet")
    file.write_bytes(b"cut off")  # what is not whole is written anew
    written.clear()
    monkeypatch.setattr(engine, "write_part", noting)
    export_training_set(recordings, tmp_path / "out", _SPEC)
    assert written == [1, 3, 4, 5, 6, 7]
    assert _hashes(tmp_path / "out") == alone
    assert not (tmp_path / ".out.parts").exists()


def test_the_parts_of_another_export_are_not_taken_up(recordings: list[Path], tmp_path: Path) -> None:
    export_shard(recordings, tmp_path / "out", _SPEC, Engine(1, (1, 3)))
    for spec, changed in ((ExportSpec(), False), (_SPEC, True)):
        if changed:
            record(recordings[0], [small_step(0, Tap(0.5, 0.5))], episode_id=_id(9))
        with pytest.raises(OutputExistsError, match="unfinished export of other recordings, options"):
            export_training_set(recordings, tmp_path / "out", spec)


@pytest.mark.slow  # a pool of processes of its own
def test_a_damaged_recording_leaves_nothing(recordings: list[Path], tmp_path: Path) -> None:
    file = sorted((recordings[1] / "data").iterdir())[-1]
    data = bytearray(file.read_bytes())
    data[200:260] = bytes(60)
    file.write_bytes(data)
    with pytest.raises(InputError, match=file.name):
        export_training_set(recordings, tmp_path / "out", ExportSpec(), workers=2)
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob(".*"))


def test_what_looks_at_everything_is_no_work_for_shares(recordings: list[Path], tmp_path: Path) -> None:
    for spec in (ExportSpec(format="openai"), ExportSpec(most_per_action=1)):
        with pytest.raises(UsageError, match="written by one process"):
            export_shard(recordings, tmp_path / "out", spec, Engine(1, (1, 2)))


@pytest.mark.parametrize(
    ("workers", "shard", "words"),
    [(0, None, "expected 1 to 256"), (1, (0, 2), "expected I/N"), (1, (3, 2), "expected I/N")],
)
def test_an_engine_that_cannot_be_is_refused(workers: int, shard: tuple[int, int] | None, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Engine(workers, shard)


def test_shares_are_all_parts_once() -> None:
    every = [Part(at, "train", ()) for at in range(11)]
    shares = [Engine(1, (at, 4)).share(every) for at in range(1, 5)]
    assert sorted((part for share in shares for part in share), key=lambda part: part.number) == every
    assert Engine().share(every) == every
