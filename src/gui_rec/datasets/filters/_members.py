"""The table of filters, in the order in which they work whatever order they are asked for in.

What is broken goes first, then what was not carried out, then what must not be seen by others; only what is left is
compared for being double.
"""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.filters._api import Filter

FILTERS: Registry[Filter] = Registry(
    "filter",
    {
        name: (f"gui_rec.datasets.filters.{name}:FILTER", None)
        for name in (
            "structure",
            "execution",
            "privacy",
            "loops",
            "near_duplicates",
            "duplicate_trajectories",
        )
    },
)
