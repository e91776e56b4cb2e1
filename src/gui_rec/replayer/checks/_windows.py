"""System windows that come over an app, as checks ask for them (see `gui_rec.ui.system_windows`)."""

from __future__ import annotations

import re

from gui_rec.replayer.looks import Look
from gui_rec.ui.system_windows import is_anr, is_crash, is_permission
from gui_rec.ui.system_windows import is_launcher as is_launcher

_OVERLAY_TITLE = re.compile(r"NotificationShade|Keyguard|ResolverActivity|ChooserActivity")
SYSTEM_UI = "com.android.systemui"


def ids(look: Look) -> frozenset[str]:
    """Full resource ids on the screen."""
    return frozenset(node.resource_id for node in look.nodes() if node.resource_id)


def titles(look: Look) -> tuple[str, ...]:
    """What the windows and the page call themselves."""
    facts = look.seen.facts
    named = [facts.title, facts.dialog, *(window.title for window in facts.windows)]
    return tuple(title for title in named if title)


def shows_anr(look: Look) -> bool:
    """An `Application Not Responding` dialog is up."""
    return is_anr(ids(look), titles(look))


def shows_crash(look: Look) -> bool:
    """An `Application Error` dialog is up."""
    return is_crash(ids(look), titles(look))


def shows_permission(look: Look) -> bool:
    """A runtime permission dialog is up."""
    return is_permission(ids(look), look.seen.package)


def overlay_of(look: Look) -> str | None:
    """The system window that has the focus: shade, lock screen, chooser; None where none has."""
    focused = " ".join(filter(None, (look.seen.activity, look.seen.facts.title)))
    match = _OVERLAY_TITLE.search(focused)
    if match is not None:
        return match[0]
    return SYSTEM_UI if look.seen.package == SYSTEM_UI else None
