"""TensorFlow's records and protocol buffers, read without either library, with bounds on everything.

A record is its length (8 bytes, little end first), the masked CRC-32C of the length, the data, and the masked CRC-32C
of the data (TFRecord, TensorFlow's tutorials). A published shard is gzip around such records. A message is a run of
fields: a varint of number and type, then the value (protobuf.dev, "Encoding").
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from gui_rec.errors import InputError

MAX_RECORD_BYTES = 512 * 1024 * 1024
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_SIZES = {_FIXED64: 8, _FIXED32: 4}
_MASK_DELTA = 0xA282EAD8

Field = tuple[int, int | memoryview]
"""A field's number and its value: a whole number for varints, the bytes for everything else."""


def records(file: Path) -> Iterator[bytes]:
    """The records of a shard, gzipped or not. Raises InputError where one is cut off or damaged.

    The checksum of every length is checked. That of the data is only where no gzip, which has its own, stands around it.
    """
    try:
        with file.open("rb") as plain:
            start = plain.read(2)
            if not start:
                raise InputError(f"{file}: expected records, got an empty file")
            zipped = start == b"\x1f\x8b"
            plain.seek(0)
            if zipped:
                with gzip.open(plain) as unzipped:
                    yield from _records(file, unzipped, check_data=False)
            else:
                yield from _records(file, plain, check_data=True)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{file}: expected a whole file of records: {error}") from error


def _records(file: Path, stream: BinaryIO | gzip.GzipFile, *, check_data: bool) -> Iterator[bytes]:
    index = 0
    while head := stream.read(12):
        where = f"{file}: record {index}"
        if len(head) < 12:
            raise InputError(f"{where}: expected 12 bytes of head, got {len(head)}; the file is cut off")
        length, length_crc = struct.unpack("<QI", head)
        if masked_crc32c(head[:8]) != length_crc:
            raise InputError(
                f"{where}: expected a right checksum of its length, got a wrong one: no TFRecord, or damaged"
            )
        if length > MAX_RECORD_BYTES:
            raise InputError(f"{where}: expected at most {MAX_RECORD_BYTES} bytes, got {length}")
        data = stream.read(length)
        tail = stream.read(4)
        if len(data) < length or len(tail) < 4:
            raise InputError(f"{where}: expected {length} bytes, got {len(data)}; the file is cut off")
        if check_data and masked_crc32c(data) != struct.unpack("<I", tail)[0]:
            raise InputError(f"{where}: expected a right checksum, got a wrong one; the data is damaged")
        yield data
        index += 1


def _table() -> tuple[int, ...]:
    table = []
    for number in range(256):
        value = number
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return tuple(table)


_CRC = _table()


def masked_crc32c(data: bytes) -> int:
    """CRC-32C (Castagnoli) as TFRecord masks it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ _CRC[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + _MASK_DELTA) & 0xFFFFFFFF


def message(data: bytes | memoryview) -> Iterator[Field]:
    """The fields of one message, in order. Raises InputError for bytes that are none."""
    view = memoryview(data)
    at = 0
    while at < len(view):
        key, at = _varint(view, at)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise InputError(f"message: expected a field number at byte {at}, got 0")
        if kind == _VARINT:
            value, at = _varint(view, at)
            yield number, value
            continue
        if kind == _BYTES:
            length, at = _varint(view, at)
        elif kind in _SIZES:
            length = _SIZES[kind]
        else:
            raise InputError(f"message: expected a field's type 0, 1, 2 or 5 at byte {at}, got {kind}")
        if length > len(view) - at:
            raise InputError(f"message: expected {length} bytes at byte {at}, got {len(view) - at}")
        yield number, view[at : at + length]
        at += length


def varints(packed: memoryview) -> Iterator[int]:
    """The numbers of a packed field. Raises InputError."""
    at = 0
    while at < len(packed):
        value, at = _varint(packed, at)
        yield value


def signed(value: int) -> int:
    """A varint as the signed 64-bit number that it stands for (`int32` and `int64` write so)."""
    return value - (1 << 64) if value >= 1 << 63 else value


def _varint(view: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(view):
            raise InputError(f"message: expected a number at byte {at}, got the end")
        byte = view[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >= 1 << 64:
                break
            return value, at
    raise InputError(f"message: expected a number of at most 64 bits before byte {at}, got a longer one")
