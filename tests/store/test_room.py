"""How many more steps a disk holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.store.room import free_bytes, room_for

MB = 1024 * 1024


@pytest.mark.parametrize(
    ("free_mb", "journal_mb", "steps", "fit"),
    [
        (256, 0, 0, 0),
        (256 + 30, 0, 0, 10),
        (256 + 6, 0, 0, 2),
        (256 + 20 + 30, 10, 10, 10),
        (256 + 20, 10, 10, 0),
        (0, 10, 10, 0),
    ],
)
def test_a_step_needs_room_in_the_journal_and_twice_in_the_file(
    free_mb: int, journal_mb: int, steps: int, fit: int
) -> None:
    room = room_for(Path("x"), journal_mb * MB, steps, free=lambda _: free_mb * MB)
    assert (room.steps, room.free_bytes) == (fit, free_mb * MB)


@settings(deadline=None)
@given(
    free=st.integers(0, 10**13),
    journal=st.integers(0, 10**11),
    steps=st.integers(0, 10**6),
    keep=st.integers(0, 10**12),
)
def test_what_is_promised_fits(free: int, journal: int, steps: int, keep: int) -> None:
    room = room_for(Path("x"), journal, steps, keep_free_bytes=keep, free=lambda _: free)
    each = journal // steps if steps else 0
    grown = journal + room.steps * each
    assert room.steps == 0 or room.steps * each + 2 * grown <= free - keep


def test_a_place_that_is_not_there_yet_has_the_room_of_its_parent(tmp_path: Path) -> None:
    there, later = free_bytes(tmp_path), free_bytes(tmp_path / "a" / "b.parquet")
    assert abs(there - later) < 512 * MB
