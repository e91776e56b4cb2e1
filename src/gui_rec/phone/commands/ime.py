"""`ime`: input methods on the command line (facts: AOSP InputMethodManagerService shell commands, captures)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say

_FAILURE = 255
_NAMES_USER_FROM_API = 29


def _user(api: int) -> str:
    return " for user #0" if api >= _NAMES_USER_FROM_API else ""


def enabled_line(ime_id: str, *, changed: bool, on: bool, api: int) -> str:
    """`Input method X: now enabled for user #0`, `... already disabled ...`"""
    return f"Input method {ime_id}: {'now' if changed else 'already'} {'enabled' if on else 'disabled'}{_user(api)}"


def selected_line(ime_id: str, *, api: int) -> str:
    """`Input method X selected for user #0`"""
    return f"Input method {ime_id} selected{_user(api)}"


def unknown_line(ime_id: str, what: str, *, api: int) -> str:
    """`Unknown input method X cannot be selected for user #0`"""
    return f"Unknown input method {ime_id} cannot be {what}{_user(api)}"


async def ime(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`ime list|enable|disable|set|reset`."""
    if not args or args[0] not in _COMMANDS:
        await say(io, "ime <command>:" if not args else f"Unknown command: {args[0]}")
        return _FAILURE
    words = [word for word in args[1:] if word != "--user" and not word.isdigit()]
    if args[0] not in ("list", "reset") and not words:
        await complain(io, "Error: Argument expected after " + f'"{args[0]}"')
        return _FAILURE
    return await _COMMANDS[args[0]](ctx, words, io)


async def _list(ctx: Context, words: Sequence[str], io: Io) -> int:
    methods = ctx.phone.ime
    listed = methods.installed if "-a" in words else methods.enabled
    for ime_id in listed:
        await say(io, *([ime_id] if "-s" in words else [f"{ime_id}:", f"  mId={ime_id} mIsDefaultResId=0x0"]))
    return 0


async def _enable(ctx: Context, words: Sequence[str], io: Io) -> int:
    return await _switch(ctx, words[0], io, on=True)


async def _disable(ctx: Context, words: Sequence[str], io: Io) -> int:
    return await _switch(ctx, words[0], io, on=False)


async def _switch(ctx: Context, ime_id: str, io: Io, *, on: bool) -> int:
    api, methods = ctx.phone.config.api, ctx.phone.ime
    changed = (ime_id in methods.enabled) is not on
    if not (methods.enable(ime_id) if on else methods.disable(ime_id)):
        await complain(io, unknown_line(ime_id, "enabled" if on else "disabled", api=api))
        return _FAILURE
    await say(io, enabled_line(ime_id, changed=changed, on=on, api=api))
    return 0


async def _set(ctx: Context, words: Sequence[str], io: Io) -> int:
    api = ctx.phone.config.api
    if not ctx.phone.select_ime(words[0]):
        await complain(io, unknown_line(words[0], "selected", api=api))
        return _FAILURE
    await say(io, selected_line(words[0], api=api))
    return 0


async def _reset(ctx: Context, _words: Sequence[str], io: Io) -> int:
    ctx.phone.ime.reset()
    await say(
        io,
        f"Reset current and enabled IMEs{_user(ctx.phone.config.api)}",
        "  Newly selected IME:",
        f"    {ctx.phone.ime.current}",
        "  Newly enabled IMEs:",
        *(f"    {ime_id}" for ime_id in ctx.phone.ime.enabled),
    )
    return 0


_COMMANDS: Mapping[str, Callable[[Context, Sequence[str], Io], Awaitable[int]]] = {
    "list": _list,
    "enable": _enable,
    "disable": _disable,
    "set": _set,
    "reset": _reset,
}
