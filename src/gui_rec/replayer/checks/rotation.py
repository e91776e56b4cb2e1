"""Is the screen turned as recorded?"""

from __future__ import annotations

from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._hard import hard_edits
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.edits import describe
from gui_rec.replayer.looks import Look


class RotationCheck:
    """A phone that is held otherwise than recorded may be replayed on where its elements are the same.

    A screen that turned during the step, and did not in the recording (or the other way round), is a mismatch; only
    on the way from one app to another each app decides how it is turned.
    """

    name = "rotation"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        expected, got = recorded.seen.rotation, seen.seen.rotation
        if expected is None or got is None or expected == got:
            return passed(self.name, recorded=expected, seen=got)
        detail = f"expected {expected * 90} degrees, got {got * 90}"
        why = _turned_by_the_step(recorded, seen, context) or _difference(recorded, seen, context)
        if why is not None:
            return mismatch(
                self.name, Code.ROTATION_CHANGED, f"{detail}; {why}", 0.97, recorded=expected, seen=got
            )
        return acceptable(
            self.name,
            Shade.ROTATION_CHANGED,
            f"{detail}; the elements are the same",
            0.7,
            recorded=expected,
            seen=got,
        )


def _turned_by_the_step(recorded: Look, seen: Look, context: Context) -> str | None:
    was, before = context.recorded_before, context.seen_before
    if was is None or before is None or was.seen.rotation is None or before.seen.rotation is None:
        return None
    moved = _turns(was, recorded)
    turned = _turns(before, seen)
    other_app = before.seen.package != seen.seen.package and was.seen.package != recorded.seen.package
    if moved == turned or other_app:
        return None
    return f"the step turned the screen by {turned * 90} degrees, in the recording by {moved * 90}"


def _turns(before: Look, after: Look) -> int:
    return ((after.seen.rotation or 0) - (before.seen.rotation or 0)) % 4


def _difference(recorded: Look, seen: Look, context: Context) -> str | None:
    """What else differs in the elements; None where nothing does that matters."""
    if recorded.tree is None or seen.tree is None:
        return "there are no two hierarchies to compare"
    hard = hard_edits(recorded, seen, context)
    return f"and the elements differ: {describe(hard[0])}" if hard else None


CHECK: Check = RotationCheck()
