"""Does a toast say something else than in the recording?"""

from __future__ import annotations

import re

from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Phase
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.looks import Look
from gui_rec.ui.words import says_error

_DIGITS = re.compile(r"\d+")


class ToastCheck:
    """An error toast fails the step, unless the recording has it; so does another text than the recorded one.

    Goes by what was heard. A toast of which nobody knows what it says is the check `unheard_toast`'s.
    """

    name = "toast"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        shown, expected = seen.seen.facts.toast, recorded.seen.facts.toast
        if context.phase is Phase.PRE or shown is None or shown == (expected or ""):
            return passed(self.name, toast=shown)
        if expected and _DIGITS.sub("#", shown) == _DIGITS.sub("#", expected):
            words = f"{shown!r} instead of {expected!r}"
            return acceptable(self.name, Shade.TOAST, words, 0.8, toast=shown, recorded=expected)
        if says_error(shown):
            instead = f" instead of {expected!r}" if expected else ""
            return mismatch(self.name, Code.TOAST_ERROR, f"a toast says {shown!r}{instead}", 0.9, toast=shown)
        if not expected:
            return acceptable(self.name, Shade.TOAST, repr(shown), 0.8, toast=shown)
        return self._other(shown, expected)

    def _other(self, shown: str, expected: str) -> CheckResult:
        """Another text, or none, in place of the recorded one."""
        numbers = {"toast": shown, "recorded": expected}
        if not shown and not says_error(expected):
            return acceptable(self.name, Shade.TOAST, f"{expected!r} did not appear", 0.7, **numbers)
        said = f"toast {expected!r} did not appear" if not shown else f"toast {expected!r} -> {shown!r}"
        reason = "TEXT_CHANGED" if shown else "ELEMENT_MISSING"
        return mismatch(self.name, Code.STATE_MISMATCH, f"{reason}: {said}", 0.75, **numbers)


CHECK: Check = ToastCheck()
