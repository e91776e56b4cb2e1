"""`input`: touches and keys injected above the kernel, so that getevent never shows them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.display_format import SECOND_DISPLAY
from gui_rec.phone.commands.input_args import (
    API_SHELL_COMMAND,
    FAILURE_STATUS,
    InputCall,
    InputComplaintError,
    KeyArgs,
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

LONG_PRESS_TIMEOUT_MS = 500
_NO_DISPLAY = (None, -1)
_FOCUSED = frozenset({"text", "keyevent", "keycombination"})
_SYSTEM_KEYS = frozenset({"POWER", "SLEEP", "WAKEUP", "VOLUME_UP", "VOLUME_DOWN"})


class Hand(Protocol):
    """What injected input is for: the phone itself, or its second display."""

    def tap(self, x: float, y: float) -> None: ...

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None: ...

    def draganddrop(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None: ...

    def motion(self, kind: str, x: float, y: float) -> None: ...

    def text(self, text: str) -> None: ...

    def key(self, name: str) -> bool: ...

    def hold_key(self, name: str) -> bool: ...

    def chord(self, names: Sequence[str]) -> None: ...


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
        # The newer tool names the first word, be it a source or an option.
        named = args[0] if api >= API_SHELL_COMMAND else command
        await complain(io, *complaint_lines(named, complaint, api=api))
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
    await _PERFORMERS[call.command or ""](ctx, _hand(ctx, call), call.args)


def _hand(ctx: Context, call: InputCall) -> Hand | None:
    """Without a display keys go to the one that has the focus, touches to the first."""
    is_second = call.display == SECOND_DISPLAY
    if call.display in _NO_DISPLAY:
        is_second = call.command in _FOCUSED and ctx.phone.second_focused
    elif call.display not in (0, SECOND_DISPLAY):
        return None
    if not is_second:
        return ctx.phone
    return ctx.phone.second_hand if ctx.phone.config.displays > 1 else None


async def _tap(_ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    x, y = point_args("tap", args)
    if hand is not None:
        hand.tap(x, y)


async def _swipe(ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    stroke = stroke_args("swipe", args)
    if await pause(ctx, stroke.duration_ms) and hand is not None:
        hand.swipe(stroke.x1, stroke.y1, stroke.x2, stroke.y2, stroke.duration_ms)


async def _drag_and_drop(ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    stroke = stroke_args("draganddrop", args)
    if await pause(ctx, LONG_PRESS_TIMEOUT_MS + stroke.duration_ms) and hand is not None:
        hand.draganddrop(stroke.x1, stroke.y1, stroke.x2, stroke.y2, stroke.duration_ms)


async def _text(_ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    text = typed_text(args)
    if hand is not None and text:
        hand.text(text)


async def _key_event(ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    wanted = key_args(args, api=ctx.phone.config.api)
    for number, word in enumerate(wanted.keys):
        if number and not await pause(ctx, wanted.delay_ms):
            return
        for press in range(2 if wanted.doubletap else 1):
            if press and not await pause(ctx, wanted.between_ms):
                return
            if not await _stroke(ctx, hand, word, wanted):
                return


async def _stroke(ctx: Context, hand: Hand | None, word: str, wanted: KeyArgs) -> bool:
    """One press of a key, or its long press once it was held; False when the client left meanwhile."""
    name = key_name(word)
    # The system takes these itself, whichever display they are for.
    target = ctx.phone if name in _SYSTEM_KEYS else hand
    is_long = wanted.is_long(LONG_PRESS_TIMEOUT_MS)
    if not await pause(ctx, wanted.held_ms(LONG_PRESS_TIMEOUT_MS)):
        return False
    if target is not None and name is not None:
        (target.hold_key if is_long else target.key)(word)
    return True


async def _key_combination(ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    keys, duration_ms = combination_args(args)
    if await pause(ctx, duration_ms) and hand is not None:
        hand.chord(keys)


async def _motion_event(_ctx: Context, hand: Hand | None, args: Sequence[str]) -> None:
    event, (x, y) = motion_args(args)
    if hand is not None:
        hand.motion(event, x, y)


async def _roll(_ctx: Context, _hand: Hand | None, args: Sequence[str]) -> None:
    point_args("roll", args)


async def _trackball_press(_ctx: Context, _hand: Hand | None, _args: Sequence[str]) -> None:
    """Nothing on this phone listens to a trackball."""


_PERFORMERS: Mapping[str, Callable[[Context, Hand | None, Sequence[str]], Awaitable[None]]] = {
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
