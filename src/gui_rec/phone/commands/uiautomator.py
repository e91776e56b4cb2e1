"""`uiautomator dump` (facts: AOSP cmds/uiautomator, DumpCommand.java and Launcher.java).

Its errors go to stderr while the exit status stays 0, and then no file is written, so that an older
file survives. The success line is printed even where writing failed. While another program, such as
uiautomator2's server, holds the one UiAutomation connection, the dump's process dies of it. A screen that is
never idle for a second ends the wait of at most 10 s (`waitForIdle(1000, 1000 * 10)`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain, encode_lines
from gui_rec.phone.commands.windows_xml import active_xml, windows_xml

DEFAULT_FILE = "/sdcard/window_dump.xml"
NULL_ROOT = "ERROR: null root node returned by UiTestAutomationBridge."
NOT_IDLE = "ERROR: could not get idle state."
_OLD_SPELLING_UNTIL_API = 34
_KILLED = 137
_POLL_MS = 50
IDLE_TIMEOUT_S = 10.0
API_WINDOWS = 30
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
    """`uiautomator dump [--compressed] [--windows] [FILE]`; anything else gets the usage. `--windows`, of all windows
    of every display, came with Android 11; before, the word is passed over.
    """
    if not args or args[0] != "dump":
        await complain(io, *_USAGE)
        return 0
    if ctx.phone.accessibility.pid is not None:
        await complain(io, "Killed")
        return _KILLED
    # What begins with a hyphen and is no option of this level is passed over, as the tool does.
    files = [word for word in args[1:] if not word.startswith("-")]
    path = ctx.path(files[0]) if files else DEFAULT_FILE
    problem = await _problem(ctx)
    if problem is not None:
        await complain(io, problem)
        return 0
    compressed = "--compressed" in args[1:]
    if "--windows" in args[1:] and ctx.phone.config.api >= API_WINDOWS:
        xml = windows_xml(ctx.phone, compressed=compressed)
    else:
        xml = active_xml(ctx.phone, compressed=compressed) or ctx.phone.dumped(compressed)
    await _write(ctx, path, xml.encode("utf-8"), io)
    await io.out(encode_lines([success_line(path, api=ctx.phone.config.api)]))
    return 0


async def _problem(ctx: Context) -> str | None:
    faults = ctx.phone.faults
    if faults.take("not-idle"):
        timeout_s = faults.number("idle-timeout", IDLE_TIMEOUT_S)
        await _wait_in_vain(ctx, IDLE_TIMEOUT_S if timeout_s is None else timeout_s)
        return NOT_IDLE
    if not ctx.phone.has_root or faults.take("old-xml") or faults.take("null-root"):
        return NULL_ROOT
    return None


async def _wait_in_vain(ctx: Context, seconds: float) -> None:
    """As long as uiautomator waits for one second without an event; a test that moves the phone's clock ends it."""
    due_us = ctx.phone.uptime_us() + round(seconds * 1e6)
    end_s = asyncio.get_running_loop().time() + seconds
    while ctx.phone.uptime_us() < due_us and (left_s := end_s - asyncio.get_running_loop().time()) > 0:
        if not await pause(ctx, min(left_s * 1000, _POLL_MS)):
            return


async def _write(ctx: Context, path: str, xml: bytes, io: Io) -> None:
    if path in ("/dev/tty", "/dev/stdout"):
        await io.out(xml)
        return
    with suppress(OSError):
        ctx.files.write(path, xml)
