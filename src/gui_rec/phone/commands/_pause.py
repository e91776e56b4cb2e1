"""Letting time pass inside a command of the phone."""

from __future__ import annotations

import asyncio

from gui_rec.phone.commands._api import Context


async def pause(ctx: Context, duration_ms: float) -> bool:
    """Wait; False, at once, when the client left meanwhile (as a hang-up ends the process)."""
    if duration_ms <= 0:
        return not ctx.closed.is_set()
    try:
        await asyncio.wait_for(ctx.closed.wait(), duration_ms / 1000)
    except TimeoutError:
        return True
    return False
