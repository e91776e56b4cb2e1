"""The three streams of a command, carried by one adb stream: merged, framed, or behind a terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gui_rec.phone.wire.faults import CUT_FROM_BYTES, WireFault, WireFaults
from gui_rec.phone.wire.shell_v2 import FrameDecoder, FrameId, encode_frame
from gui_rec.phone.wire.streams import Stream

_CHUNK_BYTES = 256 * 1024
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
            for frame in self._decoder.feed(data):
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
        for start in range(0, len(data), _CHUNK_BYTES):
            await self._stream.write(encode_frame(frame_id, data[start : start + _CHUNK_BYTES]))


class TerminalIo:
    """A line-wise terminal in front of another io: echo, erase, ^C, ^D, and CR LF at line ends.

    For a person at an interactive `adb shell`, whose own terminal is raw and shows only what comes back.
    """

    def __init__(self, inner: RawIo | FramedIo) -> None:
        self._inner = inner
        self._line = bytearray()
        self._ready = bytearray()

    async def read(self, limit: int = 65536) -> bytes:
        while not self._ready:
            typed = await self._inner.read()
            if not typed:
                return b""
            for code in typed:
                if not await self._key(code):
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

    async def _key(self, code: int) -> bool:
        """Take one byte from the keyboard; False for ^D on an empty line."""
        if code == 0x04:
            return bool(self._line or self._ready)
        if code in (0x0A, 0x0D):
            await self._inner.out(b"\r\n")
            self._ready += self._line + b"\n"
            self._line.clear()
        elif code in (0x08, 0x7F):
            if self._line:
                del self._line[-1:]
                await self._inner.out(b"\b \b")
        elif code == 0x03:
            self._line.clear()
            self._ready += b"\n"
            await self._inner.out(b"^C\r\n")
        else:
            self._line.append(code)
            await self._inner.out(bytes((code,)))
        return True


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
