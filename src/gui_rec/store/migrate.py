"""From older versions of the store to the present one: a chain of n -> n+1 functions, run as rows are read.

Nothing on disk is rewritten: a recording stays as it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from gui_rec.errors import StoreError
from gui_rec.store.schema import STEP_SCHEMA, STORE_VERSION

Row: TypeAlias = dict[str, object]
Migration: TypeAlias = Callable[[Row], Row]

_NEW_IN_2 = ("pre_ui_source", "pre_masked", "post_ui_source", "post_masked")


def _to_2(row: Row) -> Row:
    """What version 1 did not tell is null: where a hierarchy came from, and how much of a look was masked."""
    return {**dict.fromkeys(_NEW_IN_2), **row}


MIGRATIONS: Mapping[int, Migration] = {1: _to_2}
"""For each version n below the present one, the function that makes a row of n a row of n+1."""

COLUMNS: Mapping[int, tuple[str, ...]] = {
    1: tuple(name for name in STEP_SCHEMA.names if name not in _NEW_IN_2),
    2: tuple(STEP_SCHEMA.names),
}
"""The columns that a file of each version must have."""


def version_by_columns(names: Collection[str]) -> int:
    """The newest version whose columns are all there, for a file that does not tell its version."""
    fitting = [version for version, columns in COLUMNS.items() if set(columns) <= set(names)]
    return max(fitting, default=STORE_VERSION)


def check_version(version: int, where: str) -> None:
    """Raise StoreError for a version that this gui-rec cannot read."""
    if version > STORE_VERSION:
        raise StoreError(
            f"{where}: store version {version}, but this gui-rec reads up to {STORE_VERSION}; upgrade gui-rec",
            file=where,
        )
    if version not in COLUMNS:
        raise StoreError(f"{where}: store version {version} was never released", file=where)


def upgrade(
    row: Row,
    version: int,
    *,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    present: int = STORE_VERSION,
) -> Row:
    """The row as the present version has it; the same row when it is up to date."""
    for step in range(version, present):
        row = migrations[step](row)
    return row
