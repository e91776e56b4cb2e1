"""Whether the view hierarchy can be had, and what shuts the door where not."""

from __future__ import annotations

from gui_rec.model.flags import MissingReason
from gui_rec.recorder.doctor._api import Finding, Seen, State

_FIXES = {
    MissingReason.DUMP_NOT_IDLE: "the page moves all the time; try another page, or --ui-source u2",
    MissingReason.DUMP_NULL_ROOT: "wake and unlock the phone",
    MissingReason.DUMP_KILLED: "the phone is short of memory or hangs; restart it",
    MissingReason.DUMP_EMPTY: "the page tells no views (a game, a picture); only its pictures can be recorded",
}
_OTHER_FIX = (
    "end other tools that automate the phone (uiautomator2, Appium, Maestro, droidrun), or use --ui-source u2"
)


def examine(seen: Seen) -> Finding:
    """Whether a hierarchy came."""
    look = seen.observation
    if look.ui_xml is not None:
        return Finding(State.OK, f"got by {look.ui_source or 'the device'}")
    reasons = [item.reason for item in look.missing if item.column == "ui_xml"]
    reason = reasons[0] if reasons else MissingReason.DUMP_CRASHED
    return Finding(State.PROBLEM, f"none could be had ({reason.value})", _FIXES.get(reason, _OTHER_FIX))
