"""What a person would think back on after a step: could it start, did it do what it should, what stood in the way,
why, and what would help. All of it follows from the checks' results; nothing is done here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.model.verdict import Code
from gui_rec.replayer.causes import Cause, cause_of
from gui_rec.replayer.checks._api import CheckResult, Tolerance
from gui_rec.replayer.edits import is_hard, tree_edits
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.rules.model import RecoveryKind

ANOMALIES = frozenset(
    {
        Code.CRASH_DIALOG,
        Code.ANR_DIALOG,
        Code.PERMISSION_DIALOG,
        Code.UNEXPECTED_DIALOG,
        Code.SYSTEM_OVERLAY,
        Code.INLINE_ERROR,
        Code.TOAST_ERROR,
        Code.LOADING_TIMEOUT,
        Code.BLANK_SCREEN,
        Code.SECURE_SCREEN,
        Code.SCREEN_OFF,
        Code.WEBVIEW_ERROR,
        Code.LOGIN_WALL,
        Code.UPDATE_REQUIRED,
        Code.APP_LEFT,
        Code.PACKAGE_MISMATCH,
    }
)
_FITS: dict[Code, RecoveryKind] = {
    Code.PERMISSION_DIALOG: RecoveryKind.DISMISS,
    Code.UNEXPECTED_DIALOG: RecoveryKind.DISMISS,
    Code.SYSTEM_OVERLAY: RecoveryKind.DISMISS,
    Code.LOADING_TIMEOUT: RecoveryKind.WAIT,
    Code.ANR_DIALOG: RecoveryKind.WAIT,
    Code.NOT_SETTLED: RecoveryKind.WAIT,
    Code.CRASH_DIALOG: RecoveryKind.RELAUNCH,
    Code.APP_LEFT: RecoveryKind.RELAUNCH,
    Code.BLANK_SCREEN: RecoveryKind.WAIT,
}


@dataclass(frozen=True, slots=True)
class Reflection:
    """`preconditions` says whether the screen before was as it must be, `transition` whether the expected one was
    made; each None where nobody can say. `anomalies` are the codes of what stood in the way, `cause` what the
    error's text says, `recovery` what would fit.
    """

    preconditions: bool | None
    transition: bool | None
    anomalies: tuple[Code, ...] = ()
    cause: Cause | None = None
    cause_text: str | None = None
    recovery: RecoveryKind | None = None

    def as_record(self) -> dict[str, object]:
        """For the evidence."""
        return {
            "preconditions": self.preconditions,
            "transition": self.transition,
            "anomalies": [code.value for code in self.anomalies],
            "cause": None if self.cause is None else self.cause.value,
            "cause_text": self.cause_text,
            "recovery": None if self.recovery is None else self.recovery.value,
        }


def reflect(
    results: Sequence[CheckResult],
    seen: Look,
    *,
    preconditions: bool | None,
    transition: bool | None,
) -> Reflection:
    """Think back on the results of one step, of which `seen` is the last screen."""
    failing = [result for result in results if not result.passed and not result.verdict.successful]
    anomalies = tuple(dict.fromkeys(result.code for result in failing if result.code in ANOMALIES))
    text = _error_text(failing, seen) if transition is not True else None
    cause = _cause(text, anomalies)
    fits = next((_FITS[code] for code in anomalies if code in _FITS), None)
    return Reflection(
        preconditions,
        transition,
        anomalies,
        cause,
        text,
        fits or (None if cause is None else cause.recovery),
    )


def precondition_holds(
    recorded: Look, seen: Look, tolerance: Tolerance, volatile: frozenset[str], by_rules: bool | None
) -> bool | None:
    """Whether the screen before was as recorded, but for what does not matter, and as the rules demand."""
    is_there: bool | None = True if same_state(recorded, seen) else None
    if is_there is None and recorded.tree is not None and seen.tree is not None:
        is_there = recorded.seen.package == seen.seen.package and not any(
            is_hard(edit, tolerance, volatile) for edit in tree_edits(recorded, seen)
        )
    if by_rules is False or is_there is False:
        return False
    return None if by_rules is None or is_there is None else True


def _cause(text: str | None, anomalies: Sequence[Code]) -> Cause | None:
    if Code.PERMISSION_DIALOG in anomalies:
        return Cause.PERMISSION
    return None if text is None else cause_of(text)


def _error_text(failing: Sequence[CheckResult], seen: Look) -> str | None:
    """What the screen says about it: the page's error, a toast, a dialog or a web page's words."""
    facts = seen.seen.facts
    for result in failing:
        for key in ("error", "toast", "dialog", "text"):
            value = result.numbers.get(key)
            if result.code in ANOMALIES and isinstance(value, str) and value:
                return value
    return facts.error_text
