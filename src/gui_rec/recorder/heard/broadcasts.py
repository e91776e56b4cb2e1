"""Broadcasts to keyboards that type what they are told -> what is typed. Pure.

Facts: senzhk/ADBKeyBoard AdbIME.java (ADB_INPUT_TEXT, _B64, _CHARS, _CODE, ADB_EDITOR_CODE, ADB_CLEAR_TEXT) and the
keyboard of uiautomator2 (ADB_KEYBOARD_*). Whether the keyboard was in use, and the text arrived, only the field
tells.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from gui_rec.model.actions import Type
from gui_rec.recorder.heard import keys
from gui_rec.recorder.heard._api import QUERY, Heard, acted, opaque, state_change
from gui_rec.recorder.heard.intents import Intent

_MOST_CHARACTERS = 1 << 20
_EDITOR = {2: "go", 3: "search", 4: "send", 5: "next", 6: "done", 7: "previous"}


def hear_broadcast(intent: Intent) -> Heard:
    """What `am broadcast` of this intent does."""
    hear = _RECEIVERS.get(intent.action or "")
    if hear is None:
        return state_change(f"broadcast {(intent.action or 'without an action')[:120]}")
    return hear(intent)


def _text(intent: Intent) -> Heard:
    text = intent.extras.get("msg")
    if text is None:
        return opaque("ADB_INPUT_TEXT without its text: keys with meta keys, which no action can say")
    return _typed(text)


def _base64_text(intent: Intent) -> Heard:
    return _decoded(intent.extras.get("msg"))


def _u2_text(intent: Intent) -> Heard:
    return _decoded(intent.extras.get("text"))


def _decoded(message: str | None) -> Heard:
    try:
        text = base64.b64decode("".join((message or "").split()), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return opaque("a broadcast of text that is no Base64 of UTF-8")
    return _typed(text)


def _typed(text: str) -> Heard:
    if len(text) > _MOST_CHARACTERS:
        return opaque(f"a text of more than {_MOST_CHARACTERS} characters")
    return acted(Type(text)) if text else QUERY


def _characters(intent: Intent) -> Heard:
    codes = _numbers(intent.extras.get("chars"))
    if codes is None or not all(0 <= code < 0x110000 and not 0xD800 <= code < 0xE000 for code in codes):
        return opaque("ADB_INPUT_CHARS with what are no characters")
    return _typed("".join(map(chr, codes)))


def _code(intent: Intent) -> Heard:
    codes = _numbers(intent.extras.get("code"))
    names = [keys.name_of(code) for code in codes or []]
    if not names or any(name is None for name in names) or len(set(names)) > 1:
        return opaque("ADB_INPUT_CODE with several keys, or one that is not known here")
    found = keys.presses(names[0] or "", len(names))
    return acted(found[0]) if len(found) == 1 else opaque("ADB_INPUT_CODE with too many keys")


def _editor(intent: Intent) -> Heard:
    codes = _numbers(intent.extras.get("code")) or []
    named = _EDITOR.get(codes[0], str(codes[0])) if codes else "none"
    return opaque(f"the keyboard's own action key ({named}), which no action can say")


def _enter(_intent: Intent) -> Heard:
    return opaque("the keyboard's own action key, which no action can say")


def _named(intent: Intent) -> Heard:
    return opaque(f"the keyboard's own action key ({intent.action}), which no action can say")


def _clear(_intent: Intent) -> Heard:
    return acted(Type("", clear_before=True))


def _hide(_intent: Intent) -> Heard:
    return state_change("the keyboard hides")


def _numbers(words: str | None) -> list[int] | None:
    parts = [part.strip() for part in (words or "").split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        return None
    return [int(part) for part in parts]


_RECEIVERS: dict[str, Callable[[Intent], Heard]] = {
    "ADB_INPUT_TEXT": _text,
    "ADB_INPUT_B64": _base64_text,
    "ADB_INPUT_CHARS": _characters,
    "ADB_INPUT_CODE": _code,
    "ADB_EDITOR_CODE": _editor,
    "ADB_CLEAR_TEXT": _clear,
    "ADB_KEYBOARD_INPUT_TEXT": _u2_text,
    "ADB_KEYBOARD_CLEAR_TEXT": _clear,
    "ADB_KEYBOARD_EDITOR_CODE": _editor,
    "ADB_KEYBOARD_SMART_ENTER": _enter,
    "ADB_KEYBOARD_HIDE": _hide,
    **{f"ADB_ACTION_{name}": _named for name in ("GO", "SEARCH", "SEND", "NEXT", "DONE")},
}
