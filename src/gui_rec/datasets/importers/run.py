"""The one door to all importers: a unit at a time, an episode at a time, and a word on all that was left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from gui_rec.datasets.importers._api import Importer, ImportReport, ImportSource, SourceEpisode
from gui_rec.datasets.importers._members import IMPORTERS
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.writing import Target
from gui_rec.errors import InputError, UsageError
from gui_rec.model.geometry import ScreenSize
from gui_rec.store.layout import SUFFIX

OnUnit = Callable[[int, int, int], None]
"""Hears of every file or folder read, and of every hundredth episode: how many of how many, and episodes so far."""

TOLD_EVERY = 100


def import_recording(
    format: str,
    src: Path,
    out: Path,
    *,
    pictures: Path | None = None,
    screen: ScreenSize | None = None,
    shard: tuple[int, int] = (0, 1),
    on_unit: OnUnit | None = None,
) -> ImportReport:
    """Import `src`, written in `format`, as the recording `out` (a folder, or one file ending in .parquet).

    `pictures` is where the pictures are that the rows name, `src` itself unless given; `screen` is the screen's size
    where the source does not tell it. `shard` (i, n) reads every n-th file or folder of the source, from the i-th
    on, so that n calls into n folders make the whole. Memory holds one episode. After an interruption the same call
    goes on where it stopped: episodes that are there are read again, not written again.

    Raises UsageError for an unknown format and for several episodes into one file, OutputExistsError, and InputError
    naming file, row and field where not one episode could be read; then nothing is written.
    """
    importer = IMPORTERS.get(format)
    for place in (src, *([pictures] if pictures else [])):
        if not place.exists():
            raise InputError(f"{place}: expected {format} data to import, found no such file or folder")
    target = Target(out, f"{format} {shard[0]}/{shard[1]}")
    target.refuse_what_is_there()
    root = src if src.is_dir() else src.parent
    source = ImportSource(root, pictures or root, Complaints(), screen)
    found = _unique(_read(importer, src, source, shard, on_unit or _deaf), source.complaints)
    complaints = source.complaints
    episodes, steps = target.write(_alone(found, src) if out.suffix == SUFFIX else found, complaints)
    if not episodes:
        raise _nothing(importer, src, complaints)
    notes = importer.notes if importer.proven else (*importer.notes, UNPROVEN)
    return ImportReport(out, episodes, steps, notes, tuple(complaints.listed), complaints.count)


UNPROVEN = "this importer was written after its authors' description and not yet tried on their files"


def _deaf(_done: int, _of: int, _episodes: int) -> None:
    """Nobody listens."""


def _read(
    importer: Importer, src: Path, source: ImportSource, shard: tuple[int, int], on_unit: OnUnit
) -> Iterator[SourceEpisode]:
    first, step = shard
    if not 0 <= first < step:
        raise UsageError(f"shard: expected I/N with I from 0 to N-1, got {first}/{step}")
    units = list(islice(importer.units(src), first, None, step))
    count = 0
    for done, unit in enumerate(units, 1):
        try:
            for episode in importer.episodes(unit, source):
                count += 1
                yield episode
                if count % TOLD_EVERY == 0:
                    on_unit(done - 1, len(units), count)
        except InputError as error:
            source.complaints.add("file", str(error))
        on_unit(done, len(units), count)


def _unique(episodes: Iterator[SourceEpisode], complaints: Complaints) -> Iterator[SourceEpisode]:
    seen: set[str] = set()
    for episode in episodes:
        name = episode.info.episode_id
        if name in seen:
            complaints.add(
                "episode", f"episode {name}: stands in more than one file or place; the first was taken"
            )
            continue
        seen.add(name)
        yield episode


def _alone(episodes: Iterator[SourceEpisode], src: Path) -> Iterator[SourceEpisode]:
    """For one file: all is read before anything is written, and two are an error."""
    first = next(episodes, None)
    others = sum(1 for _ in episodes)
    if others:
        raise UsageError(f"{src} holds {others + 1} episodes and one .parquet file holds one; name a folder")
    return iter(() if first is None else (first,))


def _nothing(importer: Importer, src: Path, complaints: Complaints) -> InputError:
    if not complaints.count:
        return InputError(f"{src}: expected {importer.name} data ({importer.reads}), found none")
    more = f" (and {complaints.count - 1} more)" if complaints.count > 1 else ""
    # A picture that is not there is no reason by itself: an episode is told without it.
    first = next((each for each in complaints.listed if each.what != "picture"), complaints.listed[0])
    return InputError(f"{first.reason}{more}")
