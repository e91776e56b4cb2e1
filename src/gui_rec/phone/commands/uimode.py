"""`cmd uimode night`: the dark theme (facts: AOSP UiModeManagerService shell command)."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import say

_FAILURE = 255
_KEY = ("secure", "dark_theme")


async def uimode(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`cmd uimode night [yes|no]`: tells the mode, after setting it."""
    if list(args[:1]) != ["night"] or len(args) > 2:
        await say(io, "UiModeManager service (uimode) commands:", "  night [yes|no|auto]")
        return _FAILURE
    if len(args) == 2:
        if args[1] not in ("yes", "no"):
            await say(io, "Error: mode must be 'yes' or 'no'")
            return _FAILURE
        ctx.phone.settings.put(*_KEY, "1" if args[1] == "yes" else "0")
    await say(io, f"Night mode: {'yes' if ctx.phone.settings.get(*_KEY) == '1' else 'no'}")
    return 0
