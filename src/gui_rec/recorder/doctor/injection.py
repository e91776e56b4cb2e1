"""Whether adb may act on the phone: some makers forbid it until a second switch is on."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State


def examine(seen: Seen) -> Finding | None:
    """Whether a key that does nothing was let through."""
    if seen.health is None:
        return None
    if seen.health.input_refused is None:
        return Finding(State.OK, "adb may touch the screen and press keys")
    return Finding(
        State.PROBLEM,
        f"adb may not act: {seen.health.input_refused}",
        "developer options: 'USB debugging (Security settings)'; a person's own touches can be recorded without it",
    )
