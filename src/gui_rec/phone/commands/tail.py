"""tail (facts: AOSP external/toybox)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._tools import contents, read_flags


def last_lines(data: bytes, start: str) -> bytes:
    """The last N lines for `N`, all from line N on for `+N`. Raises InputError."""
    if re.fullmatch(r"[+-]?\d{1,9}", start) is None:
        raise InputError(f"not integer: {start}")
    lines = data.splitlines(keepends=True)
    number = abs(int(start))
    if start.startswith("+"):
        return b"".join(lines[max(0, number - 1) :])
    return b"".join(lines[len(lines) - min(number, len(lines)) :])


async def tail(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`tail [-n [+]LINES | -LINES] [FILE...]`"""
    words = ["-n" + word[1:] if re.fullmatch(r"-\d+", word) else word for word in args]
    flags = read_flags(words, "q", "n")
    for name in flags.operands or ("-",):
        await io.out(last_lines(await contents(ctx, io, name), flags.values.get("n", "10")))
    return 0
