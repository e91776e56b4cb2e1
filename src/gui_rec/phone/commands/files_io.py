"""cat, cp, mv, rm, mkdir, touch, chmod (facts: AOSP external/toybox)."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._tools import contents, inside, is_folder, read_flags, say_os_error


async def cat(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`cat [FILE...]`; without a file, or for `-`, stdin as it comes."""
    status = 0
    for name in read_flags(args, "u").operands or ("-",):
        if name == "-":
            while part := await io.read():
                await io.out(part)
            continue
        try:
            data = await contents(ctx, io, name)
        except OSError as error:
            await say_os_error(io, "cat", error)
            status = 1
        else:
            await io.out(data)
    return status


async def cp(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`cp [-rfp] SOURCE... TARGET`"""
    flags = read_flags(args, "rRfpa")
    *sources, target = _two_or_more(flags.operands)
    _check_target(ctx, sources, target)
    status = 0
    for source in sources:
        try:
            _copy(ctx, ctx.path(source), inside(ctx, target, source), bool(flags.on & {"r", "R", "a"}))
        except OSError as error:
            await say_os_error(io, "cp", error)
            status = 1
    return status


async def mv(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`mv [-f] SOURCE... TARGET`"""
    *sources, target = _two_or_more(read_flags(args, "fi").operands)
    _check_target(ctx, sources, target)
    status = 0
    for source in sources:
        try:
            ctx.files.rename(ctx.path(source), inside(ctx, target, source))
        except OSError as error:
            await say_os_error(io, "mv", error)
            status = 1
    return status


async def rm(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`rm [-rf] FILE...`"""
    flags = read_flags(args, "rRf")
    if not flags.operands and "f" not in flags.on:
        raise InputError("Needs 1 argument")
    status = 0
    for name in flags.operands:
        try:
            ctx.files.remove(ctx.path(name), recursive=bool(flags.on & {"r", "R"}))
        except OSError as error:
            if error.errno == errno.ENOENT and "f" in flags.on:
                continue
            await say_os_error(io, "rm", error)
            status = 1
    return status


async def mkdir(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`mkdir [-p] [-m MODE] FOLDER...`"""
    flags = read_flags(args, "p", "m")
    mode = _octal(flags.values.get("m", "755"))
    status = 0
    for name in flags.operands:
        try:
            ctx.files.mkdir(ctx.path(name), mode=mode, parents="p" in flags.on)
        except OSError as error:
            await io.err(f"mkdir: '{name}': {error.strerror}\n".encode("utf-8", "surrogateescape"))
            status = 1
    return status


async def touch(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`touch [-c] FILE...`: the time becomes now."""
    flags = read_flags(args, "cam")
    status = 0
    for name in flags.operands:
        if "c" in flags.on and not ctx.files.exists(ctx.path(name)):
            continue
        try:
            ctx.files.touch(ctx.path(name))
        except OSError as error:
            await say_os_error(io, "touch", error)
            status = 1
    return status


async def chmod(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`chmod MODE FILE...` with an octal mode or `+x`, `-w` and their like for all."""
    if len(args) < 2:
        raise InputError("Needs 2 arguments")
    status = 0
    for name in args[1:]:
        try:
            ctx.files.chmod(ctx.path(name), _mode(args[0], ctx.files.stat(ctx.path(name)).mode))
        except OSError as error:
            await say_os_error(io, "chmod", error)
            status = 1
    return status


def _mode(text: str, now: int) -> int:
    symbolic = re.fullmatch(r"([ugoa]*)([+-])([rwx]+)", text)
    if symbolic is None:
        return _octal(text)
    one = sum({"r": 4, "w": 2, "x": 1}[letter] for letter in set(symbolic[3]))
    who = symbolic[1] or "a"
    bits = sum(
        one << shift for letter, shift in (("u", 6), ("g", 3), ("o", 0)) if letter in who or "a" in who
    )
    return now | bits if symbolic[2] == "+" else now & ~bits


def _octal(text: str) -> int:
    if not re.fullmatch(r"[0-7]{1,4}", text):
        raise InputError(f"bad mode '{text}'")
    return int(text, 8)


def _two_or_more(operands: tuple[str, ...]) -> tuple[str, ...]:
    if len(operands) < 2:
        raise InputError("Needs 2 arguments")
    return operands


def _check_target(ctx: Context, sources: Sequence[str], target: str) -> None:
    if len(sources) > 1 and not is_folder(ctx, target):
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), target)


def _copy(ctx: Context, source: str, target: str, recursive: bool) -> None:
    found = ctx.files.stat(source)
    if not found.is_dir:
        ctx.files.write(target, ctx.files.read(source), mode=found.mode)
        return
    if not recursive:
        raise OSError(errno.EISDIR, "Skipped dir", source)
    if (ctx.files.resolve(target) + "/").startswith(ctx.files.resolve(source) + "/"):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), target)
    ctx.files.mkdir(target, parents=True)
    for name in ctx.files.listdir(source):
        _copy(ctx, f"{source}/{name}", f"{target}/{name}", recursive)
