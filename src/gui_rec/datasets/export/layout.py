"""The base of a layout: a name, what it can hold, and how a sample becomes its row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Traits

Row = dict[str, object]


def nothing_beside(rows: Mapping[str, int]) -> Mapping[str, object]:  # noqa: ARG001 - the shape of those that do
    """For a trainer that wants no file beside the rows."""
    return {}


@dataclass(frozen=True, slots=True)
class Layout:
    """An `ExportFormat` without labels; its row is a pure function of the sample."""

    name: str
    traits: Traits
    make: Callable[[Sample], Row]
    schema: pa.Schema | None = None
    version: int = 1
    files_beside: Callable[[Mapping[str, int]], Mapping[str, object]] = nothing_beside

    def reviewed(self) -> Layout:
        """See `ExportFormat`; there are no labels to add to."""
        return self

    def labelled(self) -> Layout:
        """See `ExportFormat`; there are no labels to add to."""
        return self

    def row(self, sample: Sample) -> Row:
        """See `ExportFormat.row`."""
        return self.make(sample)

    def beside(self, rows: Mapping[str, int]) -> Mapping[str, object]:
        """See `ExportFormat.beside`."""
        return self.files_beside(rows)
