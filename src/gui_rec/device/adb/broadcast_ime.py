"""Text through ADBKeyBoard, an input method that takes text from a broadcast.

Source: senzhk/ADBKeyBoard, AdbIME.java. The broadcast answers `result=0` whether or not a keyboard
got it, so only the field tells; and an input method that was just enabled may not be set at once.
"""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from gui_rec._clock import Deadline
from gui_rec.device.adb.parse_state import parse_current_ime, parse_keyboard_shown, parse_setting
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import DeviceError, TextUnsupportedError

IME = "com.android.adbkeyboard/.AdbIME"
_LOG = logging.getLogger(__name__)
_SWITCH_TIMEOUT_S = 3.0
_GAP_S = 0.1
# AOSP InputMethodManagerService: "Input method ID selected for user #0"; a refusal says "cannot be selected".
_SET = re.compile(r"^Input method \S+ selected\b", re.MULTILINE)


def is_installed(session: AdbSession) -> bool:
    """True when the phone has the input method, enabled or not."""
    return IME in session.run("ime", "list", "-a", "-s").text.split()


@contextmanager
def in_use(session: AdbSession) -> Iterator[None]:
    """ADBKeyBoard as the current input method; the person's own is put back at the end, come what may.

    Raises TextUnsupportedError when the phone does not let it be set.
    """
    before = current(session)
    if before == IME:
        yield
        return
    was_enabled = IME in session.run("ime", "list", "-s").text.split()
    try:
        _switch(session)
        yield
    finally:
        # Ctrl-C comes here too.
        _put_back(session, before, was_enabled=was_enabled)


def current(session: AdbSession) -> str | None:
    """The id of the input method in use."""
    return parse_setting(session.run("settings", "get", "secure", "default_input_method").text)


def _switch(session: AdbSession) -> None:
    deadline = Deadline.after(session.clock, _SWITCH_TIMEOUT_S)
    said = session.run("ime", "enable", IME).all_text
    is_set = False
    while True:
        if not is_set:  # each time that it is set, Android binds the keyboard anew
            said = session.run("ime", "set", IME).all_text or said
            is_set = _SET.search(said) is not None
        if current(session) == IME:
            return
        if deadline.passed:
            raise TextUnsupportedError(
                f"text: the phone does not let {IME} be the input method (it said: {said.strip()[:200]}); "
                "on Xiaomi switch on 'USB debugging (Security settings)'"
            )
        session.clock.sleep_s(_GAP_S)


def _put_back(session: AdbSession, before: str | None, *, was_enabled: bool) -> None:
    """Restore and read back. What led here matters more than a failure of this, but the person hears of it."""
    try:
        _restore(session, before, was_enabled=was_enabled)
        is_back = before is None or current(session) == before
    except DeviceError:
        is_back = False
    if not is_back:
        _LOG.warning(
            "%s: the input method could not be put back; it was %s (adb shell ime set %s)",
            session.serial,
            before,
            before,
        )


def _restore(session: AdbSession, before: str | None, *, was_enabled: bool) -> None:
    if before is not None:
        session.run("ime", "set", before)
    if not was_enabled:
        session.run("ime", "disable", IME)


def wait_until_bound(session: AdbSession) -> bool:
    """Whether the keyboard came up in the focused field before a short time was over."""
    deadline = Deadline.after(session.clock, _SWITCH_TIMEOUT_S)
    while True:
        dump = session.run("dumpsys", "input_method").text
        if parse_keyboard_shown(dump) and parse_current_ime(dump) in (IME, None):
            return True
        if deadline.passed:
            return False
        session.clock.sleep_s(_GAP_S)


def typing_commands(text: str) -> list[list[str]]:
    """The broadcast that types `text`; Base64 carries every character through the shell."""
    encoded = base64.b64encode(text.encode()).decode()
    return [["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded]] if text else []


def clearing_commands() -> list[list[str]]:
    """The broadcast that empties the field."""
    return [["am", "broadcast", "-a", "ADB_CLEAR_TEXT"]]
