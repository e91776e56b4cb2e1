"""`input`: touches and keys injected above the kernel, so that getevent never shows them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.display_format import SECOND_DISPLAY
from gui_rec.phone.commands.input_args import (
    API_SHELL_COMMAND,
    FAILURE_STATUS,
    InputCall,
    InputComplaintError,
    combination_args,
    commands_of,
    complaint_lines,
    denied,
    is_usage,
    key_args,
    motion_args,
    parse_call,
    point_args,
    stroke_args,
    typed_text,
    unknown_command_lines,
    usage,
)
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.phone import Phone

LONG_PRESS_TIMEOUT_MS = 500
_DISPLAYS = (None, -1, 0)


async def input_(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`input [source] [-d N] command ...`. Silent when it works; swipes last as long as they say."""
    api = ctx.phone.config.api
    command = ""
    try:
        call = parse_call(args, api=api)
        command = call.command or ""
        if call.command not in commands_of(api):
            return await _no_such_command(call, api, io)
        if ctx.phone.faults.take("inject-denied"):
            raise denied(api)
        await _perform(ctx, call)
    except InputComplaintError as complaint:
        await complain(io, *complaint_lines(command, complaint, api=api))
        return 0 if is_usage(complaint, api=api) else FAILURE_STATUS
    return 0


async def _no_such_command(call: InputCall, api: int, io: Io) -> int:
    if call.command in (None, "help", "-h"):
        await say(io, *usage(api))
        return FAILURE_STATUS if api >= API_SHELL_COMMAND else 0
    if api >= API_SHELL_COMMAND:
        await say(io, *unknown_command_lines(str(call.command), api=api))
        return FAILURE_STATUS
    await complain(io, *unknown_command_lines(str(call.command), api=api))
    return 0


async def _perform(ctx: Context, call: InputCall) -> None:
    if call.display == SECOND_DISPLAY and ctx.phone.config.displays > 1 and call.command == "tap":
        await _tap_second(ctx, call)
        return
    phone = ctx.phone if call.display in _DISPLAYS else None
    await _PERFORMERS[call.command or ""](ctx, phone, call.args)


async def _tap(_ctx: Context, phone: Phone | None, args: Sequence[str]) -> None:
    x, y = point_args("tap", args)
    if phone is not None:
        phone.tap(x, y)


async def _tap_second(ctx: Context, call: InputCall) -> None:
    x, y = point_args("tap", call.args)
    ctx.phone.touch_second(x, y)


async def _swipe(ctx: Context, phone: Phone | None, args: Sequence[str]) -> None:
    stroke = stroke_args("swipe", args)
    if await pause(ctx, stroke.duration_ms) and phone is not None:
        phone.swipe(stroke.x1, stroke.y1, stroke.x2, stroke.y2, stroke.duration_ms)


async def _drag_and_drop(ctx: Context, phone: Phone | None, args: Sequence[str]) -> None:
    stroke = stroke_args("draganddrop", args)
    if await pause(ctx, LONG_PRESS_TIMEOUT_MS + stroke.duration_ms) and phone is not None:
        phone.draganddrop(stroke.x1, stroke.y1, stroke.x2, stroke.y2, stroke.duration_ms)


async def _text(_ctx: Context, phone: Phone | None, args: Sequence[str]) -> None:
    text = typed_text(args)
    if phone is not None and text:
        phone.text(text)


async def _key_event(ctx: Context, phone: Phone | None, args: Sequence[str]) -> None:
    wanted = key_args(args)
    for number, word in enumerate(wanted.keys):
        if number and not await pause(ctx, wanted.delay_ms):
            return
        for _ in range(2 if wanted.doubletap else 1):
            _press(phone, word)


async def _key_combination(ctx: Context, _phone: Phone | None, args: Sequence[str]) -> None:
    """No chord means anything on this phone; pressed one by one, its keys would mean something else."""
    _, duration_ms = combination_args(args)
    await pause(ctx, duration_ms)


async def _motion_event(_ctx: Context, phone: Phone | None, args: Sequence[str]) -> None:
    event, (x, y) = motion_args(args)
    if phone is not None:
        phone.motion(event, x, y)


async def _roll(_ctx: Context, _phone: Phone | None, args: Sequence[str]) -> None:
    point_args("roll", args)


async def _trackball_press(_ctx: Context, _phone: Phone | None, _args: Sequence[str]) -> None:
    """Nothing on this phone listens to a trackball."""


def _press(phone: Phone | None, word: str) -> None:
    name = key_name(word)
    if phone is not None and name is not None:
        phone.key(name)


_PERFORMERS: Mapping[str, Callable[[Context, Phone | None, Sequence[str]], Awaitable[None]]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag_and_drop,
    "text": _text,
    "keyevent": _key_event,
    "keycombination": _key_combination,
    "motionevent": _motion_event,
    "roll": _roll,
    "press": _trackball_press,
}
