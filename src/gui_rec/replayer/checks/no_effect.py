"""Did the action do anything?"""

from __future__ import annotations

from gui_rec.model.actions import Answer, CallApi, ExtractText, Finish, Note, Wait, WaitFor
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.edits import stable_edits
from gui_rec.replayer.looks import Look, attention, only_attention_moves, same_state

_HAVE_NO_EFFECT = (Wait, WaitFor, ExtractText, Answer, Note, CallApi, Finish)


class NoEffectCheck:
    """The state is as before the action, while the recorded action changed it.

    What changes by itself (a carousel) is no effect of the action, and a step that only waits or reads has none.
    Where the recorded action moved only the focus or the keyboard, it is these that must have moved.
    """

    name = "no_effect"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        was, before = context.recorded_before, context.seen_before
        if isinstance(context.step.action, _HAVE_NO_EFFECT):
            return passed(self.name, recorded_changed=None)
        if was is None or before is None or before.key is None or was.key is None:
            return passed(self.name)
        if only_attention_moves(was, recorded):
            return self._attention(recorded, before, seen)
        if same_state(recorded, seen) or same_state(was, recorded):
            return passed(self.name, recorded_changed=not same_state(was, recorded))
        if not _is_as_before(before, seen, context):
            return passed(self.name, recorded_changed=True)
        changed = len(stable_edits(was, recorded, context.volatile))
        if changed == 0 and was.seen.activity == recorded.seen.activity:
            return passed(self.name, recorded_edits=0)
        detail = f"the state is as before the action; in the recording {changed} elements changed"
        return mismatch(
            self.name,
            Code.NO_EFFECT,
            detail,
            0.95,
            seen_key=seen.key.state if seen.key else None,
            before_key=before.key.state,
            recorded_edits=changed,
        )

    def _attention(self, recorded: Look, before: Look, seen: Look) -> CheckResult:
        moved = attention(seen) != attention(before) or not same_state(before, seen)
        if moved or attention(seen) == attention(recorded):
            return passed(self.name, attention_only=True)
        keyboard, focus = attention(recorded)
        detail = "neither focus nor keyboard moved; in the recording they did"
        return mismatch(
            self.name,
            Code.NO_EFFECT,
            detail,
            0.85,
            recorded_keyboard=keyboard,
            seen_keyboard=attention(seen)[0],
            recorded_focus=focus,
            seen_focus=attention(seen)[1],
        )


def _is_as_before(before: Look, seen: Look, context: Context) -> bool:
    if same_state(before, seen):
        return True
    moved = (before.seen.package, before.seen.activity) != (seen.seen.package, seen.seen.activity)
    if moved or not context.volatile or before.tree is None or seen.tree is None:
        return False
    return not stable_edits(before, seen, context.volatile)


CHECK: Check = NoEffectCheck()
