"""How many more steps a disk holds, so that a session can end in order before it is full.

An open episode needs room three times: in the journal, and, when it ends, in the Parquet file, in which a
picture that two steps share stands twice. The journal goes only after the file is whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

KEEP_FREE_BYTES = 256 * 1024 * 1024
"""What a recording leaves free unless told otherwise: a system without any room fails elsewhere."""

_FIRST_GUESS_BYTES = 1024 * 1024  # two screens of 1080x2400 and their hierarchies, before any was seen
_COPIES = 2  # pre and post of every row in the Parquet file


@dataclass(frozen=True, slots=True)
class Room:
    """`steps` more of the size of those so far fit before less than `keep_free_bytes` of `free_bytes` are left."""

    steps: int
    free_bytes: int
    keep_free_bytes: int


def free_bytes(path: Path) -> int:
    """What the disk of `path`, or of its nearest parent that exists, has left for this user."""
    place = path.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free


def room_for(
    target: Path,
    journal_bytes: int,
    steps: int,
    *,
    keep_free_bytes: int = KEEP_FREE_BYTES,
    free: Callable[[Path], int] = free_bytes,
) -> Room:
    """The room at `target` for an episode whose journal holds `steps` in `journal_bytes`."""
    left = free(target)
    each = max(1, journal_bytes // steps) if steps else _FIRST_GUESS_BYTES
    usable = left - keep_free_bytes - _COPIES * journal_bytes
    return Room(max(0, usable // (each * (1 + _COPIES))), left, keep_free_bytes)
