"""`settings`: the settings provider on the command line (facts: AOSP SettingsService.java)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.world.settings_table import NAMESPACES

_FAILURE = 255
_CURRENT_IME = ("secure", "default_input_method")
_ENABLED_IMES = "enabled_input_methods"
_USAGE = (
    "Settings provider (settings) commands:",
    "  help",
    "      Print this help text.",
    "  get [--user <USER_ID> | current] NAMESPACE KEY",
    "  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]",
    "  delete [--user <USER_ID> | current] NAMESPACE KEY",
    "  list [--user <USER_ID> | current] NAMESPACE",
    "      NAMESPACE is one of {system, secure, global}, case-insensitive",
)


async def settings(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`settings get|put|delete|list NAMESPACE [KEY [VALUE]]`."""
    words = _without_user(args)
    if not words or words[0] in ("help", "-h"):
        await say(io, *_USAGE)
        return 0 if words else _FAILURE
    if words[0] not in _COMMANDS:
        await say(io, f"Unknown command: {words[0]}")
        return _FAILURE
    perform, count = _COMMANDS[words[0]]
    if len(words) - 1 < count:
        await complain(io, "Invalid command: not enough arguments" if words[1:] else "Bad arguments")
        return _FAILURE
    namespace = words[1].lower()
    if namespace not in NAMESPACES:
        await complain(io, f"Invalid namespace '{words[1]}'")
        return _FAILURE
    await perform(ctx, [namespace, *words[2:]], io)
    return 0


def _without_user(args: Sequence[str]) -> list[str]:
    words = list(args)
    if "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    return words


async def _get(ctx: Context, words: Sequence[str], io: Io) -> None:
    value = _rows(ctx, words[0]).get(words[1])
    await say(io, "null" if value is None else value)


async def _put(ctx: Context, words: Sequence[str], _io: Io) -> None:
    if tuple(words[:2]) == _CURRENT_IME:
        ctx.phone.select_ime(words[2])
    else:
        ctx.phone.settings.put(words[0], words[1], words[2])


async def _delete(ctx: Context, words: Sequence[str], io: Io) -> None:
    deleted = ctx.phone.settings.delete(words[0], words[1])
    await say(io, f"Deleted {int(deleted)} rows")


async def _list(ctx: Context, words: Sequence[str], io: Io) -> None:
    await say(io, *(f"{key}={value}" for key, value in sorted(_rows(ctx, words[0]).items())))


def _rows(ctx: Context, namespace: str) -> dict[str, str]:
    """A name space with what the input method manager keeps there."""
    rows = dict(ctx.phone.settings.items(namespace))
    if namespace == _CURRENT_IME[0]:
        rows |= {_CURRENT_IME[1]: ctx.phone.ime.current, _ENABLED_IMES: ":".join(ctx.phone.ime.enabled)}
    return rows


_COMMANDS: Mapping[str, tuple[Callable[[Context, Sequence[str], Io], Awaitable[None]], int]] = {
    "get": (_get, 2),
    "put": (_put, 3),
    "delete": (_delete, 2),
    "list": (_list, 1),
}
