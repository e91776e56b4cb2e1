"""What every importer offers: another project's files in, a recording out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was imported. `notes` says in plain words what the source did not hold."""

    out: Path
    episodes: int
    steps: int
    notes: tuple[str, ...] = ()


@runtime_checkable
class Importer(Protocol):
    """One source format."""

    @property
    def name(self) -> str: ...

    def import_into(self, src: Path, out: Path) -> ImportReport:
        """Read `src` wholly, then write the recording `out`.

        What the source does not hold stays null with the reason `not_recorded`. Raises InputError naming file, row
        and field for anything unexpected, and OutputExistsError rather than overwrite; then nothing is written.
        """
        ...
