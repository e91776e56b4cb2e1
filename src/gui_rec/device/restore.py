"""How an app is brought to its start before an attempt at a task."""

from __future__ import annotations

from enum import StrEnum


class RestoreStep(StrEnum):
    """What is done to an app. `clear` deletes its data, accounts too."""

    FORCE_STOP = "force_stop"
    CLEAR = "clear"
    LAUNCH = "launch"


WHOLE = tuple(RestoreStep)
"""All of them, in the order in which they make sense."""
