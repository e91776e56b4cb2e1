"""The film's container, box by box."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.commands._mp4 import FilmFrame, film

_CONTAINERS = (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"stbl")
_FRAMES = st.lists(
    st.builds(FilmFrame, st.binary(min_size=1, max_size=50), st.integers(1, 10_000)), min_size=1, max_size=20
)


def boxes(data: bytes, start: int = 0) -> Iterator[tuple[bytes, bytes, int]]:
    """(kind, body, where the body begins in the file) of every box, those inside others too."""
    at = 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        assert 8 <= size <= len(data) - at
        body = data[at + 8 : at + size]
        yield kind, body, start + at + 8
        if kind in _CONTAINERS:
            yield from boxes(body, start + at + 8)
        at += size


@settings(max_examples=50, deadline=None)
@given(_FRAMES)
def test_the_sample_table_leads_to_every_frame(frames: list[FilmFrame]) -> None:
    data = film(frames, 1080, 2400)
    found = {kind: body for kind, body, _ in boxes(data)}
    count = struct.unpack_from(">I", found[b"stsz"], 8)[0]
    sizes = struct.unpack_from(f">{count}I", found[b"stsz"], 12)
    at = struct.unpack_from(">I", found[b"stco"], 8)[0]
    read = []
    for size in sizes:
        read.append(data[at : at + size])
        at += size
    assert read == [frame.jpeg for frame in frames]


@settings(max_examples=50, deadline=None)
@given(_FRAMES)
def test_times_add_up(frames: list[FilmFrame]) -> None:
    found = {kind: body for kind, body, _ in boxes(film(frames, 10, 20))}
    length = sum(frame.duration_ms for frame in frames)
    assert struct.unpack_from(">2I", found[b"mvhd"], 12) == (1000, length)
    assert struct.unpack_from(">2I", found[b"mdhd"], 12) == (1000, length)
    count = struct.unpack_from(">I", found[b"stts"], 4)[0]
    times = [struct.unpack_from(">2I", found[b"stts"], 8 + 8 * at) for at in range(count)]
    assert times == [(1, frame.duration_ms) for frame in frames]


def test_the_size_stands_in_the_track_and_in_the_entry() -> None:
    found = {kind: body for kind, body, _ in boxes(film([FilmFrame(b"x", 1)], 1080, 2400))}
    assert struct.unpack(">2I", found[b"tkhd"][-8:]) == (1080 << 16, 2400 << 16)
    assert len(found[b"tkhd"]) == 84
    assert len(found[b"mvhd"]) == 100
    assert found[b"stsd"][12:16] == b"mp4v"
    assert struct.unpack_from(">2H", found[b"stsd"], 16 + 24) == (1080, 2400)
