"""The commands that change the shell itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from gui_rec.phone.commands._api import Context, Io


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


BUILTINS: dict[str, Callable[[Context, Sequence[str], Io], Awaitable[int]]] = {
    ":": colon,
    "cd": cd,
    "exit": leave,
    "export": export,
}
