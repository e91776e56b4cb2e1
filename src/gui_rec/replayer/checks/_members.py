"""The table of checks, in the order in which they are asked; the first that fails the step decides.

Whether there is anything to judge comes first, then trouble that covers the app, then the app, then what
the action did, then the page, then the picture.
"""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.replayer.checks._api import Check

_HERE = "gui_rec.replayer.checks"

CHECKS: Registry[Check] = Registry(
    "check",
    {
        name: (f"{_HERE}.{name}:CHECK", None)
        for name in (
            "observation",
            "rotation",
            "crash",
            "anr",
            "permission",
            "screen_off",
            "overlay",
            "package",
            "loading",
            "blank",
            "secure",
            "webview",
            "dialog",
            "stale",
            "performed",
            "no_effect",
            "ahead",
            "inline_error",
            "toast",
            "update_wall",
            "login_wall",
            "activity",
            "locale",
            "typed_text",
            "double_effect",
            "moving",
            "target",
            "state",
            "opaque",
            "size",
            "keyboard",
            "unheard_toast",
            "visual",
            "already_there",
        )
    },
)
