"""Was the recorded state there before the action?"""

from __future__ import annotations

from gui_rec.model.verdict import Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, passed
from gui_rec.replayer.looks import Look, same_state


class AlreadyThereCheck:
    """The state after the action is the recorded one, and so was the state before it, unlike in the recording.

    An app that is opened where it is in front already: that proves nothing of the action.
    """

    name = "already_there"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        was, before = context.recorded_before, context.seen_before
        if (
            was is None
            or before is None
            or not same_state(recorded, seen)
            or not same_state(before, recorded)
        ):
            return passed(self.name)
        if was.key is None or same_state(was, recorded):
            return passed(self.name)
        words = "the screen was the recorded one before the action"
        return acceptable(self.name, Shade.ALREADY_THERE, words, 0.8)


CHECK: Check = AlreadyThereCheck()
