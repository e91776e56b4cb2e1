"""What an import leaves: everything, or what the same import goes on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gui_rec.datasets.importers._api import SourceEpisode
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.observations import nothing_seen
from gui_rec.datasets.importers.steps import Act, chain
from gui_rec.datasets.importers.writing import MARK, Target
from gui_rec.errors import OutputExistsError
from gui_rec.model.actions import Type
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories


def _episode(name: str, text: str = "x") -> SourceEpisode:
    acts = [Act(Type(text), "toy", text, "norm01") for _ in range(3)]
    steps = chain(acts, [nothing_seen() for _ in acts])
    return SourceEpisode(EpisodeInfo(name, "import:toy"), steps, EpisodeEnd(EndReason.STOPPED))


def _stopping(names: list[str]) -> Iterator[SourceEpisode]:
    for name in names:
        yield _episode(name)
    raise KeyboardInterrupt


def _bytes(out: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(out)): file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()
    }


def test_the_same_import_goes_on_after_an_interruption(tmp_path: Path) -> None:
    target = Target(tmp_path / "rec", "toy 0/1")
    with pytest.raises(KeyboardInterrupt):
        target.write(_stopping(["a", "b"]), Complaints())
    assert (tmp_path / "rec" / MARK).exists()
    written = (tmp_path / "rec" / "data" / "a.parquet").stat().st_mtime_ns
    target.refuse_what_is_there()
    with pytest.raises(OutputExistsError):
        Target(tmp_path / "rec", "toy 1/2").refuse_what_is_there()
    done = target.write((_episode(name) for name in ("a", "b", "c")), Complaints())
    assert done == (3, 9)
    assert (tmp_path / "rec" / "data" / "a.parquet").stat().st_mtime_ns == written, "not written again"
    assert not (tmp_path / "rec" / MARK).exists()
    assert not check(tmp_path / "rec").findings
    with pytest.raises(OutputExistsError):
        target.refuse_what_is_there()


def test_an_episode_that_was_cut_in_the_middle_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gui_rec.store.recording import RecordingWriter

    target, real = Target(tmp_path / "rec", "toy 0/1"), RecordingWriter.append
    calls = iter(range(100))

    def dies(writer: RecordingWriter, step: object) -> None:
        if next(calls) == 4:
            raise KeyboardInterrupt
        real(writer, step)  # type: ignore[arg-type]

    monkeypatch.setattr(RecordingWriter, "append", dies)
    with pytest.raises(KeyboardInterrupt):
        target.write((_episode(name) for name in ("a", "b")), Complaints())
    monkeypatch.setattr(RecordingWriter, "append", real)
    assert target.write((_episode(name) for name in ("a", "b")), Complaints()) == (2, 6)
    assert [len(list(open_trajectories(tmp_path / "rec").steps(name))) for name in ("a", "b")] == [3, 3]


def test_a_resumed_import_is_the_whole_one_byte_for_byte(tmp_path: Path) -> None:
    names = ["a", "b", "c"]
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Target(tmp_path / "one", "toy").write(_stopping(names[:2]), Complaints())
    Target(tmp_path / "one", "toy").write((_episode(name) for name in names), Complaints())
    Target(tmp_path / "two", "toy").write((_episode(name) for name in names), Complaints())
    assert _bytes(tmp_path / "one") == _bytes(tmp_path / "two")


@pytest.mark.parametrize("place", ["rec", "rec.parquet"])
def test_what_the_store_cannot_hold_is_left_out(tmp_path: Path, place: str) -> None:
    complaints = Complaints()
    episodes = [_episode("a", "half \ud800"), _episode("b")]
    assert Target(tmp_path / place, "toy").write(iter(episodes), complaints) == (1, 3)
    assert [each.what for each in complaints.listed] == ["episode"]
    assert complaints.listed[0].reason.startswith("episode a: ")
    assert not check(tmp_path / place).findings


def test_nothing_leaves_nothing(tmp_path: Path) -> None:
    assert Target(tmp_path / "rec", "toy").write(iter(()), Complaints()) == (0, 0)
    assert list(tmp_path.iterdir()) == []
