"""Names that Android's `input keyevent` knows; an unknown one would be sent as code 0, silently.

Source: AOSP frameworks/base, KeyEvent.java.
"""

from __future__ import annotations

from string import ascii_uppercase, digits

_NAMED = (
    "UNKNOWN", "SOFT_LEFT", "SOFT_RIGHT", "HOME", "BACK", "CALL", "ENDCALL", "STAR", "POUND", "DPAD_UP",
    "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT", "DPAD_CENTER", "VOLUME_UP", "VOLUME_DOWN", "POWER",
    "CAMERA", "CLEAR", "COMMA", "PERIOD", "ALT_LEFT", "ALT_RIGHT", "SHIFT_LEFT", "SHIFT_RIGHT", "TAB",
    "SPACE", "SYM", "EXPLORER", "ENVELOPE", "ENTER", "DEL", "GRAVE", "MINUS", "EQUALS", "LEFT_BRACKET",
    "RIGHT_BRACKET", "BACKSLASH", "SEMICOLON", "APOSTROPHE", "SLASH", "AT", "NUM", "HEADSETHOOK",
    "FOCUS", "PLUS", "MENU", "NOTIFICATION", "SEARCH", "MEDIA_PLAY_PAUSE", "MEDIA_STOP", "MEDIA_NEXT",
    "MEDIA_PREVIOUS", "MEDIA_REWIND", "MEDIA_FAST_FORWARD", "MUTE", "PAGE_UP", "PAGE_DOWN",
    "PICTSYMBOLS", "SWITCH_CHARSET", "ESCAPE", "FORWARD_DEL", "CTRL_LEFT", "CTRL_RIGHT", "CAPS_LOCK",
    "SCROLL_LOCK", "META_LEFT", "META_RIGHT", "FUNCTION", "SYSRQ", "BREAK", "MOVE_HOME", "MOVE_END",
    "INSERT", "FORWARD", "MEDIA_PLAY", "MEDIA_PAUSE", "MEDIA_CLOSE", "MEDIA_EJECT", "MEDIA_RECORD",
    "NUM_LOCK", "VOLUME_MUTE", "INFO", "CHANNEL_UP", "CHANNEL_DOWN", "ZOOM_IN", "ZOOM_OUT", "TV",
    "WINDOW", "GUIDE", "DVR", "BOOKMARK", "CAPTIONS", "SETTINGS", "APP_SWITCH", "LANGUAGE_SWITCH",
    "MANNER_MODE", "CONTACTS", "CALENDAR", "MUSIC", "CALCULATOR", "ASSIST", "BRIGHTNESS_DOWN",
    "BRIGHTNESS_UP", "SLEEP", "WAKEUP", "PAIRING", "MEDIA_TOP_MENU", "VOICE_ASSIST", "CUT", "COPY",
    "PASTE", "SYSTEM_NAVIGATION_UP", "SYSTEM_NAVIGATION_DOWN", "SYSTEM_NAVIGATION_LEFT",
    "SYSTEM_NAVIGATION_RIGHT", "ALL_APPS", "REFRESH", "THUMBS_UP", "THUMBS_DOWN", "NUMPAD_DIVIDE",
    "NUMPAD_MULTIPLY", "NUMPAD_SUBTRACT", "NUMPAD_ADD", "NUMPAD_DOT", "NUMPAD_COMMA", "NUMPAD_ENTER",
    "NUMPAD_EQUALS",
)  # fmt: skip

KEY_NAMES = frozenset(
    [
        *_NAMED,
        *ascii_uppercase,
        *digits,
        *(f"F{number}" for number in range(1, 13)),
        *(f"NUMPAD_{digit}" for digit in digits),
    ]
)
"""Without the prefix `KEYCODE_`."""
