"""Where an output goes when nobody named a place: a new one, named by the time."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path


def named_by_time(stem: str, parent: Path = Path()) -> Path:
    """`parent/STEM-20260131-235959`, or with a number behind it; a path that is not there yet."""
    first = parent / f"{stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    place, count = first, 2
    while place.exists():
        place, count = first.with_name(f"{first.name}-{count}"), count + 1
    return place
