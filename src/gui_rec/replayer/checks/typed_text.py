"""Did the typed text arrive?"""

from __future__ import annotations

from gui_rec.model.flags import Flag
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look, same_state


class TypedTextCheck:
    """The field shows something else than was typed, and it did not in the recording."""

    name = "typed_text"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        differs = Flag.TEXT_DIFFERS in context.flags
        if not differs or Flag.TEXT_DIFFERS in context.step.flags or same_state(recorded, seen):
            return passed(self.name, differs=differs)
        return mismatch(
            self.name, Code.ACTION_FAILED, "the field does not show the typed text", 0.9, differs=True
        )


CHECK: Check = TypedTextCheck()
