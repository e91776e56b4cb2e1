"""The verbs of `wm` besides size and density (facts: AOSP WindowManagerShellCommand.java of Android 9, 11 and 15)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say

Verb = Callable[[Context, Sequence[str], Io], Awaitable[int]]

NOT_EMULATED = {
    "tracing": 0,
    "logging": 30,
    "dump-visible-window-views": 31,
    "set-letterbox-style": 31,
    "get-letterbox-style": 31,
    "reset-letterbox-style": 31,
    "set-sandbox-display-apis": 31,
    "set-multi-window-config": 31,
    "get-multi-window-config": 31,
    "reset-multi-window-config": 31,
    "reset": 31,
}
"""Verbs that Android has, with the API level that brought them, and this phone has not."""
_FAILURE = 255
_RECT = re.compile(r"-?[0-9]{1,6}(?:,-?[0-9]{1,6}){3}")
_TRUTH = {"true": True, "1": True, "false": False, "0": False}
_FIXED = ("enabled", "disabled", "default", "enabled_if_no_auto_rotation")
_API_FIXED_IF_NO_AUTO = 33


class MissingArgumentError(Exception):
    """Android throws for want of an argument; the message is its exception's."""


def _required(words: list[str], after: str) -> str:
    if not words:
        raise MissingArgumentError(f'Argument expected after "{after}"')
    return words.pop(0)


async def _fail(io: Io, text: str) -> int:
    await complain(io, text)
    return _FAILURE


def _take_display(words: list[str]) -> int | None:
    """The number behind a leading `-d`, which goes; 0 without, None for what is no number."""
    if words[:1] != ["-d"]:
        return 0
    del words[0]
    text = _required(words, "-d")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


async def overscan(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`overscan reset|L,T,R,B`: nothing is cut off from this phone's display but nothing."""
    area = _required(list(args[1:]), args[0])
    if area == "reset" or re.fullmatch(r"0,0,0,0", area):
        return 0
    if _RECT.fullmatch(area) is None:
        return await _fail(io, f"Error: bad rectangle arg: {area}")
    return await not_emulated(_ctx, args, io)


async def folded_area(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`folded-area [reset|L,T,R,B]`: this phone does not fold."""
    if len(args) == 1:
        await say(io, "Folded area: none")
        return 0
    if args[1] == "reset":
        return 0
    if _RECT.fullmatch(args[1]) is None:
        return await _fail(io, "Error: area should be LEFT,TOP,RIGHT,BOTTOM")
    return await not_emulated(_ctx, args, io)


async def scaling(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`scaling off|auto`: of another size than the panel's the picture has that size, either way."""
    if _required(list(args[1:]), args[0]) not in ("auto", "off"):
        return await _fail(io, "Error: scaling must be 'auto' or 'off'")
    return 0


async def dismiss_keyguard(_ctx: Context, _args: Sequence[str], _io: Io) -> int:
    """This phone is never locked."""
    return 0


async def set_user_rotation(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`set-user-rotation free|lock [-d N] [ROTATION]`, of Android 11 alone."""
    words = list(args[1:])
    mode = _required(words, args[0])
    display = _take_display(words)
    if mode not in ("free", "lock"):
        return await _fail(io, "Error: lock mode needs to be either free or lock.")
    return await _turn(ctx, display, mode, words, io)


async def user_rotation(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`user-rotation [-d N] [free|lock] [ROTATION]`"""
    words = list(args[1:])
    display = _take_display(words)
    if not words:
        return await _show_rotation(ctx, display, io)
    mode = words.pop(0)
    if mode not in ("free", "lock"):
        return await _fail(io, "Error: argument needs to be either -d, free or lock.")
    return await _turn(ctx, display, mode, words, io)


async def _show_rotation(ctx: Context, display: int | None, io: Io) -> int:
    settings = ctx.phone.settings
    if display is None or display >= ctx.phone.config.displays:
        return await _fail(io, "Error: check logcat for more details.")
    free = display != 0 or settings.get("system", "accelerometer_rotation") == "1"
    await say(io, "free" if free else f"lock {settings.get('system', 'user_rotation') or 0}")
    return 0


async def _turn(ctx: Context, display: int | None, mode: str, words: Sequence[str], io: Io) -> int:
    if display != 0:
        return await _fail(io, f"Error: only display 0 of this phone turns, not {display}")
    settings = ctx.phone.settings
    if mode == "free":
        settings.put("system", "accelerometer_rotation", "1")
        return 0
    turn = words[0] if words and words[0] != "-1" else str(ctx.phone.orientation)
    if turn not in ("0", "1", "2", "3"):
        is_number = re.fullmatch(r"-?[0-9]{1,9}", turn) is not None
        range_ = "Rotation argument must be -1 or a valid rotation constant."
        return await _fail(io, f"Error: {range_}" if is_number else f'Error: For input string: "{turn}"')
    settings.put("system", "accelerometer_rotation", "0")
    settings.put("system", "user_rotation", turn)
    return 0


async def fixed_rotation(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`fixed-to-user-rotation [-d N] [MODE]`: when enabled, the screen shows the user's rotation whatever an app or
    the hand says.
    """
    words, flags, api = list(args[1:]), ctx.phone.window_flags, ctx.phone.config.api
    display = _take_display(words)
    if not words and args[0] == "fixed-to-user-rotation":
        await say(io, flags.get(f"fixed.{display}", "default"))
        return 0
    mode = _required(words, args[0])
    known = _FIXED if api >= _API_FIXED_IF_NO_AUTO else _FIXED[:3]
    if mode not in known:
        return await _fail(io, f"Error: expecting enabled, disabled or default, but we get {mode}")
    ctx.phone.set_window_flag(f"fixed.{display}", mode)
    return 0


async def set_ignore_orientation(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`set-ignore-orientation-request [-d N] reset|true|1|false|0`: kept; no app of this phone asks for one."""
    words = list(args[1:])
    display = _take_display(words)
    wanted = _required(words, args[0])
    if wanted == "reset":
        ctx.phone.set_window_flag(f"ignore.{display}", "false")
        await say(io, f"Reset ignoreOrientationRequest to false for displayId={display}")
        return 0
    if wanted not in _TRUTH:
        return await _fail(io, f"Error: expecting true, 1, false, 0, reset, but we get {wanted}")
    ctx.phone.set_window_flag(f"ignore.{display}", str(_TRUTH[wanted]).lower())
    return 0


async def get_ignore_orientation(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`get-ignore-orientation-request [-d N]`"""
    display = _take_display(list(args[1:]))
    value = ctx.phone.window_flags.get(f"ignore.{display}", "false")
    await say(io, f"ignoreOrientationRequest {value} for displayId={display}")
    return 0


async def disable_blur(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`disable-blur [true|1|false|0]`: this phone never blurs."""
    if len(args) == 1:
        await say(io, "Blur supported on device: false", "Blur enabled: false")
        return 0
    if args[1] not in _TRUTH:
        return await _fail(io, f"Error: expected true, 1, false, 0, but got {args[1]}")
    return 0


async def not_emulated(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """A verb, or a value, that Android knows and this phone does not."""
    return await _fail(io, f"wm: `{' '.join(args)}` is not emulated on this phone")
