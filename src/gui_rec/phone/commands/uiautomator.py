"""`uiautomator dump` (facts: AOSP cmds/uiautomator, DumpCommand.java and Launcher.java).

Its errors go to stderr while the exit status stays 0, and then no file is written, so that an older
file survives. The success line is printed even where writing failed. While another program, such as
uiautomator2's server, holds the one UiAutomation connection, the dump's process dies of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, encode_lines

DEFAULT_FILE = "/sdcard/window_dump.xml"
NULL_ROOT = "ERROR: null root node returned by UiTestAutomationBridge."
NOT_IDLE = "ERROR: could not get idle state."
_OLD_SPELLING_UNTIL_API = 34
_KILLED = 137
_USAGE = (
    "Usage: uiautomator <subcommand> [options]",
    "",
    "Available subcommands:",
    "",
    "help: displays help message",
    "",
    "dump: creates an XML dump of current UI hierarchy",
    "    dump [--verbose][file]",
    "      [--compressed]: dumps compressed layout information.",
    "      [file]: the location where the dumped XML should be stored, default is",
    f"      {DEFAULT_FILE}",
    "",
)


def success_line(path: str, *, api: int) -> str:
    """The line that follows a dump, misspelt up to API 34."""
    word = "hierchary" if api <= _OLD_SPELLING_UNTIL_API else "hierarchy"
    return f"UI {word} dumped to: {path}"


async def uiautomator(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`uiautomator dump [--compressed] [FILE]`; anything else gets the usage."""
    if not args or args[0] != "dump":
        await complain(io, *_USAGE)
        return 0
    if ctx.phone.accessibility.pid is not None:
        await complain(io, "Killed")
        return _KILLED
    files = [word for word in args[1:] if not word.startswith("--")]
    path = ctx.path(files[0]) if files else DEFAULT_FILE
    problem = _problem(ctx)
    if problem is not None:
        await complain(io, problem)
        return 0
    xml = ctx.phone.dumped(compressed="--compressed" in args[1:]).encode("utf-8")
    await _write(ctx, path, xml, io)
    await io.out(encode_lines([success_line(path, api=ctx.phone.config.api)]))
    return 0


def _problem(ctx: Context) -> str | None:
    if ctx.phone.faults.take("not-idle"):
        return NOT_IDLE
    faults = ctx.phone.faults
    if not ctx.phone.has_root or faults.take("old-xml") or faults.take("null-root"):
        return NULL_ROOT
    return None


async def _write(ctx: Context, path: str, xml: bytes, io: Io) -> None:
    if path in ("/dev/tty", "/dev/stdout"):
        await io.out(xml)
        return
    with suppress(OSError):
        ctx.files.write(path, xml)
