"""grep, head, wc, md5sum (facts: AOSP external/toybox)."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain
from gui_rec.phone.commands._tools import Flags, contents, lines_of, read_flags, say_os_error, to_bytes
from gui_rec.phone.patterns import BoundedPattern

_TURN_S = 0.01
"""What a search takes of the processor before the rest of the phone has its turn."""
_LINES_AT_ONCE = 200
_SLICE_BYTES = 1 << 20
"""What is worked on before the rest of the phone has its turn."""
_FIRST_BYTES = bytes(code for code in range(256) if code & 0xC0 != 0x80)
_BASIC_SPECIAL = re.compile(r"\\?[(){}|+?]")


async def grep(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`grep [-ivcqnoEFhHs] [-m N] PATTERN [FILE...]`; status 0 when a line matched, 1 when none, 2 on trouble."""
    try:
        return await _grep(ctx, args, io)
    except InputError as error:
        await complain(io, f"grep: {error}")
        return 2


async def _grep(ctx: Context, args: Sequence[str], io: Io) -> int:
    flags = read_flags(args, "ivcqnoEFhHswx", "em")
    operands = list(flags.operands)
    if "e" not in flags.values and not operands:
        raise InputError("no REGEX")
    matcher = _matcher(flags.values.get("e") or operands.pop(0), flags)
    names = operands or ["-"]
    found, status = 0, 0
    for name in names:
        prefix = to_bytes(f"{name}:") if (len(names) > 1 or "H" in flags.on) and "h" not in flags.on else b""
        try:
            found += await _grep_one(ctx, io, name, matcher, flags, prefix)
        except FileNotFoundError as error:
            await say_os_error(io, "grep", error)
            status = 2
    return status or (0 if found else 1)


async def _grep_one(
    ctx: Context, io: Io, name: str, matcher: BoundedPattern[bytes], flags: Flags, prefix: bytes
) -> int:
    count = 0
    most = _number(flags.values["m"]) if "m" in flags.values else None
    number = 0
    async for line in lines_of(ctx, io, name):
        number += 1
        text = line.removesuffix(b"\n")
        if matcher.spent_s > _TURN_S or number % _LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
            matcher.rest()
        if matcher.search(text) == ("v" in flags.on):
            continue
        count += 1
        if not flags.on & {"q", "c"}:
            where = prefix + (b"%d:" % number if "n" in flags.on else b"")
            shown = matcher.find_all(text) if "o" in flags.on else [text]
            await io.out(b"".join(where + part + b"\n" for part in shown))
        if "q" in flags.on or count == most:
            break
    if "c" in flags.on:
        await io.out(prefix + b"%d\n" % count)
    return count


def _matcher(pattern: str, flags: Flags) -> BoundedPattern[bytes]:
    alternatives = pattern.split("\n")
    if "F" in flags.on:
        alternatives = [re.escape(part) for part in alternatives]
    elif "E" not in flags.on:
        alternatives = [_BASIC_SPECIAL.sub(_swap_escape, part) for part in alternatives]
    source = "|".join(f"(?:{part})" for part in alternatives)
    if "w" in flags.on:
        source = rf"\b(?:{source})\b"
    if "x" in flags.on:
        source = rf"^(?:{source})$"
    try:
        return BoundedPattern(to_bytes(source), flags=re.IGNORECASE if "i" in flags.on else 0)
    except InputError as error:
        raise InputError(f"bad REGEX '{pattern[:100]}': {error}") from error


def _swap_escape(match: re.Match[str]) -> str:
    r"""In basic patterns `\(` groups and `(` is itself; in Python's it is the other way round."""
    return match[0][1:] if match[0].startswith("\\") else "\\" + match[0]


async def head(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`head [-n LINES | -LINES | -c BYTES] [FILE...]`"""
    args = ["-n" + arg[1:] if re.fullmatch(r"-\d+", arg) else arg for arg in args]
    flags = read_flags(args, "q", "nc")
    for name in flags.operands or ("-",):
        if "c" in flags.values:
            await io.out((await contents(ctx, io, name))[: _number(flags.values["c"])])
            continue
        left = _number(flags.values.get("n", "10"))
        if left == 0:
            continue
        async for line in lines_of(ctx, io, name):
            await io.out(line)
            left -= 1
            if left == 0:
                break
    return 0


async def wc(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`wc [-lwcm] [FILE...]`"""
    flags = read_flags(args, "lwcm")
    shown = [letter for letter in "lwcm" if letter in flags.on] or ["l", "w", "c"]
    for name in flags.operands or ("-",):
        data = await contents(ctx, io, name)
        counts = [0] * len(shown)
        for start in range(0, max(1, len(data)), _SLICE_BYTES):
            part = data[start : start + _SLICE_BYTES]
            counts = [
                count + _count(letter, part, data[start - 1 : start])
                for count, letter in zip(counts, shown, strict=True)
            ]
            await asyncio.sleep(0)
        numbers = " ".join(map(str, counts))
        await io.out(to_bytes(numbers + ("" if name == "-" else f" {name}") + "\n"))
    return 0


def _count(letter: str, part: bytes, before: bytes) -> int:
    """What `wc` counts in a part of a text behind the byte `before`; a character is counted by its first byte."""
    if letter == "l":
        return part.count(b"\n")
    if letter == "w":
        # The word that runs on from the part before was counted there.
        return len(part.split()) - bool(before.strip() and part[:1].strip())
    if letter == "m":
        return len(part) - len(part.translate(None, _FIRST_BYTES))
    return len(part)


async def md5sum(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`md5sum [-b] [FILE...]`; -b prints the sum alone."""
    flags = read_flags(args, "b")
    for name in flags.operands or ("-",):
        data = memoryview(await contents(ctx, io, name))
        hashing = hashlib.md5(usedforsecurity=False)
        for start in range(0, len(data), _SLICE_BYTES):
            hashing.update(data[start : start + _SLICE_BYTES])
            await asyncio.sleep(0)
        digest = hashing.hexdigest()
        await io.out(to_bytes(f"{digest}\n" if "b" in flags.on else f"{digest}  {name}\n"))
    return 0


def _number(text: str) -> int:
    if not text.isdecimal():
        raise InputError(f"bad number '{text}'")
    return int(text)
