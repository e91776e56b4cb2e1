"""How long a person waits after each touch: about as long as a hierarchy takes."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State

SLOW_S = 2.0


def examine(seen: Seen) -> Finding | None:
    """Whether a look is quick enough for a person who waits for it."""
    if seen.observation.ui_xml is None:
        return None
    took = f"a hierarchy takes {seen.hierarchy_s:.1f} s"
    if seen.hierarchy_s <= SLOW_S:
        return Finding(State.OK, took)
    if seen.observation.ui_source == "u2":
        return Finding(State.WARNING, took, "touch slowly, and wait for the bell")
    return Finding(State.WARNING, took, "record with --ui-source u2 (pip install 'gui-rec[u2]')")
