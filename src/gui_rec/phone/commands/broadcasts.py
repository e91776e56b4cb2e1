"""What the phone's receivers do with a broadcast: those of the keyboards that type what they are told.

The ADB keyboard (facts: ADBKeyBoard, AdbIME.java) leaves `am`'s answer as it is whether or not it received
anything, so only the focused field tells. The keyboard of uiautomator2 (facts: its client) answers -1, "success".
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gui_rec.phone.commands.intents import Intent
from gui_rec.phone.world.input_methods import ADB_IME, U2_IME
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.phone import Phone

_EDITOR_ACTIONS = {
    "ADB_ACTION_GO": 2,
    "ADB_ACTION_SEARCH": 3,
    "ADB_ACTION_SEND": 4,
    "ADB_ACTION_NEXT": 5,
    "ADB_ACTION_DONE": 6,
}


@dataclass(frozen=True, slots=True)
class BroadcastResult:
    """What the receivers left: a code (0 as sent, -1 RESULT_OK) and perhaps a text."""

    code: int = 0
    data: str | None = None

    def line(self) -> str:
        """As `am broadcast` prints it."""
        data = "" if self.data is None else f', data="{self.data}"'
        return f"Broadcast completed: result={self.code}{data}"


def deliver(phone: Phone, intent: Intent) -> BroadcastResult:
    """Give an intent to the current keyboard, if it is one that listens and knows the action."""
    action = intent.action or ""
    if phone.ime.current == U2_IME and action in _U2_RECEIVERS:
        done = _U2_RECEIVERS[action](phone, intent)
        return BroadcastResult(-1, "success") if done else BroadcastResult(0, "fail")
    if phone.ime.current == ADB_IME:
        _give_to_adb_keyboard(phone, intent, action)
    return BroadcastResult()


def _give_to_adb_keyboard(phone: Phone, intent: Intent, action: str) -> None:
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


def _u2_text(phone: Phone, intent: Intent) -> bool:
    text = decode_text(intent.extra_named("text") or "")
    return text is not None and phone.commit_text(text)


def _u2_clear(phone: Phone, _intent: Intent) -> bool:
    return phone.clear_text()


def _u2_editor_code(phone: Phone, intent: Intent) -> bool:
    codes = _numbers(intent.extra_named("code"))
    return bool(codes) and phone.editor_action(codes[0])


def _u2_enter(phone: Phone, _intent: Intent) -> bool:
    return phone.editor_action(0)


def _u2_hide(phone: Phone, _intent: Intent) -> bool:
    if phone.keyboard_shown:
        phone.key("BACK")
    return True


_U2_RECEIVERS: Mapping[str, Callable[[Phone, Intent], bool]] = {
    "ADB_KEYBOARD_INPUT_TEXT": _u2_text,
    "ADB_KEYBOARD_CLEAR_TEXT": _u2_clear,
    "ADB_KEYBOARD_EDITOR_CODE": _u2_editor_code,
    "ADB_KEYBOARD_SMART_ENTER": _u2_enter,
    "ADB_KEYBOARD_HIDE": _u2_hide,
}
