"""The three streams of a command, carried by one adb stream: merged, framed, or behind a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from gui_rec.phone.wire.faults import CUT_FROM_BYTES, WireFault, WireFaults
from gui_rec.phone.wire.shell_v2 import FrameDecoder, FrameId, encode_frame, frame_head
from gui_rec.phone.wire.streams import Stream

_CHUNK_BYTES = 256 * 1024
_FRAMES_A_TURN = 1024
_TYPED_AT_ONCE = 4096
_LONGEST_TYPED = 4095
"""A line in a Linux terminal's canonical mode."""
_END = 0x04
_OF_LARGE_OUTPUT = (WireFault.CUT, WireFault.STALL, WireFault.DROP)
_Write = Callable[[bytes], Awaitable[None]]


class RawIo:
    """`shell:` and `exec:`: stdout and stderr merged, byte for byte, no exit status."""

    def __init__(self, stream: Stream, faults: WireFaults) -> None:
        self._stream = stream
        self._faults = faults

    async def read(self, limit: int = 65536) -> bytes:
        return await self._stream.read(limit)

    async def out(self, data: bytes) -> None:
        await write_or_fail(self._stream, self._faults, data, self._stream.write)

    async def err(self, data: bytes) -> None:
        await self._stream.write(data)

    async def exit(self, status: int) -> None:
        """The protocol has no place for the status."""


class FramedIo:
    """`shell,v2`: stdout, stderr and the exit status apart; stdin can be closed."""

    def __init__(self, stream: Stream, faults: WireFaults) -> None:
        self._stream = stream
        self._faults = faults
        self._decoder = FrameDecoder()
        self._stdin = bytearray()
        self._stdin_ended = False

    async def read(self, limit: int = 65536) -> bytes:
        while not self._stdin and not self._stdin_ended:
            data = await self._stream.read()
            if not data:
                return b""
            for number, frame in enumerate(self._decoder.feed(data)):
                if number % _FRAMES_A_TURN == _FRAMES_A_TURN - 1:
                    await asyncio.sleep(0)
                if frame.id == FrameId.STDIN:
                    self._stdin += frame.data
                elif frame.id == FrameId.CLOSE_STDIN:
                    self._stdin_ended = True
        part = bytes(self._stdin[:limit])
        del self._stdin[:limit]
        return part

    async def out(self, data: bytes) -> None:
        await write_or_fail(self._stream, self._faults, data, self._write_out)

    async def err(self, data: bytes) -> None:
        await self._write(FrameId.STDERR, data)

    async def exit(self, status: int) -> None:
        """Tell the exit status, the last frame of a stream."""
        await self._stream.write(encode_frame(FrameId.EXIT, bytes((status & 0xFF,))))

    async def _write_out(self, data: bytes) -> None:
        await self._write(FrameId.STDOUT, data)

    async def _write(self, frame_id: FrameId, data: bytes) -> None:
        whole = memoryview(data)
        for start in range(0, len(data), _CHUNK_BYTES):
            part = whole[start : start + _CHUNK_BYTES]
            await self._stream.write(frame_head(frame_id, len(part)), part)


class TerminalIo:
    """A line-wise terminal in front of another io: echo, erase, ^C, ^D, and CR LF at line ends.

    For a person at an interactive `adb shell`, whose own terminal is raw and shows only what comes back.
    """

    def __init__(self, inner: RawIo | FramedIo) -> None:
        self._inner = inner
        self._typed = b""
        self._line = bytearray()
        self._ready = bytearray()

    async def read(self, limit: int = 65536) -> bytes:
        while not self._ready:
            if not self._typed:
                self._typed = await self._inner.read(_TYPED_AT_ONCE)
            if not self._typed:
                return b""
            at, shown, is_end = 0, bytearray(), False
            while at < len(self._typed) and not is_end:
                is_end = self._typed[at] == _END and not self._line
                if is_end and self._ready:
                    break
                shown += b"" if is_end else self._key(self._typed[at])
                at += 1
            self._typed = self._typed[at:]
            if shown:
                await self._inner.out(bytes(shown))
            if is_end and not self._ready:
                return b""
        part = bytes(self._ready[:limit])
        del self._ready[:limit]
        return part

    async def out(self, data: bytes) -> None:
        await self._inner.out(data.replace(b"\n", b"\r\n"))

    async def err(self, data: bytes) -> None:
        await self.out(data)

    async def exit(self, status: int) -> None:
        """Pass the status on."""
        await self._inner.exit(status)

    def _key(self, code: int) -> bytes:
        """Take one byte from the keyboard; what is shown of it. A line too long takes no more, as a kernel's."""
        if code == _END:
            return b""
        if code in (0x0A, 0x0D):
            self._ready += self._line + b"\n"
            self._line.clear()
            return b"\r\n"
        if code in (0x08, 0x7F):
            shown = b"\b \b" if self._line else b""
            del self._line[-1:]
            return shown
        if code == 0x03:
            self._line.clear()
            self._ready += b"\n"
            return b"^C\r\n"
        if len(self._line) >= _LONGEST_TYPED:
            return b""
        self._line.append(code)
        return bytes((code,))


async def write_or_fail(stream: Stream, faults: WireFaults, data: bytes, write: _Write) -> None:
    """Write, unless a fault strikes: then half of it, and an end, a broken link, or nothing after it.

    Raises BrokenPipeError when one struck.
    """
    strikes = (fault for fault in _OF_LARGE_OUTPUT if faults.strikes(fault))
    fault = next(strikes, None) if len(data) >= CUT_FROM_BYTES else None
    if fault is None:
        await write(data)
        return
    await write(data[: len(data) // 2])
    await stream.flush()
    if fault is WireFault.STALL:
        await stream.closed.wait()
    if fault is WireFault.DROP and stream.transport is not None:
        stream.transport.drop()
    await stream.close()
    raise BrokenPipeError("a fault of the wire ended the stream half-way")
