"""Names of windows and activities as dumpsys prints them.

`Window{8d5c2f2 u0 com.example/com.example.Main}`, with what builds add: no user token, `u999` for a cloned
app, ` paused=false`, ` EXITING`, vivo's ` type=1 ` and `package:hash`, a second closing brace, titles with
spaces. Activities are given in short form (`.Main`) where they lie in their package, since one dump
spells the same activity both ways.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

# A title is an app's own words: it may hold braces, name another window, or be very long, so the outermost
# window is read and nothing in a title is searched for with a pattern that backtracks.
_WINDOW = re.compile(r"Window\{(?P<hash>[^\s{}]+)(?: u(?P<user>\d{0,9}))? (?P<title>[^}]*)\}")
_SUFFIX = re.compile(r"paused=\w+|type=\d+|EXITING|isExiting|d\d+")
_COMPONENT = re.compile(r"(?P<package>[A-Za-z][\w.]*)/(?P<activity>[\w.$]+)")
_RECORD = re.compile(r"ActivityRecord\{\S+(?: u\d*)? (?P<component>[A-Za-z][\w.]*/[\w.$]+)")
_PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")
_TROUBLE = re.compile(r"Application (?P<kind>Not Responding|Error): (?P<package>\S+)")
_SYSTEM_UI = "com.android.systemui"
_SYSTEM_UI_TITLES = (
    "NotificationShade",
    "StatusBar",
    "NavigationBar",
    "Keyguard",
    "GlobalActions",
    "VolumeDialog",
    "BiometricPrompt",
    "ScreenDecorOverlay",
)


class WindowKind(StrEnum):
    """What sort of window a title tells of."""

    APP = "app"
    ANR = "anr"
    CRASH = "crash"
    SYSTEM = "system"
    PANEL = "panel"


@dataclass(frozen=True, slots=True)
class WindowName:
    """A window's name, taken apart. `package` is None for a title that tells none (a popup)."""

    title: str
    package: str | None
    activity: str | None
    user: int | None
    kind: WindowKind


def parse_window_name(text: str) -> WindowName | None:
    """The first `Window{...}` in `text`; None where there is none."""
    match = _WINDOW.search(text)
    if match is None:
        return None
    title = _trimmed(match["title"])
    user = int(match["user"]) if match["user"] else None
    owner, colon, _ = match["hash"].partition(":")
    package, activity, kind = _owner(title)
    if package is None and colon and _PACKAGE.fullmatch(owner):
        package, kind = owner, WindowKind.SYSTEM if owner == _SYSTEM_UI else WindowKind.PANEL
    return WindowName(title, package, activity, user, kind)


def _trimmed(title: str) -> str:
    """The title without what builds write behind it."""
    title = title.rstrip()
    while (parts := title.rsplit(maxsplit=1))[1:] and _SUFFIX.fullmatch(parts[1]):
        title = parts[0].rstrip()
    return title


def _owner(title: str) -> tuple[str | None, str | None, WindowKind]:
    trouble = _TROUBLE.search(title)
    if trouble is not None:
        kind = WindowKind.ANR if trouble["kind"] == "Not Responding" else WindowKind.CRASH
        return trouble["package"], None, kind
    component = split_component(title)
    if component is not None:
        return *component, WindowKind.APP
    if title.startswith(_SYSTEM_UI_TITLES):
        return _SYSTEM_UI, None, WindowKind.SYSTEM
    if _PACKAGE.fullmatch(title):
        return title, None, WindowKind.APP
    return None, None, WindowKind.PANEL


def split_component(text: str) -> tuple[str, str] | None:
    """`p/p.A` or `p/.A` -> (`p`, `.A`); None unless the whole text is a component."""
    match = _COMPONENT.fullmatch(text.strip())
    return None if match is None else (match["package"], short_activity(match["package"], match["activity"]))


def short_activity(package: str, activity: str) -> str:
    """`.Main` for an activity inside its package, else its full class name."""
    inside = activity.startswith(package + ".")
    return activity[len(package) :] if inside else activity


def parse_activity_record(text: str) -> tuple[str, str] | None:
    """Package and activity of the first `ActivityRecord{...}` of any API level; None where there is none."""
    match = _RECORD.search(text)
    return None if match is None else split_component(match["component"])
