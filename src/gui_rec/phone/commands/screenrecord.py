"""`screenrecord`: a film of the screen, until it is told to end.

Facts: AOSP frameworks/av, cmds/screenrecord. A phone's film is H.264; here its frames are JPEG pictures in the
same container, which players read as well. It ends by the time limit, SIGINT, SIGHUP or SIGTERM, and is whole then.
"""

from __future__ import annotations

import asyncio
import io as bytes_io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._mp4 import FilmFrame, film
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain
from gui_rec.phone.world.phone import Phone

_LOOK_EVERY_MS = 100
_MOST_S = 180
_QUALITY = 80
_VALUED = ("--size", "--bit-rate", "--time-limit", "--display-id", "--codec-name")
_PLAIN = ("--bugreport", "--verbose", "--rotate")


@dataclass(frozen=True, slots=True)
class RecordArgs:
    """screenrecord's options: where the film goes, its longest time, its size in px or None for the screen's."""

    path: str
    limit_s: int = _MOST_S
    size: tuple[int, int] | None = None


class _UsageError(Exception):
    """An option that screenrecord refuses."""


def parse_args(args: Sequence[str]) -> RecordArgs:
    """Read the words. Raises _UsageError in screenrecord's words."""
    options: dict[str, str] = {}
    rest = list(args)
    while rest and rest[0].startswith("--"):
        name, equals, value = rest.pop(0).partition("=")
        if name in _VALUED:
            if not equals and not rest:
                raise _UsageError(f"screenrecord: option '{name}' requires an argument")
            options[name] = value if equals else rest.pop(0)
        elif name not in _PLAIN:
            raise _UsageError(f"screenrecord: unrecognized option '{name}'")
    if len(rest) != 1:
        raise _UsageError("Must specify output file (see --help).")
    return RecordArgs(rest[0], _limit_s(options.get("--time-limit")), _size(options.get("--size")))


def _limit_s(text: str | None) -> int:
    if text is None:
        return _MOST_S
    if not text.isdecimal() or not 0 < int(text) <= _MOST_S:
        raise _UsageError(f"Time limit {text}s outside acceptable range [1,{_MOST_S}]")
    return int(text)


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) < 8192 and 0 < int(height) < 8192):
        raise _UsageError(f"Invalid size '{text}', must be width x height")
    return int(width), int(height)


async def screenrecord(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`screenrecord [--time-limit S] [--size WxH] FILE`"""
    try:
        wanted = parse_args(args)
    except _UsageError as error:
        await complain(io, str(error))
        return 2
    path = ctx.path(wanted.path)
    ctx.files.write(path, b"")
    camera = _Camera(ctx.phone, wanted.size)
    now_s = asyncio.get_running_loop().time
    ends_s = now_s() + wanted.limit_s
    try:
        while now_s() < ends_s:
            await camera.look()
            if not await pause(ctx, _LOOK_EVERY_MS):
                break
    finally:
        ctx.files.write(path, camera.film())
    return 0


class _Camera:
    """Keeps the frames that differ from the one before, each with the phone's own time."""

    def __init__(self, phone: Phone, size: tuple[int, int] | None) -> None:
        self._phone = phone
        screen = phone.screen
        self._size = size or (screen.width_px, screen.height_px)
        self._began_us = phone.uptime_us()
        self._shown: list[tuple[int, bytes]] = []
        self._version = -1

    @property
    def filmed_ms(self) -> int:
        return (self._phone.uptime_us() - self._began_us) // 1000

    async def look(self) -> None:
        """Take a frame when the screen has changed; the coding is left to another thread."""
        version, at_ms = self._phone.version, self.filmed_ms
        if version != self._version:
            self._version = version
            screen = self._phone.screen
            pixels, shape = self._phone.frame_rgba(), (screen.width_px, screen.height_px)
            self._shown.append((at_ms, await asyncio.to_thread(_jpeg, pixels, shape, self._size)))

    def film(self) -> bytes:
        """The file so far; empty when not one frame was taken."""
        ends = [at_ms for at_ms, _ in self._shown] + [self.filmed_ms]
        frames = [
            FilmFrame(jpeg, max(1, end - at_ms))
            for (at_ms, jpeg), end in zip(self._shown, ends[1:], strict=True)
        ]
        return film(frames, *self._size) if frames else b""


def _jpeg(pixels: bytes, shape: tuple[int, int], size: tuple[int, int]) -> bytes:
    """The picture as JPEG, fitted into `size` with black at the sides that are left over."""
    picture = Image.frombytes("RGBA", shape, pixels).convert("RGB")
    if picture.size != size:
        scale = min(size[0] / shape[0], size[1] / shape[1])
        small = picture.resize((max(1, round(shape[0] * scale)), max(1, round(shape[1] * scale))))
        picture = Image.new("RGB", size)
        picture.paste(small, ((size[0] - small.width) // 2, (size[1] - small.height) // 2))
    out = bytes_io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
