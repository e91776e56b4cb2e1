"""Does a system window have the focus that the recording does not show?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._windows import overlay_of
from gui_rec.replayer.looks import Look


class OverlayCheck:
    """Notification shade, lock screen, chooser."""

    name = "overlay"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        shown = overlay_of(seen)
        if shown is None or overlay_of(recorded) == shown:
            return passed(self.name)
        return mismatch(self.name, Code.SYSTEM_OVERLAY, f"{shown} has the focus", 0.95, window=shown)


CHECK: Check = OverlayCheck()
