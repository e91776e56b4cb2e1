"""Packets of the adb protocol as bytes: pure, without sockets.

Facts: AOSP packages/modules/adb, adb.h, transport.cpp and docs/dev/protocol.md. A packet is 24 bytes of six
little-endian u32 (command, arg0, arg1, data length, data check, command ^ 0xffffffff), then the data.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import IntEnum

from gui_rec.errors import InputError

HEADER_BYTES = 24
MAX_PAYLOAD_BYTES = 1 << 20
MAX_HANDSHAKE_BYTES = 4096
VERSION = 0x01000001
"""From this version on both sides leave the data check out (A_VERSION_SKIP_CHECKSUM)."""
FIRST_VERSION = 0x01000000

_HEADER = struct.Struct("<6I")
_ALL_ONES = 0xFFFFFFFF


class Command(IntEnum):
    """The four letters of a packet's command, read as little-endian u32."""

    CNXN = 0x4E584E43
    OPEN = 0x4E45504F
    OKAY = 0x59414B4F
    CLSE = 0x45534C43
    WRTE = 0x45545257
    AUTH = 0x48545541
    STLS = 0x534C5453


_COMMANDS = {int(command): command for command in Command}


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet; what `arg0` and `arg1` mean depends on the command."""

    command: Command
    arg0: int
    arg1: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Header:
    """The first 24 bytes: a packet without its data yet."""

    command: Command
    arg0: int
    arg1: int
    length: int
    check: int

    def with_data(self, data: bytes) -> Packet:
        """The whole packet. The check is not compared: no modern host fills it in."""
        return Packet(self.command, self.arg0, self.arg1, data)


def data_check(data: bytes) -> int:
    """The sum of all bytes modulo 2^32, which adb calls crc32."""
    return sum(data) & _ALL_ONES


def encode(packet: Packet, *, check: bool) -> bytes:
    """A packet as bytes. `check` fills in the data check, which old hosts and the handshake want."""
    limit = MAX_HANDSHAKE_BYTES if packet.command in (Command.CNXN, Command.AUTH) else MAX_PAYLOAD_BYTES
    if len(packet.data) > limit:
        raise InputError(f"adb {packet.command.name} packet: at most {limit} bytes, got {len(packet.data)}")
    total = data_check(packet.data) if check else 0
    magic = packet.command ^ _ALL_ONES
    head = _HEADER.pack(packet.command, packet.arg0, packet.arg1, len(packet.data), total, magic)
    return head + packet.data


def decode_header(data: bytes) -> Header:
    """The header of a packet. Raises InputError for a wrong size, magic, command or length."""
    if len(data) != HEADER_BYTES:
        raise InputError(f"adb packet header: expected {HEADER_BYTES} bytes, got {len(data)}")
    command, arg0, arg1, length, check, magic = _HEADER.unpack(data)
    if command ^ _ALL_ONES != magic:
        raise InputError(
            f"adb packet header: command {command:#010x} does not agree with magic {magic:#010x}"
        )
    if length > MAX_PAYLOAD_BYTES:
        raise InputError(f"adb packet header: at most {MAX_PAYLOAD_BYTES} bytes of data, got {length}")
    known = _COMMANDS.get(command)
    if known is None:
        raise InputError(f"adb packet header: unknown command {command:#010x}")
    return Header(known, arg0, arg1, length, check)


class Decoder:
    """Takes bytes as they come and gives the packets that are whole."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._header: Header | None = None

    def feed(self, data: bytes) -> Iterator[Packet]:
        """The packets that `data` completes, one after the other. Raises InputError as `decode_header` does."""
        if self._header is None and not self._buffer and len(data) >= HEADER_BYTES:
            data = yield from self._whole(data)
        self._buffer += data
        while len(self._buffer) >= (HEADER_BYTES if self._header is None else self._header.length):
            if self._header is None:
                self._header = decode_header(self._take(HEADER_BYTES))
            else:
                header, self._header = self._header, None
                yield header.with_data(self._take(header.length))

    def _whole(self, data: bytes) -> Generator[Packet, None, bytes]:
        """The packets that lie in `data` as a whole, without copying it; gives back what is left."""
        at = 0
        while len(data) - at >= HEADER_BYTES:
            start = at + HEADER_BYTES
            header = decode_header(data[at:start])
            if len(data) - start < header.length:
                break
            at = start + header.length
            yield header.with_data(data[start:at])
        return data[at:]

    def _take(self, count: int) -> bytes:
        with memoryview(self._buffer) as view:
            part = bytes(view[:count])
        del self._buffer[:count]
        return part


def okay(local_id: int, remote_id: int) -> Packet:
    """Ready for the next WRTE of a stream, or: the stream is open."""
    return Packet(Command.OKAY, local_id, remote_id)


def write(local_id: int, remote_id: int, data: bytes) -> Packet:
    """Bytes of a stream."""
    return Packet(Command.WRTE, local_id, remote_id, data)


def close(local_id: int, remote_id: int) -> Packet:
    """The stream has ended; `local_id` 0 refuses an OPEN."""
    return Packet(Command.CLSE, local_id, remote_id)
