"""The table of families, by number."""

from __future__ import annotations

from mutations.families import benign, pages, system, tolerable, values
from mutations.families._api import Family

FAMILIES: tuple[Family, ...] = tuple(
    sorted(
        (*benign.FAMILIES, *tolerable.FAMILIES, *values.FAMILIES, *pages.FAMILIES, *system.FAMILIES),
        key=lambda family: family.number,
    )
)
