"""`wm`: the display's size, density and rotation (facts: AOSP WindowManagerShellCommand.java)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.display_format import (
    SECOND_DISPLAY,
    DisplayFacts,
    wm_density_lines,
    wm_size_lines,
)
from gui_rec.phone.commands.facts import display_facts, second_facts

_FAILURE = 255
_MIN_DENSITY = 72
_LEAST_PX = 200
_MOST_PX = 32768
_USAGE = (
    "Window manager (window) commands:",
    "  help",
    "      Print this help text.",
    "  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]",
    "  density [reset|DENSITY] [-d DISPLAY_ID]",
    "  user-rotation [free|lock] [-d DISPLAY_ID] [rotation]",
)


async def wm(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`wm size|density|user-rotation ...`."""
    if not args or args[0] in ("help", "-h"):
        await say(io, *_USAGE)
        return _FAILURE if not args else 0
    command, words = args[0], _without_display(args[1:])
    if command in ("size", "density") and _display(args) not in (None, "0"):
        second = second_facts(ctx.phone) if _display(args) == str(SECOND_DISPLAY) else None
        if second is None:
            return await _of_no_display(command, words, io)
        return await _of_second(second, command, words, io)
    if command == "size":
        return await _size(ctx, words, io)
    if command == "density":
        return await _density(ctx, words, io)
    if command in ("user-rotation", "set-user-rotation"):
        return await _user_rotation(ctx, words, io)
    await say(io, f"Unknown command: {command}")
    return _FAILURE


def _display(words: Sequence[str]) -> str | None:
    """The word behind `-d`."""
    rest = list(words)
    return rest[rest.index("-d") + 1] if "-d" in rest[:-1] else None


async def _of_no_display(command: str, words: Sequence[str], io: Io) -> int:
    """What WindowManagerService answers for a display that it does not have: nothing is set, nothing is known."""
    if not words:
        await say(io, "Physical size: 0x0" if command == "size" else "Physical density: -1")
    return 0


async def _of_second(second: DisplayFacts, command: str, words: Sequence[str], io: Io) -> int:
    if words:
        await complain(io, f"Error: the size and density of display {SECOND_DISPLAY} are fixed")
        return _FAILURE
    await say(io, *(wm_size_lines(second) if command == "size" else wm_density_lines(second)))
    return 0


def _without_display(words: Sequence[str]) -> list[str]:
    rest = list(words)
    if "-d" in rest:
        at = rest.index("-d")
        del rest[at : at + 2]
    return rest


async def _size(ctx: Context, words: Sequence[str], io: Io) -> int:
    if not words:
        await say(io, *wm_size_lines(display_facts(ctx.phone)))
        return 0
    panel = ctx.phone.config.size
    wanted = panel if words[0] == "reset" else parse_size(words[0], ctx.phone.display[1])
    if wanted is None:
        await complain(io, f"Error: bad size {words[0]}")
        return _FAILURE
    ctx.phone.override_display(size=clamped(wanted, panel))
    return 0


def parse_size(text: str, density_dpi: int) -> ScreenSize | None:
    """`WxH` in px or `WdpxHdp` in density-independent pixels; None for anything else and for nonsense."""
    match = re.fullmatch(r"(\d{1,5})(dp)?x(\d{1,5})(dp)?", text)
    if match is None:
        return None
    width, height = (
        int(number) * density_dpi // 160 if unit else int(number)
        for number, unit in ((match[1], match[2]), (match[3], match[4]))
    )
    return ScreenSize(width, height) if 0 < width <= _MOST_PX and 0 < height <= _MOST_PX else None


def clamped(size: ScreenSize, panel: ScreenSize) -> ScreenSize:
    """As Android bounds an override: at least 200 px a side, at most twice the panel."""
    width = min(max(size.width_px, _LEAST_PX), panel.width_px * 2)
    height = min(max(size.height_px, _LEAST_PX), panel.height_px * 2)
    return ScreenSize(width, height)


async def _density(ctx: Context, words: Sequence[str], io: Io) -> int:
    if not words:
        await say(io, *wm_density_lines(display_facts(ctx.phone)))
        return 0
    if words[0] == "reset":
        ctx.phone.override_display(density_dpi=ctx.phone.config.density_dpi)
        return 0
    if re.fullmatch(r"[0-9]{1,4}", words[0]) is None:
        await complain(io, f"Error: bad number {words[0]}")
        return _FAILURE
    if int(words[0]) < _MIN_DENSITY:
        await complain(io, f"Error: density must be >= {_MIN_DENSITY}")
        return _FAILURE
    ctx.phone.override_display(density_dpi=int(words[0]))
    return 0


async def _user_rotation(ctx: Context, words: Sequence[str], io: Io) -> int:
    settings = ctx.phone.settings
    if not words:
        free = settings.get("system", "accelerometer_rotation") == "1"
        await say(io, "free" if free else f"lock {settings.get('system', 'user_rotation') or 0}")
        return 0
    if words[0] == "free":
        settings.put("system", "accelerometer_rotation", "1")
        return 0
    turn = words[1] if len(words) > 1 else str(ctx.phone.orientation)
    if words[0] != "lock" or turn not in ("0", "1", "2", "3"):
        await complain(io, "Error: argument needs to be either -d, free or lock.")
        return _FAILURE
    settings.put("system", "accelerometer_rotation", "0")
    settings.put("system", "user_rotation", turn)
    return 0
