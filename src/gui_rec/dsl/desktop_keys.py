"""A desktop's names of keys, as pyautogui has them, and Android's names of the same keys."""

from __future__ import annotations

ANDROID_OF = {
    "enter": "ENTER",
    "return": "ENTER",
    "backspace": "DEL",
    "delete": "FORWARD_DEL",
    "tab": "TAB",
    "esc": "ESCAPE",
    "escape": "ESCAPE",
    "space": "SPACE",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "home": "MOVE_HOME",
    "end": "MOVE_END",
    "pageup": "PAGE_UP",
    "pagedown": "PAGE_DOWN",
    "volumeup": "VOLUME_UP",
    "volumedown": "VOLUME_DOWN",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    **{char: char.upper() for char in "abcdefghijklmnopqrstuvwxyz0123456789"},
}
"""The name that is read -> `key.code`."""

DESKTOP_OF: dict[str, str] = {}
"""`key.code` -> the name that is written, the first of several."""
for _name, _code in ANDROID_OF.items():
    DESKTOP_OF.setdefault(_code, _name)
