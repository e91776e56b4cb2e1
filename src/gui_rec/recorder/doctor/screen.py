"""Whether the screen is on: one that is off has neither picture nor hierarchy worth a row."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State


def examine(seen: Seen) -> Finding | None:
    """Whether the screen is on."""
    if seen.health is None or seen.health.awake is None:
        return None
    if seen.health.awake:
        return Finding(State.OK, "on")
    return Finding(State.PROBLEM, "off", "unlock the phone; `gui-rec record` then keeps its screen on")
