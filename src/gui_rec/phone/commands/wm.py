"""`wm`: the display's size and density, and which other verb an API level has (facts: AOSP WindowManagerShellCommand)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands import wm_verbs
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.display_format import (
    SECOND_DISPLAY,
    DisplayFacts,
    wm_density_lines,
    wm_size_lines,
)
from gui_rec.phone.commands.facts import display_facts, second_facts
from gui_rec.phone.commands.input_args import exception_lines
from gui_rec.phone.commands.wm_verbs import MissingArgumentError, Verb

_FAILURE = 255
_MIN_DENSITY = 72
_LEAST_PX = 200
_MOST_PX = 32768
_USAGE = ("Window manager (window) commands:", "  help", "      Print this help text.")
_WHERE = "com.android.server.wm.WindowManagerShellCommand"


async def wm(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`wm size|density|scaling|dismiss-keyguard`, `overscan` on Android 9, `folded-area` and `set-user-rotation` on 11,
    `user-rotation`, `fixed-to-user-rotation`, `get-` and `set-ignore-orientation-request`, `disable-blur` from 12 on.
    """
    verbs = verbs_of(ctx.phone.config.api)
    if not args or args[0] in ("help", "-h"):
        await say(io, *_USAGE, *(f"  {name} {usage}".rstrip() for name, (_, usage) in verbs.items()))
        return _FAILURE
    if args[0] not in verbs:
        await say(io, f"Unknown command: {args[0]}")
        return _FAILURE
    try:
        return await verbs[args[0]][0](ctx, list(args), io)
    except MissingArgumentError as error:
        lines = exception_lines(args[0], f"java.lang.IllegalArgumentException: {error}", _WHERE)
        # The command's name came into that line with Android 11.
        named = lines[1] if ctx.phone.config.api >= 30 else "Exception occurred while executing:"
        await complain(io, lines[0], named, *lines[2:])
        return _FAILURE


def verbs_of(api: int) -> dict[str, tuple[Verb, str]]:
    """The commands of an API level with what the help says of their arguments."""
    return {
        name: (verb, usage) for name, (verb, usage, since, until) in _VERBS.items() if since <= api <= until
    }


async def _size_or_density(ctx: Context, args: Sequence[str], io: Io) -> int:
    command, words = args[0], _without_display(args[1:])
    if _display(args) not in (None, "0"):
        second = second_facts(ctx.phone) if _display(args) == str(SECOND_DISPLAY) else None
        if second is None:
            return await _of_no_display(command, words, io)
        return await _of_second(second, command, words, io)
    return await (_size if command == "size" else _density)(ctx, words, io)


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


_DISPLAY = "[-d DISPLAY_ID]"
_LAST = 99
_VERBS: dict[str, tuple[Verb, str, int, int]] = {
    "size": (_size_or_density, f"[reset|WxH|WdpxHdp] {_DISPLAY}", 0, _LAST),
    "density": (_size_or_density, f"[reset|DENSITY] {_DISPLAY}", 0, _LAST),
    "overscan": (wm_verbs.overscan, "[reset|LEFT,TOP,RIGHT,BOTTOM] [-d DISPLAY ID]", 0, 29),
    "folded-area": (wm_verbs.folded_area, "[reset|LEFT,TOP,RIGHT,BOTTOM]", 30, _LAST),
    "scaling": (wm_verbs.scaling, f"[off|auto] {_DISPLAY}", 0, _LAST),
    "dismiss-keyguard": (wm_verbs.dismiss_keyguard, "", 0, _LAST),
    "set-user-rotation": (wm_verbs.set_user_rotation, f"[free|lock] {_DISPLAY} [rotation]", 30, 30),
    "set-fix-to-user-rotation": (wm_verbs.fixed_rotation, f"{_DISPLAY} [enabled|disabled]", 30, 30),
    "user-rotation": (wm_verbs.user_rotation, f"{_DISPLAY} [free|lock] [rotation]", 31, _LAST),
    "fixed-to-user-rotation": (
        wm_verbs.fixed_rotation,
        f"{_DISPLAY} [enabled|disabled|default|enabled_if_no_auto_rotation]",
        31,
        _LAST,
    ),
    "set-ignore-orientation-request": (
        wm_verbs.set_ignore_orientation,
        f"{_DISPLAY} [reset|true|1|false|0]",
        31,
        _LAST,
    ),
    "get-ignore-orientation-request": (wm_verbs.get_ignore_orientation, _DISPLAY, 31, _LAST),
    "disable-blur": (wm_verbs.disable_blur, "[true|1|false|0]", 31, _LAST),
    **{name: (wm_verbs.not_emulated, "", since, _LAST) for name, since in wm_verbs.NOT_EMULATED.items()},
}
