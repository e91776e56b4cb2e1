"""Whether Android is up: before that its services are missing one after another."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State


def examine(seen: Seen) -> Finding | None:
    """Whether the phone says that it has booted."""
    if seen.health is None:
        return None
    if seen.health.booted:
        return Finding(State.OK, "Android is up")
    return Finding(State.PROBLEM, "Android is still starting", "wait until the home screen shows")
