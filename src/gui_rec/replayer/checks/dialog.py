"""Is a dialog shown that the recording does not show?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._locale import is_spoken_otherwise
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look


class DialogCheck:
    """Fails when a dialog is up and the recording has none or another. A missing one is the state
    check's to tell, and the same dialog in another language the locale check's.
    """

    name = "dialog"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        shown, expected = seen.seen.facts.dialog, recorded.seen.facts.dialog
        if shown is None or shown == expected:
            return passed(self.name)
        if context.seen_before is not None and context.seen_before.seen.facts.dialog == shown:
            return passed(self.name)  # it stood there before the action and did not go: no effect
        if expected is not None and is_spoken_otherwise(recorded, seen, context):
            return passed(self.name, dialog=shown)
        detail = f"{shown!r}" if expected is None else f"{shown!r} instead of {expected!r}"
        return mismatch(self.name, Code.UNEXPECTED_DIALOG, f"a dialog is shown: {detail}", 0.9, dialog=shown)


CHECK: Check = DialogCheck()
