"""Commands that a phone has and that find nothing to work with on this one."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain

_CONTENT_USAGE = "usage: adb shell content [subcommand] [options]"


async def content(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`content query|insert|... --uri content://AUTHORITY/...`: there are no providers."""
    words = list(args)
    uri = words[words.index("--uri") + 1] if "--uri" in words[:-1] else None
    if uri is None or not uri.startswith("content://"):
        await complain(io, _CONTENT_USAGE)
        return 1
    authority = uri.removeprefix("content://").split("/")[0]
    await complain(
        io,
        f"Error while accessing provider:{authority}",
        f"java.lang.IllegalStateException: Could not find provider: {authority}",
    )
    return 1


async def sendevent(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`sendevent DEVICE TYPE CODE VALUE`: refused, as phones refuse it whose shell may not write to nodes."""
    if len(args) != 4:
        await complain(io, "usage: sendevent DEVICE TYPE CODE VALUE")
        return 1
    await complain(io, f"sendevent: {args[0]}: Permission denied")
    return 1
