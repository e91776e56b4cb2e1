"""How long a person waits after each touch: until the screen was found at rest."""

from __future__ import annotations

from gui_rec.capture.settle import usual_s
from gui_rec.recorder.doctor._api import Finding, Seen, State

SLOW_S = 2.0


def examine(seen: Seen) -> Finding | None:
    """Whether the next touch may come soon enough for a person who waits for it."""
    if seen.observation.ui_xml is None:
        return None
    ready_s = usual_s(seen.picture_s, seen.hierarchy_s)
    took = f"from touch to ready about {ready_s:.1f} s: picture {seen.picture_s:.1f}, hierarchy {seen.hierarchy_s:.1f}"
    if ready_s <= SLOW_S:
        return Finding(State.OK, took)
    if seen.observation.ui_source == "u2":
        return Finding(State.WARNING, took, "touch slowly, and wait for the bell")
    return Finding(State.WARNING, took, "record with --ui-source u2 (pip install 'gui-rec[u2]')")
