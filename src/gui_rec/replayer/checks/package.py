"""Is the recorded app in front?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._windows import is_launcher
from gui_rec.replayer.looks import Look


class PackageCheck:
    """Another package has the focus; the launcher has a code of its own."""

    name = "package"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        expected, got = recorded.seen.package, seen.seen.package
        if expected is None or got is None or expected == got:
            return passed(self.name, recorded=expected, seen=got)
        code = Code.APP_LEFT if is_launcher(got) else Code.PACKAGE_MISMATCH
        return mismatch(self.name, code, f"expected {expected}, got {got}", 0.97, recorded=expected, seen=got)


CHECK: Check = PackageCheck()
