"""Does an error message stand on the page?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._locale import is_spoken_otherwise
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look


class InlineErrorCheck:
    """An error text that the recording does not show. One that it shows too is expected."""

    name = "inline_error"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        shown, expected = seen.seen.facts.error_text, recorded.seen.facts.error_text
        if shown is None or shown == expected or shown in recorded.texts():
            return passed(self.name, error=shown)
        if is_spoken_otherwise(recorded, seen, context):
            return passed(self.name, error=shown)
        detail = f"{shown!r}" if expected is None else f"{shown!r} instead of {expected!r}"
        return mismatch(
            self.name, Code.INLINE_ERROR, f"the page says {detail}", 0.9, error=shown, recorded=expected
        )


CHECK: Check = InlineErrorCheck()
