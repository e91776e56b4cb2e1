"""Whether a phone lets itself be recorded: what it says when it is asked, and one key that does nothing."""

from __future__ import annotations

from gui_rec.device._api import Health
from gui_rec.device.adb import broadcast_ime
from gui_rec.device.adb.parse_state import parse_awake
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.u2 import is_running
from gui_rec.device.refusal import refusal_of
from gui_rec.model.step import Sent

# KEYCODE_UNKNOWN: delivered like any key, and no app knows it.
_NO_KEY = "0"


def examine(session: AdbSession) -> Health:
    """Ask all of it. Raises DeviceError where the phone does not answer."""
    booted = session.run("getprop", "sys.boot_completed").text.strip() == "1"
    refused = _refusal(session) if booted else None
    return Health(
        server_version=session.client.version(),
        booted=booted,
        awake=parse_awake(session.run("dumpsys", "power").text) if booted else None,
        input_refused=refused,
        unicode_keyboard=broadcast_ime.is_installed(session) if booted else None,
        keyboard=broadcast_ime.current(session) if booted else None,
        u2_runs=is_running(session),
    )


def _refusal(session: AdbSession) -> str | None:
    """What the phone says when adb presses a key that does nothing; None where it lets it."""
    answer = session.run("input", "keyevent", _NO_KEY)
    return refusal_of(Sent("input keyevent 0", "input", answer.exit_status, answer.all_text, 0, 0))
