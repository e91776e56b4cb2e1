"""Where things lie: a recording is a folder, or one Parquet file with its side tables beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SUFFIX = ".parquet"
EPISODES = "episodes"
VERDICTS = "verdicts"
LABELS = "labels"
TABLES = (EPISODES, VERDICTS, LABELS)
DATA = "data"
JOURNAL = "journal"


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of the recording at `target`; nothing is read or made.

    A target that ends in `.parquet` is a single file unless a folder of that name exists.
    """

    target: Path

    @property
    def is_file(self) -> bool:
        return self.target.suffix == SUFFIX and not self.target.is_dir()

    @property
    def journal(self) -> Path:
        """The folder of an open episode."""
        if self.is_file:
            return self.target.with_name(f"{self.target.name}.{JOURNAL}")
        return self.target / JOURNAL

    def data_file(self, episode_id: str) -> Path:
        """Where an episode's rows go."""
        return self.target if self.is_file else self.target / DATA / f"{episode_id}{SUFFIX}"

    def table(self, name: str) -> Path:
        """The side table or index called `name`: `x.verdicts.parquet` beside the single file `x.parquet`."""
        if self.is_file:
            return self.target.with_name(f"{self.target.stem}.{name}{SUFFIX}")
        return self.target / f"{name}{SUFFIX}"

    def data_files(self) -> list[Path]:
        """The files that hold rows, sorted by name: below `data/`, else whatever Parquet the folder holds."""
        if self.is_file:
            return [self.target] if self.target.is_file() else []
        inner = self.target / DATA
        root = inner if inner.is_dir() else self.target
        found = (path for path in root.rglob(f"*{SUFFIX}") if path.is_file())
        return sorted(path for path in found if not is_table(path))


def is_table(path: Path) -> bool:
    """True for a side table or an index, told by its name."""
    return path.suffix == SUFFIX and path.stem.rpartition(".")[2] in TABLES
