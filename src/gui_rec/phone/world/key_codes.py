"""Android's key names and numbers (AOSP KeyEvent), as far as a phone of this kind can be sent them."""

from __future__ import annotations

_NAMED = {
    "UNKNOWN": 0, "SOFT_LEFT": 1, "SOFT_RIGHT": 2, "HOME": 3, "BACK": 4, "CALL": 5, "ENDCALL": 6,
    "STAR": 17, "POUND": 18, "DPAD_UP": 19, "DPAD_DOWN": 20, "DPAD_LEFT": 21, "DPAD_RIGHT": 22,
    "DPAD_CENTER": 23, "VOLUME_UP": 24, "VOLUME_DOWN": 25, "POWER": 26, "CAMERA": 27, "CLEAR": 28,
    "COMMA": 55, "PERIOD": 56, "ALT_LEFT": 57, "ALT_RIGHT": 58, "SHIFT_LEFT": 59, "SHIFT_RIGHT": 60,
    "TAB": 61, "SPACE": 62, "SYM": 63, "EXPLORER": 64, "ENVELOPE": 65, "ENTER": 66, "DEL": 67, "GRAVE": 68,
    "MINUS": 69, "EQUALS": 70, "LEFT_BRACKET": 71, "RIGHT_BRACKET": 72, "BACKSLASH": 73, "SEMICOLON": 74,
    "APOSTROPHE": 75, "SLASH": 76, "AT": 77, "NUM": 78, "HEADSETHOOK": 79, "FOCUS": 80, "PLUS": 81,
    "MENU": 82, "NOTIFICATION": 83, "SEARCH": 84, "MEDIA_PLAY_PAUSE": 85, "MEDIA_STOP": 86, "MEDIA_NEXT": 87,
    "MEDIA_PREVIOUS": 88, "MUTE": 91, "PAGE_UP": 92, "PAGE_DOWN": 93, "ESCAPE": 111, "FORWARD_DEL": 112,
    "CTRL_LEFT": 113, "CTRL_RIGHT": 114, "CAPS_LOCK": 115, "MOVE_HOME": 122, "MOVE_END": 123, "INSERT": 124,
    "FORWARD": 125, "NUMPAD_ENTER": 160, "VOLUME_MUTE": 164, "SETTINGS": 176, "APP_SWITCH": 187,
    "ASSIST": 219, "BRIGHTNESS_DOWN": 220, "BRIGHTNESS_UP": 221, "SLEEP": 223, "WAKEUP": 224,
    "CUT": 277, "COPY": 278, "PASTE": 279, "ALL_APPS": 284,
}  # fmt: skip
KEY_CODES: dict[str, int] = {
    **_NAMED,
    **{str(digit): 7 + digit for digit in range(10)},
    **{chr(ord("A") + letter): 29 + letter for letter in range(26)},
}
_NAMES = {code: name for name, code in KEY_CODES.items()}


def key_name(text: str) -> str | None:
    """`BACK`, `KEYCODE_BACK` or a number (`4` is BACK, `KEYCODE_4` the digit) -> the name; None if unknown."""
    if text.startswith("KEYCODE_"):
        name = text.removeprefix("KEYCODE_")
        return name if name in KEY_CODES else None
    if text.isascii() and text.isdigit():
        return _NAMES.get(int(text))
    return text if text in KEY_CODES else None
