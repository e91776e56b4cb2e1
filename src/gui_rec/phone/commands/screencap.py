"""`screencap`: the screen as PNG or as raw pixels (facts: AOSP cmds/screencap/screencap.cpp)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain
from gui_rec.phone.commands.display_format import PHYSICAL_DISPLAY_ID, SECOND_PHYSICAL_ID
from gui_rec.phone.world.phone import Phone

_RGBA_8888 = 1
_SRGB = 1
_LOGICAL_IDS_UNTIL_API = 28
_ALL_FROM_API = 35
_WARNING = (
    "[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display "
    "found, however this default is not guaranteed to be consistent across captures. A display id should be "
    "specified.",
    "A display ID can be specified with the [-d display-id] option.",
    'See "dumpsys SurfaceFlinger --display-id" for valid display IDs.',
)
_FAILURE = ("Failed to take screenshot. Status: -1", "Capturing failed.")
_USAGE_OF_ALL = (
    "   -a: captures all the active displays. This appends an integer postfix to the FILENAME.",
    "       e.g., FILENAME_0.png, FILENAME_1.png. If both -a and -d are given, it ignores -d.",
)
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
    """What to capture and where to put it; `path` None is stdout. `every` display, whatever `display_id` says."""

    png: bool
    display_id: str | None
    path: str | None
    every: bool = False


def usage(api: int) -> tuple[str, ...]:
    """screencap's help; `-a` came with Android 15."""
    if api < _ALL_FROM_API:
        return _USAGE
    return (_USAGE[0].replace("[-hp]", "[-ahp]"), _USAGE[1], *_USAGE_OF_ALL, *_USAGE[2:])


def parse_args(args: Sequence[str], *, api: int = _ALL_FROM_API) -> ScreencapArgs:
    """Read screencap's words. Raises an error whose text is empty when only the usage helps."""
    png, every, display_id, path = False, False, None, None
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word == "-d" and rest:
            display_id = rest.pop(0)
        elif word == "-p":
            png = True
        elif word == "-a" and api >= _ALL_FROM_API:
            every = True
        elif word.startswith("-") or path is not None:
            raise _UsageError
        else:
            path = word
    return ScreencapArgs(png or (path is not None and path.endswith(".png")), display_id, path, every)


def raw_picture(size: ScreenSize, rgba: bytes) -> bytes:
    """Header of 16 bytes (width, height, format RGBA_8888, colour space sRGB; u32 little-endian), then rows."""
    return struct.pack("<4I", size.width_px, size.height_px, _RGBA_8888, _SRGB) + rgba


def display_of(display_id: str | None, *, api: int, displays: int = 1) -> int | None:
    """The display that `-d` names by its physical id, on old systems by its number; None for none."""
    old = api <= _LOGICAL_IDS_UNTIL_API
    names = ["0", "1"] if old else [PHYSICAL_DISPLAY_ID, SECOND_PHYSICAL_ID]
    if display_id is None:
        return 0
    return names.index(display_id) if display_id in names[:displays] else None


async def screencap(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`screencap [-p] [-d ID | -a] [FILE]`. The fault `secure-screen` with an argument refuses instead of black."""
    phone, config = ctx.phone, ctx.phone.config
    try:
        wanted = parse_args(args, api=config.api)
    except _UsageError:
        await complain(io, *usage(config.api))
        return 1
    display = 0 if wanted.every else display_of(wanted.display_id, api=config.api, displays=config.displays)
    if display is None:
        await complain(io, f"Display Id '{wanted.display_id}' is not valid.")
        return 1
    if wanted.display_id is None and not wanted.every and _warns(phone):
        await complain(io, *_WARNING)
    return await _capture(ctx, wanted, range(config.displays) if wanted.every else (display,), io)


async def _capture(ctx: Context, wanted: ScreencapArgs, displays: Sequence[int], io: Io) -> int:
    """One picture after the other; several get their number in the file's name."""
    for number, display in enumerate(displays):
        if display == 0 and _is_refused(ctx.phone):
            await complain(io, *_FAILURE)
            return 1
        path = numbered(wanted.path, number) if wanted.path and len(displays) > 1 else wanted.path
        status = await _deliver(ctx, path, _picture(ctx.phone, wanted, display), io)
        if status:
            return status
    return 0


def numbered(path: str, number: int) -> str:
    """`a.png` -> `a_1.png`, `a` -> `a_1`."""
    base = path.removesuffix(".png")
    return f"{base}_{number}{path[len(base) :]}"


def _warns(phone: Phone) -> bool:
    several = phone.config.displays > 1 and phone.config.api > _LOGICAL_IDS_UNTIL_API
    return several or phone.faults.take("display-warning")


def _is_refused(phone: Phone) -> bool:
    refuses = phone.is_secure and phone.config.refuses_secure
    return refuses or phone.faults.argument("secure-screen") is not None


def _picture(phone: Phone, wanted: ScreencapArgs, display: int) -> bytes:
    png = phone.captured() if display == 0 else phone.second_frame()
    picture = png if wanted.png else _raw(png)
    return picture[: len(picture) // 2] if phone.faults.take("truncated-png") else picture


def _raw(png: bytes) -> bytes:
    with Image.open(BytesIO(png)) as image:
        return raw_picture(ScreenSize(*image.size), image.tobytes())


async def _deliver(ctx: Context, path: str | None, picture: bytes, io: Io) -> int:
    if path is None:
        await io.out(picture)
        return 0
    try:
        ctx.files.write(ctx.path(path), picture)
    except OSError as error:
        await complain(io, f"Error opening file: {path} ({error.strerror})")
        return 1
    return 0
