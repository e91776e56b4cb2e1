"""The commands that change the shell itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence

from gui_rec.phone.commands._api import Context, Io

_GENTLE_SIGNALS = frozenset(("INT", "2", "TERM", "15", "HUP", "1"))


class ExitShell(BaseException):
    """`exit`: unwinds to the shell that runs it. Not an Exception, so that no command swallows it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def cd(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`cd [DIR]`"""
    target = ctx.files.resolve(ctx.path(args[0])) if args else "/"
    if not ctx.files.exists(target):
        await io.err(f"/system/bin/sh: cd: {args[0]}: No such file or directory\n".encode())
        return 2
    if not ctx.files.stat(target).is_dir:
        await io.err(f"/system/bin/sh: cd: {args[0]}: Not a directory\n".encode())
        return 2
    ctx.cwd = target
    ctx.env["PWD"] = target
    return 0


async def export(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`export NAME[=value]...`: programs that are run get the variable. Alone it lists those."""
    if not args:
        listing = "".join(f"{name}={value}\n" for name, value in sorted(ctx.env.items()))
        await io.out(listing.encode("utf-8", "surrogateescape"))
    for arg in args:
        name, equals, value = arg.partition("=")
        if not name.isidentifier():
            await io.err(f"/system/bin/sh: export: {name}: is not an identifier\n".encode())
            return 1
        kept = ctx.unexported.pop(name, ctx.env.get(name))
        if equals:
            ctx.env[name] = value
        elif kept is not None:
            ctx.env[name] = kept
    return 0


async def leave(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`exit [STATUS]`"""
    if not args:
        raise ExitShell(ctx.status)
    if not args[0].lstrip("-").isdecimal():
        await io.err(f"/system/bin/sh: exit: {args[0]}: bad number\n".encode())
        raise ExitShell(1)
    raise ExitShell(int(args[0]) & 0xFF)


async def colon(_ctx: Context, _args: Sequence[str], _io: Io) -> int:
    """`:` does nothing, well."""
    return 0


async def read(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`read [-r] [NAME]`: one line of stdin without its end and the blanks around it; 1 at the end of stdin."""
    is_raw = args[:1] == ["-r"]
    names = args[1:] if is_raw else args
    if len(names) > 1 or not all(name.isidentifier() for name in names):
        await io.err(b"/system/bin/sh: read: only `read [-r] [NAME]` is supported by the simulated phone\n")
        return 2
    line = bytearray()
    while (sign := await io.read(1)) not in (b"\n", b""):
        line += sign
    text = line.decode("utf-8", "surrogateescape").strip(" \t")
    ctx.assign(names[0] if names else "REPLY", text if is_raw else re.sub(r"\\(.)", r"\1", text))
    return 0 if sign else 1


async def kill(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`kill [-INT|-TERM|-HUP] PID...`: only jobs of this shell can be ended by it."""
    signal = args[0].removeprefix("-").removeprefix("SIG") if args and args[0].startswith("-") else "TERM"
    if signal not in _GENTLE_SIGNALS:
        await io.err(
            f"/system/bin/sh: kill: signal {signal} is not supported by the simulated phone\n".encode()
        )
        return 2
    status = 0
    await asyncio.sleep(0)  # A job that was started just now is let begin: it is there before it is ended.
    for pid in args[1:] if args and args[0].startswith("-") else args:
        if not (pid.isdecimal() and ctx.jobs.interrupt(int(pid))):
            await io.err(f"/system/bin/sh: kill: {pid}: No such process\n".encode())
            status = 1
    return status


async def wait(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`wait [PID]`: until that job, or every job, has ended."""
    if not args:
        return await ctx.jobs.wait()
    if len(args) > 1 or not args[0].isdecimal():
        await io.err(b"/system/bin/sh: wait: only `wait [PID]` is supported by the simulated phone\n")
        return 2
    return await ctx.jobs.wait(int(args[0]))


BUILTINS: dict[str, Callable[[Context, Sequence[str], Io], Awaitable[int]]] = {
    ":": colon,
    "cd": cd,
    "exit": leave,
    "export": export,
    "kill": kill,
    "read": read,
    "wait": wait,
}
