"""Is the recorded app in front?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._windows import is_launcher
from gui_rec.replayer.looks import Look, same_state


class PackageCheck:
    """Another package has the focus; the launcher has a code of its own.

    An app in which the recorded step began as well, and that is as it was before the action, was not come to:
    the action had no effect.
    """

    name = "package"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        expected, got = recorded.seen.package, seen.seen.package
        if expected is None or got is None or expected == got:
            return passed(self.name, recorded=expected, seen=got)
        if _is_where_it_was(seen, context):
            return passed(self.name, recorded=expected, seen=got, left=False)
        code = Code.APP_LEFT if is_launcher(got, context.home) else Code.PACKAGE_MISMATCH
        return mismatch(self.name, code, f"expected {expected}, got {got}", 0.97, recorded=expected, seen=got)


def _is_where_it_was(seen: Look, context: Context) -> bool:
    was, before = context.recorded_before, context.seen_before
    if was is None or before is None or was.seen.package != seen.seen.package:
        return False
    return same_state(before, seen)


CHECK: Check = PackageCheck()
