"""Requests and replies of the file service `sync:`: pure.

Facts: AOSP packages/modules/adb, file_sync_protocol.h and daemon/file_sync_service.cpp. All numbers are
little-endian; a request is four letters, u32 length, then a path of at most 1024 bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.phone.files import FileStat

MAX_PATH_BYTES = 1024
MAX_DATA_BYTES = 64 * 1024
REQUEST_BYTES = 8

_U32 = struct.Struct("<I")
_STAT_V1 = struct.Struct("<3I")
_STAT_V2 = struct.Struct("<IQQIIIIQqqq")
_SEND_V2 = struct.Struct("<4sII")
_RECV_V2 = struct.Struct("<4sI")
SEND_V2_BYTES = _SEND_V2.size
RECV_V2_BYTES = _RECV_V2.size
_DRY_RUN = 0x80000000
_EMPTY_ENTRY_V1 = bytes(16)
_EMPTY_ENTRY_V2 = bytes(72)


@dataclass(frozen=True, slots=True)
class Request:
    """The first 8 bytes of a request. `length` is that of the path, or of data, or a time for DONE."""

    id: bytes
    length: int


@dataclass(frozen=True, slots=True)
class SendTarget:
    """Where a SEND goes: the path and the mode with its type bits. A dry run writes nothing."""

    path: str
    mode: int
    dry_run: bool = False


def decode_request(data: bytes) -> Request:
    """The first 8 bytes of a request."""
    if len(data) != REQUEST_BYTES:
        raise InputError(f"sync request: expected {REQUEST_BYTES} bytes, got {len(data)}")
    return Request(data[:4], _U32.unpack_from(data, 4)[0])


def path_text(data: bytes) -> str:
    """A path as text; bytes that are not UTF-8 survive."""
    return data.decode("utf-8", "surrogateescape")


def decode_send_v1(data: bytes) -> SendTarget:
    """`path,mode`: the mode is decimal and stands behind the last comma."""
    path, comma, mode = data.rpartition(b",")
    if not comma or not mode.isdigit() or len(mode) > 10:
        raise InputError("sync SEND: expected `path,mode`")
    return SendTarget(path_text(path), int(mode))


def decode_send_v2(path: bytes, data: bytes) -> SendTarget:
    """The second part of SND2: the id again, mode, flags. Compression was not offered and is refused."""
    again, mode, flags = _SEND_V2.unpack(data)
    if again != b"SND2" or flags & ~_DRY_RUN:
        raise InputError(f"sync SND2: expected SND2 with no compression, got {again!r} flags {flags:#x}")
    return SendTarget(path_text(path), mode, bool(flags & _DRY_RUN))


def check_recv_v2(data: bytes) -> None:
    """The second part of RCV2: the id again and flags, which must be 0."""
    again, flags = _RECV_V2.unpack(data)
    if again != b"RCV2" or flags:
        raise InputError(f"sync RCV2: expected RCV2 with no compression, got {again!r} flags {flags:#x}")


def stat_v1(found: FileStat | None) -> bytes:
    """STAT's answer; all zero for a file that is not there."""
    return b"STAT" + _v1_fields(found)


def stat_v2(request_id: bytes, found: FileStat | None, error: int) -> bytes:
    """STA2's or LST2's answer: an errno, then the fields (all zero with an error)."""
    return request_id + _v2_fields(found, error)


def entry_v1(name: bytes, found: FileStat) -> bytes:
    """One DENT of LIST."""
    return b"DENT" + _v1_fields(found) + _U32.pack(len(name)) + name


def entry_v2(name: bytes, found: FileStat) -> bytes:
    """One DNT2 of LIS2."""
    return b"DNT2" + _v2_fields(found, 0) + _U32.pack(len(name)) + name


def list_end(is_v2: bool) -> bytes:
    """DONE after the last entry, padded to an entry's size."""
    return b"DONE" + (_EMPTY_ENTRY_V2 if is_v2 else _EMPTY_ENTRY_V1)


def data_head(length: int) -> bytes:
    """What stands in front of the `length` bytes of a piece of a file."""
    return b"DATA" + _U32.pack(length)


def done() -> bytes:
    """The end of a file."""
    return b"DONE" + _U32.pack(0)


def okay() -> bytes:
    """A SEND was written."""
    return b"OKAY" + _U32.pack(0)


def fail(text: str) -> bytes:
    """A request failed; the client shows the text."""
    message = text.encode("utf-8", "replace")
    return b"FAIL" + _U32.pack(len(message)) + message


def _v1_fields(found: FileStat | None) -> bytes:
    if found is None:
        return _STAT_V1.pack(0, 0, 0)
    return _STAT_V1.pack(found.mode, min(found.size, 0xFFFFFFFF), found.mtime_s & 0xFFFFFFFF)


def _v2_fields(found: FileStat | None, error: int) -> bytes:
    if found is None:
        return _STAT_V2.pack(error, *(0,) * 10)
    links = 2 if found.is_dir else 1
    times = (found.mtime_s,) * 3
    return _STAT_V2.pack(error, 1, found.inode, found.mode, links, 2000, 2000, found.size, *times)
