"""Entering text: the first method that can carry every character of it, or nothing at all.

`input text` carries printable ASCII; anything else needs a broadcast input method on the phone.
Whether the text arrived is for the caller to read off the field.
"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.device.adb import broadcast_ime, input_text
from gui_rec.device.adb.plan import on_display
from gui_rec.device.adb.quote import RemoteCommand, sequence
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.smart_socket import MAX_REQUEST_BYTES
from gui_rec.errors import DeviceError, TextUnsupportedError
from gui_rec.model.actions import Type
from gui_rec.model.geometry import Point, ScreenSize, to_px
from gui_rec.model.step import Sent

_SDK_WITH_KEY_COMBINATIONS = 31
_ENTER = ["input", "keyevent", "KEYCODE_ENTER"]
_BASE_TIMEOUT_S = 20.0
_PER_CHARACTER_S = 0.05
_MOST_LINE_BYTES = MAX_REQUEST_BYTES - 100  # the service's name stands before the line


def enter_text(
    session: AdbSession, action: Type, size: ScreenSize, *, sdk: int | None, display: int = 0
) -> Sent:
    """Tap the field if one is named, clear it if asked, type, press ENTER if asked.

    On another display than 0 only what `input text` carries: a broadcast names no display.

    Raises TextUnsupportedError, with nothing sent, when no method carries the text.
    """
    timeout_s = _BASE_TIMEOUT_S + _PER_CHARACTER_S * len(action.text)
    tap = _tap(action, size)
    enter = [_ENTER] if action.press_enter else []
    if input_text.can_type(action.text):
        select_all = sdk is not None and sdk >= _SDK_WITH_KEY_COMBINATIONS
        clear = input_text.clearing_commands(select_all=select_all) if action.clear_before else []
        calls = [*tap, *clear, *input_text.typing_commands(action.text), *enter]
        commands = [on_display(call, display) for call in calls]
        # Nothing to type is still one dispatch, so that the step has its record.
        return session.dispatch(
            _fitting(sequence(*(commands or [["true"]]))), "input text", timeout_s=timeout_s
        )
    if display:
        raise TextUnsupportedError(_explain_display(action.text, display))
    if not _is_encodable(action.text) or not broadcast_ime.is_installed(session):
        raise TextUnsupportedError(_explain(action.text))
    with broadcast_ime.in_use(session):
        return _broadcast(session, action, tap, enter, timeout_s)


def _broadcast(
    session: AdbSession, action: Type, tap: list[list[str]], enter: list[list[str]], timeout_s: float
) -> Sent:
    """The tap goes out first and alone: the input method answers only once the field has it."""
    clear = broadcast_ime.clearing_commands() if action.clear_before else []
    line = _fitting(sequence(*clear, *broadcast_ime.typing_commands(action.text), *enter))
    if not tap:
        broadcast_ime.wait_until_bound(session)
        return session.dispatch(line, broadcast_ime.IME, timeout_s=timeout_s)
    first = session.dispatch(sequence(*tap), broadcast_ime.IME, timeout_s=timeout_s)
    if first.exit_status != 0:
        return first
    try:
        broadcast_ime.wait_until_bound(session)
        second = session.dispatch(line, broadcast_ime.IME, timeout_s=timeout_s)
    except DeviceError as error:
        # The tap is out, so this is no longer an error that means that nothing was sent.
        return replace(first, exit_status=None, output=f"only the tap was sent: {error}")
    whole = f"{first.what}; {second.what}"
    return replace(second, what=whole, output=first.output + second.output, started_us=first.started_us)


def _fitting(line: RemoteCommand) -> RemoteCommand:
    """`line`, or TextUnsupportedError where it is too long for one request: half a text is no text."""
    size = len(line.line.encode())
    if size > _MOST_LINE_BYTES:
        raise TextUnsupportedError(
            f"text: expected at most {_MOST_LINE_BYTES} bytes of commands, got {size}; nothing was sent; "
            "type it in parts"
        )
    return line


def _tap(action: Type, size: ScreenSize) -> list[list[str]]:
    if action.x is None or action.y is None:
        return []
    pixel = to_px(Point(action.x, action.y), size)
    return [["input", "tap", str(pixel.x), str(pixel.y)]]


def _is_encodable(text: str) -> bool:
    """False for lone surrogates, which no UTF-8 holds."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _explain_display(text: str, display: int) -> str:
    return (
        f"text: `input text` carries printable ASCII only, and {_odd(text)!r} is none; nothing was sent. A keyboard that "
        f"adb drives cannot be told to type on display {display}"
    )


def _odd(text: str) -> str:
    return next((character for character in text if not input_text.can_type(character)), "")


def _explain(text: str) -> str:
    return (
        f"text: `input text` carries printable ASCII only, and {_odd(text)!r} is none; nothing was sent. Install an "
        "input method that adb can drive: ADBKeyBoard (com.android.adbkeyboard)"
    )
