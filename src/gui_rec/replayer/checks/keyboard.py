"""Is the keyboard up as recorded?"""

from __future__ import annotations

from gui_rec.model.actions import Key
from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Phase
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.looks import Look


class KeyboardCheck:
    """A keyboard that is up or down otherwise is told, not held against the step.

    Except before BACK, which hides a keyboard that is up and else leaves the page: there it would do
    something else than recorded.
    """

    name = "keyboard"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        expected, got = recorded.seen.facts.keyboard, seen.seen.facts.keyboard
        if expected is None or got is None or expected == got:
            return passed(self.name, recorded=expected, seen=got)
        code = Code.KEYBOARD_SHOWN if got else Code.KEYBOARD_HIDDEN
        action = context.step.action
        if context.phase is Phase.PRE and isinstance(action, Key) and action.code == "BACK":
            detail = f"{code.meaning}, so BACK would do something else"
            return mismatch(self.name, code, detail, 0.9, recorded=expected, seen=got)
        shade = Shade.KEYBOARD_SHOWN if got else Shade.KEYBOARD_HIDDEN
        return acceptable(self.name, shade, "", 0.9, recorded=expected, seen=got)


CHECK: Check = KeyboardCheck()
