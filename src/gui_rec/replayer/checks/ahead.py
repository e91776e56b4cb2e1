"""Is the app already further than it should be?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look, same_state


class AheadCheck:
    """The state is not the recorded one, but equals the recorded state before a later step."""

    name = "ahead"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        if seen.key is None or same_state(recorded, seen):
            return passed(self.name)
        later = next((index for index, key in context.later if key == seen.key), None)
        if later is None:
            return passed(self.name)
        detail = f"the screen is the one before step {later}"
        return mismatch(self.name, Code.AHEAD, detail, 0.95, step=later)


CHECK: Check = AheadCheck()
