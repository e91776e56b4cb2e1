"""What the name in an OPEN gets: the phone's service table.

Facts: AOSP packages/modules/adb, daemon/services.cpp and shell_service.cpp. What is not here is refused as
adbd refuses a name it does not know.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

from gui_rec.phone.commands._api import Context
from gui_rec.phone.shell import runner
from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.wire.link import Service
from gui_rec.phone.wire.reverse import ReverseTable
from gui_rec.phone.wire.shell_v2 import FrameId, encode_frame
from gui_rec.phone.wire.sockets import DeviceSockets
from gui_rec.phone.wire.stream_io import FramedIo, RawIo, TerminalIo, write_or_fail
from gui_rec.phone.wire.streams import Stream
from gui_rec.phone.wire.sync import SyncService

_TEXTS = {
    "root:": b"adbd cannot run as root in production builds\n",
    "unroot:": b"adbd not running as root\n",
    "remount:": b"remount failed: Operation not permitted\n",
    "usb:": b"restarting in USB mode\n",
}
_MOST_LINE = 128 * 1024 - 1
"""Characters: Linux starts no program with a longer argument (MAX_ARG_STRLEN), and adbd starts `sh -c LINE`."""
_CANNOT_RUN = 126
_SRGB = 1
_FRAMEBUFFER = struct.Struct("<14I")


@dataclass(frozen=True, slots=True)
class ServiceTable:
    """Opens services for streams.

    `new_context` makes the surroundings of one shell, whose client has left when the event is set.
    """

    new_context: Callable[[Stream], Context]
    faults: WireFaults
    sockets: DeviceSockets
    reverse: ReverseTable
    prompt: bytes

    def open(self, name: str) -> Service | None:
        """The service called `name`, or None to refuse it."""
        kind, colon, argument = name.partition(":")
        options = kind.split(",")
        if colon and options[0] == "shell":
            return self._shell(options[1:], argument)
        if colon and kind == "exec":
            return self._shell(["raw"], argument)
        if name == "sync:":
            return self._sync
        if name == "framebuffer:":
            return self._framebuffer
        if name in _TEXTS:
            return _text(_TEXTS[name])
        if colon and kind == "reverse":
            return self._reverse(argument)
        if colon and kind == "tcpip":
            return _text(_tcpip(argument))
        return self.sockets.acceptor(name)

    def _shell(self, options: list[str], line: str) -> Service:
        """`shell[,v2][,raw|,pty][,TERM=x]:LINE`; without a line an interactive one, on a terminal unless raw."""
        is_framed = "v2" in options
        has_terminal = not line and "raw" not in options

        if len(line) > _MOST_LINE:
            return _text(_too_long(is_framed))

        async def serve(stream: Stream) -> None:
            wire_io = FramedIo(stream, self.faults) if is_framed else RawIo(stream, self.faults)
            io = TerminalIo(wire_io) if has_terminal else wire_io
            ctx = self.new_context(stream)
            try:
                if line:
                    status = await runner.run_line(ctx, line, io)
                else:
                    prompt = self.prompt if has_terminal else b""
                    status = await runner.run_interactive(ctx, io, prompt=prompt)
                # A job holds the stream's other end open until it has ended, as its stdout does on a phone.
                await ctx.jobs.wait()
            finally:
                await ctx.jobs.end()
            await io.exit(status)

        return serve

    def _reverse(self, command: str) -> Service:
        async def serve(stream: Stream) -> None:
            if stream.transport is not None:
                await stream.write(self.reverse.answer(command, stream.transport))

        return serve

    async def _sync(self, stream: Stream) -> None:
        await SyncService(stream, self.new_context(stream).files, self.faults).run()

    async def _framebuffer(self, stream: Stream) -> None:
        """Version 2: 14 u32 (bpp, colour space, size, width, height, offset and length of each channel), pixels."""
        phone = self.new_context(stream).phone
        pixels = phone.frame_rgba()
        size = phone.screen
        channels = (0, 8, 16, 8, 8, 8, 24, 8)
        head = _FRAMEBUFFER.pack(2, 32, _SRGB, len(pixels), size.width_px, size.height_px, *channels)
        await stream.write(head)
        await write_or_fail(stream, self.faults, pixels, stream.write)


def _tcpip(port: str) -> bytes:
    """What adbd says before it starts anew to listen on a port; here it listens as before."""
    is_port = port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536
    return f"restarting in TCP mode port: {port}\n".encode() if is_port else b"invalid port\n"


def _too_long(is_framed: bool) -> bytes:
    """What adbd says when it cannot start a shell (`ReportError` in shell_service.cpp)."""
    text = b"exec '/system/bin/sh' failed: Argument list too long (7)\n"
    if not is_framed:
        return text
    return encode_frame(FrameId.STDERR, text) + encode_frame(FrameId.EXIT, bytes((_CANNOT_RUN,)))


def _text(answer: bytes) -> Service:
    async def serve(stream: Stream) -> None:
        await stream.write(answer)

    return serve
