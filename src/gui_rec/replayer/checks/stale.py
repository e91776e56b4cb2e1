"""Are hierarchy and picture of one moment?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.crops import differing_share
from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.looks import Look

_SAME_SHARE = 0.0005
_LEAST_SHARE = 0.00002
_OTHER_FACTOR = 4.0


class StaleCheck:
    """One is of the time before the action, the other shows what the recorded action led to.

    Accessibility services serve old trees from their cache, screencap old frames. Which of the two is right nobody
    can say, so it is looked at again or left unknown.
    """

    name = "stale"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        was, before = context.recorded_before, context.seen_before
        if was is None or before is None or None in (was.tree, before.tree, recorded.tree, seen.tree):
            return passed(self.name, compared=False)
        if not tree_edits(was, recorded):
            return passed(self.name, recorded_changed=False)
        if not tree_edits(before, seen):
            stale, picture_of = "hierarchy", recorded
        elif not tree_edits(recorded, seen):
            stale, picture_of = "picture", before
        else:
            return passed(self.name)
        other = before if picture_of is recorded else recorded
        same, differs = differing_share(picture_of, seen), differing_share(other, seen)
        if same is None or differs is None:
            return passed(self.name, compared=False)
        if same > _SAME_SHARE or differs <= max(_LEAST_SHARE, same * _OTHER_FACTOR):
            return passed(self.name, same=same, other=differs)
        detail = f"the {stale} is the one before the action, and what it belongs to has changed"
        return unknown(self.name, Code.OBSERVATION_FAILED, detail, 0.5, stale=stale, same=same, other=differs)


CHECK: Check = StaleCheck()
