"""`log`: a line into the log (facts: AOSP external/toybox, toys/android/log.c)."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands._say import complain
from gui_rec.phone.commands._tools import read_flags

LEVELS = "vdiwefs"
_PID = 2000


async def log(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE...`"""
    flags = read_flags(args, "", "pt")
    level = flags.values.get("p", "i").lower()
    if len(level) != 1 or level not in LEVELS:
        await complain(io, f"log: bad -p '{level}'")
        return 1
    if not flags.operands:
        await complain(io, "log: Needs 1 argument")
        return 1
    entry = LogEntry(
        ctx.phone.wall_us(), _PID, flags.values.get("t", "log"), " ".join(flags.operands), level.upper()
    )
    ctx.log.add(entry)
    return 0
