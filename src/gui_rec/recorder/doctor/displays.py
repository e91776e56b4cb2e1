"""Which displays there are to choose from: `--display` takes the numbers."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State


def examine(seen: Seen) -> Finding | None:
    """The displays of a device that tells of them."""
    if not seen.displays:
        return None
    listed = ", ".join(seen.displays)
    return Finding(State.OK, listed if len(seen.displays) == 1 else f"{listed}; --display chooses")
