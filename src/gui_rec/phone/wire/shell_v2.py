"""Frames of the shell protocol, version 2: pure.

Facts: AOSP packages/modules/adb, shell_protocol.h: u8 id, u32 little-endian length, data.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from gui_rec.errors import InputError
from gui_rec.phone.wire.packets import MAX_PAYLOAD_BYTES

_HEAD = struct.Struct("<BI")


class FrameId(IntEnum):
    """What a frame carries."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW_SIZE = 5


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. `id` stays a number: a reader passes over ids that it does not know."""

    id: int
    data: bytes


def frame_head(frame_id: FrameId, length: int) -> bytes:
    """What stands in front of the `length` bytes of a frame."""
    return _HEAD.pack(frame_id, length)


def encode_frame(frame_id: FrameId, data: bytes) -> bytes:
    """One frame as bytes."""
    return frame_head(frame_id, len(data)) + data


class FrameDecoder:
    """Takes bytes as they come and gives the frames that are whole."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that `data` completes. Raises InputError for a frame larger than a packet may be."""
        self._buffer += data
        while (frame := self._take()) is not None:
            yield frame

    def _take(self) -> Frame | None:
        if len(self._buffer) < _HEAD.size:
            return None
        frame_id, length = _HEAD.unpack_from(self._buffer)
        if length > MAX_PAYLOAD_BYTES:
            raise InputError(f"shell v2 frame: at most {MAX_PAYLOAD_BYTES} bytes, got {length}")
        end = _HEAD.size + length
        if len(self._buffer) < end:
            return None
        data = bytes(self._buffer[_HEAD.size : end])
        del self._buffer[:end]
        return Frame(frame_id, data)
