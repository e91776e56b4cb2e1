"""Did an app crash?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._windows import shows_crash, titles
from gui_rec.replayer.looks import Look


class CrashCheck:
    """A dialog says so, or the crash log. Fails only where the recording does not show the same."""

    name = "crash"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        if context.crashed is not None and not shows_crash(seen) and not shows_crash(recorded):
            detail = f"no dialog is shown, but the process of {context.crashed} died"
            return mismatch(self.name, Code.CRASH_DIALOG, detail, 0.95, package=context.crashed)
        if not shows_crash(seen) or shows_crash(recorded):
            return passed(self.name)
        title = next(iter(titles(seen)), "no title")
        return mismatch(
            self.name, Code.CRASH_DIALOG, f"a crash dialog is shown: {title}", 0.98, package=seen.seen.package
        )


CHECK: Check = CrashCheck()
