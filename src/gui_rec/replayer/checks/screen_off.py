"""Is the screen on?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed, unknown
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import is_black_picture


class ScreenOffCheck:
    """Black and nothing in the hierarchy. Two black screens are unknown, never equal."""

    name = "screen_off"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if not _is_off(seen):
            return passed(self.name)
        if _is_off(recorded):
            return unknown(self.name, Code.SCREEN_OFF, "both screens are black and say nothing", 0.0)
        return mismatch(self.name, Code.SCREEN_OFF, "the screen is black and says nothing", 0.9)


def _is_off(look: Look) -> bool:
    return look.informative == 0 and is_black_picture(look.seen.screenshot)


CHECK: Check = ScreenOffCheck()
