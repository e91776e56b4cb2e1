"""Is the screen as large as recorded?"""

from __future__ import annotations

from gui_rec.model.verdict import Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, passed
from gui_rec.replayer.looks import Look


class SizeCheck:
    """Another size is told, not held against the step: the hierarchy has no size in it."""

    name = "size"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        expected, got = recorded.seen.size, seen.seen.size
        if expected is None or got is None or expected == got:
            return passed(self.name)
        return acceptable(
            self.name,
            Shade.SCALED,
            f"recorded on {expected}, seen on {got}",
            0.8,
            recorded=str(expected),
            seen=str(got),
        )


CHECK: Check = SizeCheck()
