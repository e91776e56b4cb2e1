"""Is the recorded page of the app shown?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Tolerance
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look
from gui_rec.ui.state_key import full_activity


class ActivityCheck:
    """Another activity AND another structure: the name alone is only a hint."""

    name = "activity"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        expected, got = _name(recorded), _name(seen)
        if context.tolerance in (Tolerance.PACKAGE_ONLY, Tolerance.NONE) or not expected or not got:
            return passed(self.name, recorded=expected, seen=got)
        same_structure = (
            recorded.key is not None and seen.key is not None and recorded.key.structure == seen.key.structure
        )
        if expected == got or same_structure:
            return passed(self.name, recorded=expected, seen=got, same_structure=same_structure)
        return mismatch(
            self.name,
            Code.ACTIVITY_MISMATCH,
            f"expected {expected}, got {got}",
            0.9,
            recorded=expected,
            seen=got,
        )


def _name(look: Look) -> str:
    return full_activity(look.seen.package or "", look.seen.activity)


CHECK: Check = ActivityCheck()
