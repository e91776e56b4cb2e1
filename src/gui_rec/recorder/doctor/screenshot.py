"""Whether the screen can be seen: a screenshot that is whole, and no window that forbids it."""

from __future__ import annotations

from gui_rec.model.flags import Flag
from gui_rec.recorder.doctor._api import Finding, Seen, State


def examine(seen: Seen) -> Finding:
    """Whether a whole picture came, and whether anything is on it."""
    look = seen.observation
    if look.screenshot is None or look.size is None:
        reasons = [item.reason.value for item in look.missing if item.column == "screenshot"]
        return Finding(
            State.PROBLEM,
            f"none could be had ({', '.join(reasons) or 'unknown'})",
            "try `adb exec-out screencap -p > x.png`; a window that forbids screenshots has to be left first",
        )
    size = f"{look.size.width_px}x{look.size.height_px}"
    if Flag.SECURE_SCREEN in look.flags:
        return Finding(
            State.WARNING,
            f"{size}, black: the window in front forbids screenshots",
            "leave this page; pictures of it are black, and flagged `secure_screen` so that nothing trains on them",
        )
    if Flag.BLANK_SCREEN in look.flags:
        return Finding(State.WARNING, f"{size}, blank", "wake and unlock the phone")
    return Finding(State.OK, size)
