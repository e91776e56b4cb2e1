"""What a dialect makes of one action: the text, and how much of the action it keeps."""

from __future__ import annotations

from typing import TypeAlias

from gui_rec.dsl._api import Fidelity
from gui_rec.model.actions import OpenApp

Said: TypeAlias = tuple[str, Fidelity]
"""The text, and what it keeps; the text is empty where nothing can be said."""
AS_SWIPE = "that it is a scroll (it comes back as a swipe)"
"""What a dialect loses of a scroll that it can say by points only."""


def refused(why: str) -> Said:
    """The dialect has no way to say it."""
    return "", Fidelity.inexpressible(why)


def kept(text: str, *lost: str | None) -> Said:
    """`text` says the action, except for what is `lost`; a None names nothing."""
    named = [part for part in lost if part is not None]
    return text, Fidelity.lossy(", ".join(named)) if named else Fidelity.exact()


def lost_fields(action: object, *names: str) -> tuple[str, ...]:
    """Those of the named fields that the action fills in."""
    values = ((name, getattr(action, name)) for name in names)
    return tuple(name for name, value in values if value is not None and value is not False)


def app_by_name(action: OpenApp) -> tuple[str, tuple[str, ...]]:
    """The name of the app for a dialect that opens apps by name, and what that loses; a package stands for a name that
    is not there.
    """
    if action.name:
        return action.name, lost_fields(action, "package", "activity")
    return action.package or "", (*lost_fields(action, "activity"), "that its name is a package")
