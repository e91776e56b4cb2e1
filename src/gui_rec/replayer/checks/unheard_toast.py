"""Is there a toast of which nobody can say what it says?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Phase
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import equal_inside, toasts


class UnheardToastCheck:
    """Unknown where only one side shows a toast whose text was not heard, or both do and look otherwise.

    One that stood there before the action already is none of its doing, unlike another in its place. Equal pixels
    say the same.
    """

    name = "unheard_toast"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        heard, expected_heard = seen.seen.facts.toast, recorded.seen.facts.toast
        if context.phase is Phase.PRE or (heard is not None and expected_heard is not None):
            return passed(self.name)
        shown, expected = _shows(seen) or context.toast_came, _shows(recorded)
        numbers = {"shown": shown, "recorded": expected}
        if not shown and not expected:
            return passed(self.name, **numbers)
        if shown and expected:
            return self._both(recorded, seen)
        text = heard if shown else expected_heard
        before = context.seen_before if shown else context.recorded_before
        if (shown and text) or before is None or _stood_there(before, seen if shown else recorded):
            return passed(self.name, **numbers)
        which = (
            "a toast appeared that the recording does not show"
            if shown
            else "the recorded toast is not shown"
        )
        return unknown(self.name, Code.VISUAL_OVERLAY, f"{which}; {_HINT}", 0.5, **numbers)

    def _both(self, recorded: Look, seen: Look) -> CheckResult:
        a, b = recorded.seen.screenshot, seen.seen.screenshot
        places = (*toasts(recorded.seen), *toasts(seen.seen))
        if a is not None and b is not None and all(equal_inside(a, b, place) for place in places) and places:
            return passed(self.name, same_pixels=True)
        detail = f"the toast does not look like the recorded one; {_HINT}"
        return unknown(self.name, Code.VISUAL_OVERLAY, detail, 0.5, same_pixels=False)


_HINT = "what it says can be told where uiautomator2's server runs on the phone, in recording and replay"


def _shows(look: Look) -> bool:
    return bool(look.seen.facts.toast) or bool(toasts(look.seen))


def _stood_there(before: Look, after: Look) -> bool:
    """No toast but those of before; one of another width says something else."""
    return _shows(before) and set(toasts(after.seen)) <= set(toasts(before.seen))


CHECK: Check = UnheardToastCheck()
