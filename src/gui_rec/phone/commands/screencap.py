"""`screencap`: the screen as PNG or as raw pixels (facts: AOSP cmds/screencap/screencap.cpp)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain
from gui_rec.phone.commands.display_format import PHYSICAL_DISPLAY_ID

_RGBA_8888 = 1
_SRGB = 1
_LOGICAL_IDS_UNTIL_API = 28
_FAILURE = ("Failed to take screenshot. Status: -1", "Capturing failed.")
_USAGE = (
    "usage: screencap [-hp] [-d display-id] [FILENAME]",
    "   -h: this message",
    "   -p: save the file as a png.",
    f"   -d: specify the display id to capture (If the id is not given, it defaults to {PHYSICAL_DISPLAY_ID})",
    '      see "dumpsys SurfaceFlinger --display-id" for valid display IDs.',
    "If FILENAME ends with .png it will be saved as a png.",
    "If FILENAME is not given, the results will be printed to stdout.",
)


class _UsageError(Exception):
    """The command line is none of screencap's."""


@dataclass(frozen=True, slots=True)
class ScreencapArgs:
    """What to capture and where to put it; `path` None is stdout."""

    png: bool
    display_id: str | None
    path: str | None


def parse_args(args: Sequence[str]) -> ScreencapArgs:
    """Read screencap's words. Raises an error whose text is empty when only the usage helps."""
    png, display_id, path = False, None, None
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word == "-d" and rest:
            display_id = rest.pop(0)
        elif word == "-p":
            png = True
        elif word.startswith("-") or path is not None:
            raise _UsageError
        else:
            path = word
    return ScreencapArgs(png or (path is not None and path.endswith(".png")), display_id, path)


def raw_picture(size: ScreenSize, rgba: bytes) -> bytes:
    """Header of 16 bytes (width, height, format RGBA_8888, colour space sRGB; u32 little-endian), then rows."""
    return struct.pack("<4I", size.width_px, size.height_px, _RGBA_8888, _SRGB) + rgba


def is_display(display_id: str | None, *, api: int) -> bool:
    """Whether `-d` names the one display: its physical id, on old systems 0."""
    return display_id in (None, "0" if api <= _LOGICAL_IDS_UNTIL_API else PHYSICAL_DISPLAY_ID)


async def screencap(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`screencap [-p] [-d ID] [FILE]`. The fault `secure-screen` with an argument refuses instead of black."""
    try:
        wanted = parse_args(args)
    except _UsageError:
        await complain(io, *_USAGE)
        return 1
    if not is_display(wanted.display_id, api=ctx.phone.config.api):
        await complain(io, f"Display Id '{wanted.display_id}' is not valid.")
        return 1
    if ctx.phone.faults.argument("secure-screen") is not None:
        await complain(io, *_FAILURE)
        return 1
    return await _deliver(ctx, wanted, _picture(ctx, wanted), io)


def _picture(ctx: Context, wanted: ScreencapArgs) -> bytes:
    picture = ctx.phone.frame() if wanted.png else raw_picture(ctx.phone.screen, ctx.phone.frame_rgba())
    return picture[: len(picture) // 2] if ctx.phone.faults.take("truncated-png") else picture


async def _deliver(ctx: Context, wanted: ScreencapArgs, picture: bytes, io: Io) -> int:
    if wanted.path is None:
        await io.out(picture)
        return 0
    try:
        ctx.files.write(ctx.path(wanted.path), picture)
    except OSError as error:
        await complain(io, f"Error opening file: {wanted.path} ({error.strerror})")
        return 1
    return 0
