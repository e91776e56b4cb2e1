"""What the phone's receivers do with a broadcast: the ADB keyboard's (facts: ADBKeyBoard, AdbIME.java).

`am` answers the same whether or not anybody received it, so only the focused field tells.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping

from gui_rec.phone.commands.intents import Intent
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.phone import Phone

_EDITOR_ACTIONS = {
    "ADB_ACTION_GO": 2,
    "ADB_ACTION_SEARCH": 3,
    "ADB_ACTION_SEND": 4,
    "ADB_ACTION_NEXT": 5,
    "ADB_ACTION_DONE": 6,
}


def deliver(phone: Phone, intent: Intent) -> None:
    """Give an intent to the current keyboard, if it is the ADB keyboard and knows the action."""
    action = intent.action or ""
    if not phone.ime.is_adb_keyboard:
        return
    if action in _EDITOR_ACTIONS:
        phone.editor_action(_EDITOR_ACTIONS[action])
    elif action in _RECEIVERS:
        _RECEIVERS[action](phone, intent)


def _text(phone: Phone, intent: Intent) -> None:
    message = intent.extra_named("msg")
    if message is not None:
        phone.commit_text(message)
    numbers = _numbers(intent.extra_named("mcode"))
    for meta, code in zip(numbers[::2], numbers[1::2], strict=False):
        if meta == 0:
            _press(phone, code)


def _base64_text(phone: Phone, intent: Intent) -> None:
    text = decode_text(intent.extra_named("msg") or "")
    if text:
        phone.commit_text(text)


def decode_text(message: str) -> str | None:
    """Base64 of UTF-8 -> text; None where it is neither, which the keyboard swallows."""
    try:
        return base64.b64decode(message, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None


def _characters(phone: Phone, intent: Intent) -> None:
    codes = _numbers(intent.extra_named("chars"))
    if codes and all(0 <= code < 0x110000 for code in codes):
        phone.commit_text("".join(map(chr, codes)))


def _code(phone: Phone, intent: Intent) -> None:
    for code in _numbers(intent.extra_named("code")):
        _press(phone, code)


def _editor_code(phone: Phone, intent: Intent) -> None:
    for code in _numbers(intent.extra_named("code")):
        phone.editor_action(code)


def _clear(phone: Phone, _intent: Intent) -> None:
    phone.clear_text()


def _press(phone: Phone, code: int) -> None:
    name = key_name(str(code))
    if name is not None:
        phone.key(name)


def _numbers(words: str | None) -> list[int]:
    parts = (words or "").split(",")
    return [int(part) for part in parts if part.strip().isascii() and part.strip().isdigit()]


_RECEIVERS: Mapping[str, Callable[[Phone, Intent], None]] = {
    "ADB_INPUT_TEXT": _text,
    "ADB_INPUT_B64": _base64_text,
    "ADB_INPUT_CHARS": _characters,
    "ADB_INPUT_CODE": _code,
    "ADB_EDITOR_CODE": _editor_code,
    "ADB_CLEAR_TEXT": _clear,
}
