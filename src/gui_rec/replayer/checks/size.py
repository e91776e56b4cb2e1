"""Is the screen as large as recorded?"""

from __future__ import annotations

from gui_rec.model.verdict import Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, passed
from gui_rec.replayer.looks import Look


class SizeCheck:
    """Another size or density is told, not held against the step: the hierarchy has no size in it."""

    name = "size"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        expected, got, density = recorded.seen.size, seen.seen.size, context.elsewhere.density_dpi
        dpi = "" if density is None else f" (density {density[0]} -> {density[1]})"
        if expected is None or got is None or (expected == got and density is None):
            return passed(self.name)
        words = f"recorded on {expected}, seen on {got}{dpi}"
        return acceptable(self.name, Shade.SCALED, words, 0.8, recorded=str(expected), seen=str(got))


CHECK: Check = SizeCheck()
