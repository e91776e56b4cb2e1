"""Whether every text can be typed: `input text` carries ASCII only."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State


def examine(seen: Seen) -> Finding | None:
    """Whether a keyboard is there that takes any text."""
    if seen.health is None or seen.health.unicode_keyboard is None:
        return None
    if seen.health.unicode_keyboard:
        return Finding(State.OK, "any text, by ADBKeyBoard")
    return Finding(
        State.WARNING,
        "ASCII only: no keyboard on the phone takes text from adb",
        "install ADBKeyBoard (github.com/senzhk/ADBKeyBoard); gui-rec switches to it and back by itself",
    )
