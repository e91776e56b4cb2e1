"""System windows that come over an app, told by ids first and by English titles only as a fallback.

Ids and titles are AOSP's: frameworks/base AppErrorDialog, BaseErrorDialog (`aerr_*`), WindowManager's
window titles, and the permission controller's `permission_*_button`.
"""

from __future__ import annotations

import re

from gui_rec.replayer.looks import Look

_LAUNCHER = re.compile(r"launcher|trebuchet|(^|\.)home$|\.miui\.home", re.IGNORECASE)
_OVERLAY_TITLE = re.compile(r"NotificationShade|Keyguard|ResolverActivity|ChooserActivity")
SYSTEM_UI = "com.android.systemui"


def is_launcher(package: str | None, home: str | None = None) -> bool:
    """True for the package that handles the HOME intent; where that is not known, for the packages that home screens
    are known to have.
    """
    if home is not None:
        return package == home
    return package is not None and _LAUNCHER.search(package) is not None


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
    return "android:id/aerr_wait" in ids(look) or any(
        title.startswith("Application Not Responding") for title in titles(look)
    )


def shows_crash(look: Look) -> bool:
    """An `Application Error` dialog is up."""
    found = ids(look)
    by_id = "android:id/aerr_wait" not in found and any(name.startswith("android:id/aerr_") for name in found)
    return by_id or any(title.startswith("Application Error") for title in titles(look))


def shows_permission(look: Look) -> bool:
    """A runtime permission dialog is up."""
    package = look.seen.package or ""
    by_id = any(re.search(r":id/permission_\w*button$", name) for name in ids(look))
    return by_id or package.endswith((".permissioncontroller", ".packageinstaller"))


def overlay_of(look: Look) -> str | None:
    """The system window that has the focus: shade, lock screen, chooser; None where none has."""
    focused = " ".join(filter(None, (look.seen.activity, look.seen.facts.title)))
    match = _OVERLAY_TITLE.search(focused)
    if match is not None:
        return match[0]
    return SYSTEM_UI if look.seen.package == SYSTEM_UI else None
