"""`cmd SERVICE ...`: the shell commands that services answer themselves (facts: AOSP cmds/cmd/cmd.cpp)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gui_rec.phone.commands._api import Command, Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.am import am
from gui_rec.phone.commands.ime import ime
from gui_rec.phone.commands.input import input_
from gui_rec.phone.commands.input_args import API_SHELL_COMMAND
from gui_rec.phone.commands.pm import pm
from gui_rec.phone.commands.service import SERVICES
from gui_rec.phone.commands.settings import settings
from gui_rec.phone.commands.uimode import uimode
from gui_rec.phone.commands.wm import wm

_NO_SUCH_SERVICE = 20
_NO_COMMANDS = 255
_SHELLS: Mapping[str, Command] = {
    "activity": am,
    "input": input_,
    "input_method": ime,
    "package": pm,
    "settings": settings,
    "uimode": uimode,
    "window": wm,
}
# `input` was a program of its own before.
_SINCE_API = {"input": API_SHELL_COMMAND}


async def cmd(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`cmd SERVICE ...` and `cmd -l`."""
    if not args:
        await complain(
            io, "cmd: No service specified; use -l to list all running services. Use -w to start and wait."
        )
        return _NO_SUCH_SERVICE
    if args[0] == "-l":
        await say(io, "Currently running services:", *(f"  {name}" for name in sorted(SERVICES)))
        return 0
    if args[0] in _SHELLS and ctx.phone.config.api >= _SINCE_API.get(args[0], 0):
        return await _SHELLS[args[0]](ctx, args[1:], io)
    if args[0] in SERVICES:
        await say(io, "No shell command implementation.")
        return _NO_COMMANDS
    await complain(io, f"cmd: Can't find service: {args[0]}")
    return _NO_SUCH_SERVICE
