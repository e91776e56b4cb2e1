"""Are the elements, their texts and their states the recorded ones?"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Tolerance
from gui_rec.replayer.checks._hard import hard_edits
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.edits import describe, reason, tree_edits
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.viewport import cut_edits
from gui_rec.ui.diff import Edit, EditKind


class StateCheck:
    """Equal state keys, or a tree difference of nothing but soft edits (moved, scrolled, by itself).

    What a home screen says without being a control (the day's date, the weather) is no work of any action, and
    what a keyboard covers that is up on one side only is not gone.
    """

    name = "state"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        if recorded.tree is None or seen.tree is None:
            return passed(self.name, compared=False)
        numbers = {"recorded_key": _state(recorded), "seen_key": _state(seen)}
        if same_state(recorded, seen):
            return passed(self.name, **numbers)
        edits = tree_edits(recorded, seen)
        hard = hard_edits(recorded, seen, context)
        if hard:
            return _failed(self.name, seen, hard, len(edits), numbers)
        if not edits:
            return passed(self.name, edits=0, **numbers)
        if cut_edits(recorded, seen, edits, context.elsewhere).issuperset(edits):
            return acceptable(
                self.name, Shade.SCALED, f"{describe(edits[0])} (beyond the edge)", 0.7, **numbers
            )
        return _soft(self.name, edits, context, numbers)


def _state(look: Look) -> str | None:
    return look.key.state if look.key is not None else None


def _failed(
    name: str, seen: Look, hard: Sequence[Edit], count: int, numbers: dict[str, str | None]
) -> CheckResult:
    kinds = {edit.kind for edit in hard}
    more = f" (and {len(hard) - 1} more)" if len(hard) > 1 else ""
    return mismatch(
        name,
        Code.STATE_MISMATCH,
        f"{reason(hard[0], seen)}: {describe(hard[0])}{more}",
        min(0.99, round(0.75 + 0.08 * len(kinds), 2)),
        edits=count,
        hard=len(hard),
        **numbers,
    )


def _soft(name: str, edits: Sequence[Edit], context: Context, numbers: dict[str, str | None]) -> CheckResult:
    by_itself = [edit for edit in edits if edit.path in context.volatile]
    shade = Shade.CHANGED_BY_ITSELF if len(by_itself) == len(edits) else Shade.OK_MOVED
    if all(edit.kind in (EditKind.TEXT, EditKind.DESC) for edit in edits):
        shade = Shade.CHANGED_BY_ITSELF
    words = describe(edits[0])
    if all(edit.kind is EditKind.ID for edit in edits):
        shade = Shade.ID_CHANGED
    elif context.tolerance not in (Tolerance.DYNAMIC, Tolerance.STRICT):
        shade, words = Shade.TOLERATED, f"{context.tolerance.value}: {words}"
    return acceptable(name, shade, words, 0.7, edits=len(edits), by_itself=len(by_itself), **numbers)


CHECK: Check = StateCheck()
