"""Is the target of the next step there, and only one?"""

from __future__ import annotations

from gui_rec.model.actions import target_point
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Tolerance
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.locate import Located, NotLocated, locate
from gui_rec.replayer.looks import Look, same_state


class TargetCheck:
    """Fails where the next step's target could be found on the recorded screen and cannot be on this one.

    One that is there and disabled is not missing: that is a changed state, and the state check's to tell.
    """

    name = "target"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        following = context.following
        if following is None or following.target is None or target_point(following.action) is None:
            return passed(self.name)
        if context.tolerance in (Tolerance.PACKAGE_ONLY, Tolerance.NONE) or same_state(recorded, seen):
            return passed(self.name)
        if seen.tree is None or isinstance(locate(following, recorded), NotLocated):
            return passed(self.name, compared=False)
        found = locate(following, seen)
        if isinstance(found, Located):
            return passed(self.name, found_by=found.how)
        if found.is_disabled or found.code not in (Code.TARGET_NOT_FOUND, Code.TARGET_AMBIGUOUS):
            return passed(self.name, compared=False)
        if context.searched:
            return passed(self.name, searched=context.searched)
        detail = f"step {following.index} needs it: {found.detail}"
        candidates = "; ".join(found.candidates) or None
        return mismatch(self.name, found.code, detail, 0.9, step=following.index, candidates=candidates)


CHECK: Check = TargetCheck()
