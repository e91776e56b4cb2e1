"""Is the keyboard up as recorded?"""

from __future__ import annotations

from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, passed
from gui_rec.replayer.looks import Look


class KeyboardCheck:
    """A keyboard that is up or down otherwise is told, not held against the step."""

    name = "keyboard"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        expected, got = recorded.seen.facts.keyboard, seen.seen.facts.keyboard
        if expected is None or got is None or expected == got:
            return passed(self.name, recorded=expected, seen=got)
        shade = "KEYBOARD_SHOWN" if got else "KEYBOARD_HIDDEN"
        return acceptable(self.name, shade, 0.9, recorded=expected, seen=got)


CHECK: Check = KeyboardCheck()
