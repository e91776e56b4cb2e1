"""The smallest tools: echo, true, false, pwd, sleep, which, toybox (facts: mksh(1), AOSP external/toybox)."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Sequence

from gui_rec.errors import InputError
from gui_rec.phone.commands import _members
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._tools import to_bytes

_ESCAPE = re.compile(r"\\(0[0-7]{0,3}|[abcefnrtv\\])")
_CONTROL = {
    "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"
}  # fmt: skip
_UNIT_S = {"s": 1, "m": 60, "h": 3600, "d": 86400}


async def echo(_ctx: Context, args: Sequence[str], io: Io) -> int:
    r"""`echo [-neE] TEXT...`; mksh reads `\n` and its like unless -E is given."""
    end, reads_escapes, rest = "\n", True, list(args)
    while rest and re.fullmatch(r"-[neE]+", rest[0]):
        flags = rest.pop(0)
        end = "" if "n" in flags else end
        reads_escapes = "E" not in flags
    text = " ".join(rest)
    if reads_escapes:
        text, stopped = _unescape(text)
        end = "" if stopped else end
    await io.out(to_bytes(text + end))
    return 0


def _unescape(text: str) -> tuple[str, bool]:
    r"""The text with its escapes read, and whether `\c` ended it."""
    parts: list[str] = []
    at = 0
    for match in _ESCAPE.finditer(text):
        parts.append(text[at : match.start()])
        if match[1] == "c":
            return "".join(parts), True
        octal = match[1].startswith("0")
        parts.append(chr(int(match[1], 8) & 0xFF) if octal else _CONTROL[match[1]])
        at = match.end()
    return "".join(parts) + text[at:], False


async def true(_ctx: Context, _args: Sequence[str], _io: Io) -> int:
    """`true`"""
    return 0


async def false(_ctx: Context, _args: Sequence[str], _io: Io) -> int:
    """`false`"""
    return 1


async def pwd(ctx: Context, _args: Sequence[str], io: Io) -> int:
    """`pwd`"""
    await io.out(to_bytes(ctx.cwd + "\n"))
    return 0


async def sleep(ctx: Context, args: Sequence[str], _io: Io) -> int:
    """`sleep SECONDS[smhd]...`: the machine's time; ends early when the client leaves."""
    if not args:
        raise InputError("Needs 1 argument")
    total_s = sum(_duration_s(arg) for arg in args)
    try:
        await asyncio.wait_for(ctx.closed.wait(), total_s)
    except TimeoutError:
        return 0
    return 129


def _duration_s(text: str) -> float:
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNIT_S else (text, "s")
    try:
        seconds = float(number) * _UNIT_S[unit]
    except ValueError as error:
        raise InputError(f"bad number '{text}'") from error
    if not math.isfinite(seconds) or seconds < 0:
        raise InputError(f"bad number '{text}'")
    return seconds


async def which(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`which NAME...`"""
    known = [name for name in args if name in _members.COMMANDS or name == "sh"]
    await io.out(to_bytes("".join(f"/system/bin/{name}\n" for name in known)))
    return 0 if args and len(known) == len(args) else 1


async def toybox(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`toybox NAME ARGUMENTS...`: the tool by its plain name."""
    if not args or args[0] not in _members.COMMANDS:
        raise InputError(f"Unknown command {args[0] if args else ''}".rstrip())
    return await _members.COMMANDS.get(args[0])(ctx, args[1:], io)
