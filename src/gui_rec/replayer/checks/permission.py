"""Is a permission asked for?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._windows import shows_permission, titles
from gui_rec.replayer.looks import Look


class PermissionCheck:
    """Fails only where the recording does not show the same."""

    name = "permission"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if not shows_permission(seen) or shows_permission(recorded):
            return passed(self.name)
        title = next(iter(titles(seen)), "no title")
        return mismatch(
            self.name,
            Code.PERMISSION_DIALOG,
            f"a permission is asked for: {title}",
            0.98,
            package=seen.seen.package,
        )


CHECK: Check = PermissionCheck()
