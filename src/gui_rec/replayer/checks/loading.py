"""Was the page still loading?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look


class LoadingCheck:
    """A spinner that the recorded state does not have."""

    name = "loading"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if not seen.seen.facts.loading or recorded.seen.facts.loading:
            return passed(self.name)
        return mismatch(self.name, Code.LOADING_TIMEOUT, "still loading when time was up", 0.9)


CHECK: Check = LoadingCheck()
