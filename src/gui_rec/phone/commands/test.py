"""test and [ (facts: mksh(1))."""

from __future__ import annotations

import stat as stat_bits
from collections.abc import Callable, Sequence

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Context, Io

_NUMBERS: dict[str, Callable[[int, int], bool]] = {
    "-eq": lambda left, right: left == right,
    "-ne": lambda left, right: left != right,
    "-lt": lambda left, right: left < right,
    "-le": lambda left, right: left <= right,
    "-gt": lambda left, right: left > right,
    "-ge": lambda left, right: left >= right,
}
_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "=": lambda left, right: left == right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}
_FILES = frozenset("edfsrwxLhbcp")


async def test(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`test EXPRESSION`: 0 true, 1 false, 2 not understood. `-a` and `-o` are not supported."""
    try:
        return 0 if _holds(ctx, list(args)) else 1
    except InputError as error:
        await io.err(f"test: {error}\n".encode("utf-8", "surrogateescape"))
        return 2


async def bracket(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`[ EXPRESSION ]`"""
    if not args or args[-1] != "]":
        await io.err(b"[: missing ]\n")
        return 2
    return await test(ctx, args[:-1], io)


def _holds(ctx: Context, args: list[str]) -> bool:
    if args and args[0] == "!" and len(args) > 1:
        return not _holds(ctx, args[1:])
    match args:
        case []:
            return False
        case [text]:
            return text != ""
        case [operator, operand]:
            return _unary(ctx, operator, operand)
        case [left, operator, right] if operator in _TEXTS:
            return _TEXTS[operator](left, right)
        case [left, operator, right] if operator in _NUMBERS:
            return _NUMBERS[operator](_number(left), _number(right))
    raise InputError(f"`{' '.join(args)}` is not supported by the simulated phone")


def _unary(ctx: Context, operator: str, operand: str) -> bool:
    if operator in ("-z", "-n"):
        return (operand == "") == (operator == "-z")
    if operator == "-t":
        return False
    letter = operator[1:]
    if not operator.startswith("-") or letter not in _FILES:
        raise InputError(f"unexpected operator {operator}")
    return ctx.files.exists(ctx.path(operand)) and _file_is(ctx, letter, operand)


def _file_is(ctx: Context, letter: str, name: str) -> bool:
    found = ctx.files.stat(ctx.path(name))
    kinds = {"d": stat_bits.S_ISDIR, "f": stat_bits.S_ISREG, "c": stat_bits.S_ISCHR}
    if letter in kinds:
        return kinds[letter](found.mode)
    if letter == "s":
        return found.size > 0
    if letter == "x":
        return bool(found.mode & 0o111)
    return letter in "erw"


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise InputError(f"{text}: bad number") from error
