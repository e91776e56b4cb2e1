"""Which window has the focus, from `dumpsys window displays` (or `windows`, up to API 28).

With several displays only one counts (0 if no other is asked for), and there the last line that is not null. A focus of null
is a transition. Where the focused window and the focused app are both activities and differ, the app
counts: the window follows it a moment later.
"""

from __future__ import annotations

import re

from gui_rec.device.adb.parse_window_name import (
    WindowKind,
    WindowName,
    parse_activity_record,
    parse_window_name,
)
from gui_rec.model.observation import Focus

_DISPLAY = re.compile(r"^\s*Display: mDisplayId=(\d+)", re.MULTILINE)
_CURRENT = re.compile(r"^\s*mCurrentFocus=(.*)$", re.MULTILINE)
_APP = re.compile(r"^\s*mFocusedApp=(.*)$", re.MULTILINE)
# Said by builds that leave mCurrentFocus out.
_OTHERS = re.compile(
    r"(?:mFocusedWindow=|imeLayeringTarget in display# 0 |mInputMethodTarget=)(Window\{.*)$", re.M
)

Component = tuple[str, str]


def parse_focus(text: str, display: int = 0) -> Focus:
    """A display's focused window; all None in a transition and where the dump does not tell."""
    own = part_of_display(text, display)
    window = _last(own, _CURRENT) if _CURRENT.search(own) else _last(own, _OTHERS)
    apps = [record for value in _APP.findall(own) if (record := parse_activity_record(value)) is not None]
    name = None if window is None else parse_window_name(window)
    return Focus() if name is None else _focus(name, apps)


def _focus(name: WindowName, apps: list[Component]) -> Focus:
    app = _agreeing(name, apps)
    if name.kind is WindowKind.APP and name.activity is not None and app is not None:
        return Focus(*app, title=name.title)
    if name.package is None and app is not None:
        # A popup or panel without an owner in its title belongs to the app under it.
        return Focus(*app, title=name.title)
    return Focus(name.package, name.activity, name.title)


def _agreeing(name: WindowName, apps: list[Component]) -> Component | None:
    same = [app for app in apps if app == (name.package, name.activity)]
    chosen = same or apps
    return chosen[-1] if chosen else None


def part_of_display(text: str, display: int = 0) -> str:
    """The part of `dumpsys window displays` about one display.

    Of display 0 it is everything where the dump is not parted by display; of another one it is nothing then.
    """
    text = text.replace("\r\n", "\n")
    starts = [(match.start(), int(match[1])) for match in _DISPLAY.finditer(text)]
    if not starts:
        return "" if display else text
    ends = [start for start, _ in starts[1:]] + [len(text)]
    parts = [text[start:end] for (start, number), end in zip(starts, ends, strict=True) if number == display]
    return "\n".join(parts if display else [text[: starts[0][0]], *parts])


def _last(text: str, pattern: re.Pattern[str]) -> str | None:
    values = [value for value in pattern.findall(text) if value.strip() != "null"]
    return values[-1] if values else None
