"""System windows that come over an app, told by ids first and by English titles only as a fallback.

Ids and titles are AOSP's: frameworks/base AppErrorDialog, BaseErrorDialog (`aerr_*`), WindowManager's
window titles, and the permission controller's `permission_*_button`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

_LAUNCHER = re.compile(r"launcher|trebuchet|(^|\.)home$|\.miui\.home", re.IGNORECASE)
_PERMISSION_BUTTON = re.compile(r":id/permission_\w*button$")
_PERMISSION_PACKAGES = (".permissioncontroller", ".packageinstaller")


def is_launcher(package: str | None, home: str | None = None) -> bool:
    """True for the package that handles the HOME intent; where that is not known, for the packages that home screens
    are known to have.
    """
    if home is not None:
        return package == home
    return package is not None and _LAUNCHER.search(package) is not None


def is_anr(ids: Set[str], titles: Iterable[str]) -> bool:
    """An `Application Not Responding` dialog is up, by the screen's full resource ids and its windows' titles."""
    return "android:id/aerr_wait" in ids or any(
        title.startswith("Application Not Responding") for title in titles
    )


def is_crash(ids: Set[str], titles: Iterable[str]) -> bool:
    """An `Application Error` dialog is up."""
    by_id = "android:id/aerr_wait" not in ids and any(name.startswith("android:id/aerr_") for name in ids)
    return by_id or any(title.startswith("Application Error") for title in titles)


def is_permission(ids: Set[str], package: str | None) -> bool:
    """A runtime permission dialog is up."""
    by_id = any(_PERMISSION_BUTTON.search(name) for name in ids)
    return by_id or (package or "").endswith(_PERMISSION_PACKAGES)
