"""What every importer offers: another project's files in, episodes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from gui_rec.datasets.importers.complaints import Complaints, LeftOut
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Step


@dataclass(frozen=True, slots=True)
class SourceEpisode:
    """One episode of a source, as it will be stored."""

    info: EpisodeInfo
    steps: tuple[Step, ...]
    end: EpisodeEnd


@dataclass(frozen=True, slots=True)
class ImportSource:
    """Where an import reads from, and what the person adds to it.

    `pictures` is the only folder in which named pictures are looked for; `screen` counts where neither the source nor
    its picture tells the screen's size. What cannot be read goes into `complaints`.
    """

    root: Path
    pictures: Path
    complaints: Complaints
    screen: ScreenSize | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was imported, and what was not.

    `notes` says in plain words what the source does not hold. `left_out` lists the first of what could not be read,
    by place; `left_out_count` counts all of it.
    """

    out: Path
    episodes: int
    steps: int
    notes: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    left_out_count: int = 0


@runtime_checkable
class Importer(Protocol):
    """One source format.

    `proven` names the published bytes it was tried on, None where it was written after the authors' description
    alone. `reads` says which files it takes.
    """

    @property
    def name(self) -> str: ...

    @property
    def reads(self) -> str: ...

    @property
    def proven(self) -> str | None: ...

    @property
    def notes(self) -> tuple[str, ...]: ...

    def units(self, src: Path) -> Iterable[Path]:
        """The files or folders in `src` that are read one by one, in a fixed order."""
        ...

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """The episodes of one unit, one at a time in memory.

        What the source does not hold stays null with the reason `not_recorded`. An episode that cannot be told
        rightly is left out with a complaint, and the next one is read; raises InputError where the rest of the unit
        cannot be read.
        """
        ...
