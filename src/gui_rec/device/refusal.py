"""What a device says when it did not do what it was sent."""

from __future__ import annotations

import re

from gui_rec.model.step import Sent

_REFUSALS: tuple[tuple[str, str], ...] = (
    (
        "INJECT_EVENTS",
        "the phone forbids adb to touch the screen; switch on 'USB debugging (Security settings)' "
        "in the developer options",
    ),
    ("Invalid arguments for command", "this Android does not know the command in this form"),
    ("Unknown command:", "this Android has no such input command"),
    ("does not exist", "the activity to start does not exist"),
    ("unable to resolve Intent", "no app on the device takes this intent"),
    ("Permission Denial", "the phone refuses this to adb"),
    ("SecurityException", "the phone refuses this to adb"),
    ("inaccessible or not found", "the phone has no such command"),
    ("can't execute: Permission denied", "the phone refuses this to adb"),
)
# toybox: "sendevent: /dev/input/event2: Permission denied"; toolbox: "could not open /dev/input/event2, Permission denied".
_NODE_REFUSED = re.compile(
    r"/dev/input/[\w./-]{1,64}[:,] (?:Permission denied|Operation not permitted)", re.I
)
# `am` prints these for intents that did arrive.
_HARMLESS = (
    "Warning: Activity not started, its current task",
    "Warning: Activity not started, intent has been",
)


def refusal_of(sent: Sent) -> str | None:
    """One line of why the device says it did nothing, or None where it does not say so.

    Exit codes alone do not tell: `input` of Android 11 and older ends with 0 after a refusal.
    """
    for words, meaning in _REFUSALS:
        if words in sent.output:
            return f"{meaning} (the device said: {_first_line(sent.output)})"
    if _NODE_REFUSED.search(sent.output):
        return f"the phone lets no program of adb's write to its input nodes (it said: {_first_line(sent.output)})"
    if sent.exit_status in (0, None) or any(words in sent.output for words in _HARMLESS):
        return None
    return f"exit status {sent.exit_status}: {_first_line(sent.output) or 'no output'}"


def _first_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    # Android 12 and newer put a line about the command before the exception itself.
    telling = [line for line in lines if "Exception:" in line or line.startswith(("Error", "Unknown"))]
    return (telling or lines or [""])[0][:300]
