"""A film as an MP4 file whose frames are JPEG pictures: pure.

Facts: ISO/IEC 14496-12 (boxes, sample tables), 14496-14 and -1 (`mp4v` entry, `esds`; object type 0x6C is a JPEG).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

TIMESCALE = 1000
"""Ticks a second: all times of the file are milliseconds."""

_JPEG_OBJECT_TYPE = 0x6C
_MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A JPEG file and for how many milliseconds it is shown."""

    jpeg: bytes
    duration_ms: int


def film(frames: Sequence[FilmFrame], width_px: int, height_px: int) -> bytes:
    """The whole file. All frames have the size given; there is at least one."""
    head = _box(b"ftyp", b"isom", struct.pack(">I", 0x200), b"isomiso2mp41")
    data = _box(b"mdat", *(frame.jpeg for frame in frames))
    return head + data + _movie(frames, width_px, height_px, first_at=len(head) + 8)


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind + body


def _full(kind: bytes, *parts: bytes, flags: int = 0) -> bytes:
    return _box(kind, struct.pack(">I", flags), *parts)


def _movie(frames: Sequence[FilmFrame], width_px: int, height_px: int, *, first_at: int) -> bytes:
    length = sum(frame.duration_ms for frame in frames)
    head = _full(
        b"mvhd",
        struct.pack(">4IIH10x", 0, 0, TIMESCALE, length, 0x10000, 0x100),
        _MATRIX,
        bytes(24),
        struct.pack(">I", 2),
    )
    track = _full(
        b"tkhd",
        struct.pack(">5I8x4H", 0, 0, 1, 0, length, 0, 0, 0, 0),
        _MATRIX,
        struct.pack(">II", width_px << 16, height_px << 16),
        flags=3,
    )
    media = _box(
        b"mdia",
        _full(b"mdhd", struct.pack(">4IHH", 0, 0, TIMESCALE, length, 0x55C4, 0)),
        _full(b"hdlr", bytes(4), b"vide", bytes(12), b"VideoHandler\0"),
        _box(
            b"minf",
            _full(b"vmhd", bytes(8), flags=1),
            _box(b"dinf", _full(b"dref", struct.pack(">I", 1), _full(b"url ", flags=1))),
            _samples(frames, width_px, height_px, first_at),
        ),
    )
    return _box(b"moov", head, _box(b"trak", track, media))


def _samples(frames: Sequence[FilmFrame], width_px: int, height_px: int, first_at: int) -> bytes:
    """The sample table; all frames lie in one chunk."""
    entry = _box(
        b"mp4v",
        struct.pack(">6xH16x2H", 1, width_px, height_px),
        struct.pack(">2I4xH32xHh", 72 << 16, 72 << 16, 1, 24, -1),
        _decoder_facts(),
    )
    count = len(frames)
    times = b"".join(struct.pack(">II", 1, frame.duration_ms) for frame in frames)
    sizes = struct.pack(f">{count}I", *(len(frame.jpeg) for frame in frames))
    return _box(
        b"stbl",
        _full(b"stsd", struct.pack(">I", 1), entry),
        _full(b"stts", struct.pack(">I", count), times),
        _full(b"stsc", struct.pack(">4I", 1, 1, count, 1)),
        _full(b"stsz", struct.pack(">2I", 0, count), sizes),
        _full(b"stco", struct.pack(">2I", 1, first_at)),
    )


def _decoder_facts() -> bytes:
    """`esds`: descriptors of the stream, of its decoder, and of the container's layer."""
    decoder = _descriptor(4, struct.pack(">BB3x2I", _JPEG_OBJECT_TYPE, 0x11, 0, 0))
    return _full(b"esds", _descriptor(3, struct.pack(">HB", 1, 0) + decoder + _descriptor(6, b"\x02")))


def _descriptor(tag: int, body: bytes) -> bytes:
    return struct.pack(">BB", tag, len(body)) + body
