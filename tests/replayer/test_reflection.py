from __future__ import annotations

from observations import look

from gui_rec.model.geometry import Rect
from gui_rec.model.verdict import Code
from gui_rec.replayer.causes import Cause
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.reflection import precondition_holds, reflect
from gui_rec.replayer.rules.model import RecoveryKind
from gui_rec.testing.builders import Element

HERE = look([Element(Rect(0, 0, 50, 20), "Sign in", "app:id/title")])
THERE = look([Element(Rect(0, 0, 50, 20), "Products", "app:id/title")])


def test_a_good_step_has_nothing_to_think_about() -> None:
    found = reflect([passed("state")], HERE, preconditions=True, transition=True)
    assert found.as_record() == {
        "preconditions": True,
        "transition": True,
        "anomalies": [],
        "cause": None,
        "cause_text": None,
        "recovery": None,
    }


def test_an_error_names_its_cause_and_what_would_fit() -> None:
    error = mismatch("inline_error", Code.INLINE_ERROR, "the page says so", 0.9, error="Wrong password")
    found = reflect([error], HERE, preconditions=True, transition=False)
    assert (found.anomalies, found.cause, found.cause_text, found.recovery) == (
        (Code.INLINE_ERROR,),
        Cause.CREDENTIAL,
        "Wrong password",
        RecoveryKind.CLEAR_FIELD,
    )


def test_a_permission_dialog_fits_a_dismissal_and_a_spinner_a_wait() -> None:
    asks = mismatch("permission", Code.PERMISSION_DIALOG, "asked", 0.98)
    spins = mismatch("loading", Code.LOADING_TIMEOUT, "still", 0.9)
    assert reflect([asks], HERE, preconditions=True, transition=False).cause is Cause.PERMISSION
    assert reflect([asks], HERE, preconditions=True, transition=False).recovery is RecoveryKind.DISMISS
    assert reflect([spins], HERE, preconditions=True, transition=None).recovery is RecoveryKind.WAIT


def test_what_is_no_anomaly_is_none() -> None:
    state = mismatch("state", Code.STATE_MISMATCH, "differs", 0.9)
    found = reflect([state], HERE, preconditions=None, transition=False)
    assert (found.anomalies, found.cause, found.recovery) == ((), None, None)


def test_preconditions_are_the_recorded_screen_and_what_rules_demand() -> None:
    def holds(seen: object, by_rules: bool | None) -> bool | None:
        return precondition_holds(HERE, seen, Tolerance.DYNAMIC, frozenset(), by_rules)  # type: ignore[arg-type]

    assert holds(HERE, True) is True
    assert holds(HERE, False) is False
    assert holds(HERE, None) is None
    assert holds(THERE, True) is False
