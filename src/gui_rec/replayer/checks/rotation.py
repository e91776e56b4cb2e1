"""Is the screen turned as recorded?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look


class RotationCheck:
    """States of different rotations are not comparable."""

    name = "rotation"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        expected, got = recorded.seen.rotation, seen.seen.rotation
        if expected is None or got is None or expected == got:
            return passed(self.name, recorded=expected, seen=got)
        detail = f"expected {expected * 90} degrees, got {got * 90}"
        return mismatch(self.name, Code.ROTATION_CHANGED, detail, 0.97, recorded=expected, seen=got)


CHECK: Check = RotationCheck()
