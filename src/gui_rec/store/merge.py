"""Several recordings become one folder: a farm's, a colleague's, yesterday's. The sources stay as they are.

Each data file is copied whole, byte for byte, so that what was recorded is not written anew; verdicts and
labels are added to the target's; the index is derived from what is there. A run that was interrupted goes
on where it stopped: a file that is there already and equal is left alone.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gui_rec.errors import OutputExistsError, StoreError, UsageError
from gui_rec.store import durable
from gui_rec.store.catalog import scan
from gui_rec.store.ids import is_safe_id
from gui_rec.store.index import rebuild_index, sha256_of
from gui_rec.store.layout import DATA, SUFFIX, Layout
from gui_rec.store.side_tables import append_labels, append_verdicts, read_labels, read_verdicts

MARK = "merge.unfinished"
"""Stands in the target while it is being filled; with it there, another run goes on."""

_ADVICE = "free some room and run it again; it goes on where it stopped"


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What is in the target now. `copied` counts the files of this run, `there` those of an earlier one."""

    target: Path
    episodes: int
    copied: int
    there: int
    verdicts: int
    labels: int


@dataclass(frozen=True, slots=True)
class _Copy:
    source: Path
    to: Path


def merge(
    sources: Sequence[Path], target: Path, *, on_file: Callable[[int, int], None] | None = None
) -> MergeReport:
    """Join the recordings `sources` in the new folder `target`; `on_file(done, all)` hears of each file.

    Raises StoreError for a source that is damaged or unfinished and for two episodes of one id,
    OutputExistsError for a target that holds something else, DiskFullError. All is read before anything is
    written.
    """
    place = Layout(target)
    if place.is_file:
        raise UsageError(f"{target}: several recordings need a folder; name one without {SUFFIX}")
    _refuse_what_is_there(place)
    sources = [each for source in sources for each in _recordings_in(source)]
    copies = list(_planned(sources, place))
    with durable.storing(target, _ADVICE):
        durable.make_folder(place.target / DATA)
        (place.target / MARK).touch()
        copied = sum(_copy(each, at, len(copies), on_file) for at, each in enumerate(copies, 1))
    verdicts, labels = _add_tables(sources, target)
    rebuild_index(target)
    episodes = len(scan(place))
    (place.target / MARK).unlink()
    return MergeReport(target, episodes, copied, len(copies) - copied, verdicts, labels)


def _refuse_what_is_there(place: Layout) -> None:
    if not place.target.exists() or (place.target / MARK).exists():
        return
    if not place.target.is_dir() or any(place.target.iterdir()):
        raise OutputExistsError(f"{place.target}: is there already; choose another name")


def _recordings_in(source: Path) -> list[Path]:
    """A farm's folder holds a recording a device; any other place is one itself."""
    if not source.is_dir() or (source / DATA).is_dir() or Layout(source).journal.is_dir():
        return [source]
    inner = sorted(
        path for path in source.iterdir() if (path / DATA).is_dir() or Layout(path).journal.is_dir()
    )
    return inner or [source]


def _planned(sources: Sequence[Path], place: Layout) -> Iterator[_Copy]:
    """Every file with its new name: that of its first episode, which no other file may hold."""
    owner: dict[str, Path] = {}
    for source in sources:
        layout = Layout(source)
        if layout.journal.is_dir():
            raise StoreError(
                f"{source}: a session is open or was cut off here; run `gui-rec recover {source}` first"
            )
        by_file: dict[Path, str] = {}
        for record in scan(layout):
            episode_id = record.info.episode_id
            if episode_id in owner:
                raise StoreError(
                    f"{source}: episode {episode_id} stands in {owner[episode_id]}, too; leave one of them out",
                    file=str(source),
                    episode_id=episode_id,
                )
            owner[episode_id] = source
            for part, file in enumerate([span.file for span in record.spans] or [record.file]):
                by_file.setdefault(file, _file_name(episode_id, part))
        for file, name in by_file.items():
            yield _Copy(file, place.target / DATA / name)


def _file_name(episode_id: str, part: int) -> str:
    """A name that no recording can choose outside the folder: an id that is no plain name is hashed."""
    name = (
        episode_id
        if is_safe_id(episode_id)
        else f"hashed-{hashlib.sha256(episode_id.encode()).hexdigest()[:26]}"
    )
    return f"{name}{SUFFIX}" if part == 0 else f"{name}-part{part}{SUFFIX}"


def _copy(each: _Copy, at: int, of: int, on_file: Callable[[int, int], None] | None) -> bool:
    """Copy one file; False for one that an earlier run had copied."""
    fresh = not (each.to.exists() and sha256_of(each.to) == sha256_of(each.source))
    if fresh:
        with durable.replacing(each.to) as stream, each.source.open("rb") as original:
            shutil.copyfileobj(original, stream, 1 << 20)
    if on_file is not None:
        on_file(at, of)
    return fresh


def _add_tables(sources: Sequence[Path], target: Path) -> tuple[int, int]:
    """Verdicts and labels of all sources; those that an earlier run had added are not added again."""
    verdicts = [row for source in sources for row in read_verdicts(source)]
    labels = [row for source in sources for row in read_labels(source)]
    if verdicts and not read_verdicts(target):
        append_verdicts(target, verdicts)
    if labels and not read_labels(target):
        append_labels(target, labels)
    return len(verdicts), len(labels)
