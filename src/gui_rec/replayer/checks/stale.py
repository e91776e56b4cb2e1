"""Are hierarchy and picture of one moment?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.crops import differing_share
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import hash_distance
from gui_rec.ui.state_key import same_state

_SAME_SHARE = 0.0005
_LEAST_SHARE = 0.00002
_OTHER_FACTOR = 4.0
_FAR_BITS = 20
"""Pictures whose hashes are further apart are not the same, bars, toasts and all."""


class StaleCheck:
    """One is of the time before the action, the other shows what the recorded action led to.

    Accessibility services serve old trees from their cache, screencap old frames. Which of the two is right nobody
    can say, so it is looked at again or left unknown.
    """

    name = "stale"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        was, before = context.recorded_before, context.seen_before
        if was is None or before is None or _is_same(was, recorded) is not False:
            return passed(self.name, compared=False)
        if _is_same(before, seen):
            stale, picture_of, other = "hierarchy", recorded, before
        elif _is_same(recorded, seen):
            stale, picture_of, other = "picture", before, recorded
        else:
            return passed(self.name)
        distance = hash_distance(picture_of.seen.fingerprint, seen.seen.fingerprint)
        same = None if distance is None or distance > _FAR_BITS else differing_share(picture_of, seen)
        if same is None or same > _SAME_SHARE:
            return passed(self.name, distance=distance, same=same)
        differs = differing_share(other, seen)
        if differs is None or differs <= max(_LEAST_SHARE, same * _OTHER_FACTOR):
            return passed(self.name, same=same, other=differs)
        detail = f"the {stale} is the one before the action, and what it belongs to has changed"
        return unknown(self.name, Code.OBSERVATION_FAILED, detail, 0.5, stale=stale, same=same, other=differs)


def _is_same(one: Look, other: Look) -> bool | None:
    """Whether the elements are the same in all that counts; None where either has none."""
    return None if one.tree is None or other.tree is None else same_state(one.tree, other.tree)


CHECK: Check = StaleCheck()
