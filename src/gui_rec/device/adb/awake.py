"""Keep a phone's screen on while it is recorded, and put the setting back.

Facts: `stay_on_while_plugged_in` is a sum of 1 (mains), 2 (USB), 4 (wireless) and 8 (dock, from API 33 on);
a screen that is off is woken by the key WAKEUP, which does nothing to one that is on (KeyEvent of AOSP).
"""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.device.adb.parse_state import parse_awake, parse_setting
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import DeviceError

_NAME = "stay_on_while_plugged_in"
_EVERY_PLUG = "7"


@dataclass(frozen=True, slots=True)
class AdbAwake:
    """What stood before: the setting's value, None where it had none."""

    session: AdbSession
    before: str | None

    def restore(self) -> None:
        """Put the setting back. Raises DeviceError naming the value where that cannot be done."""
        words = ("delete", "global", _NAME) if self.before is None else ("put", "global", _NAME, self.before)
        try:
            answer = self.session.run("settings", *words)
            failed = answer.exit_status != 0
            reason = answer.all_text.strip()[:200]
        except DeviceError as error:
            failed, reason = True, str(error)
        if failed:
            value = "deleted" if self.before is None else self.before
            raise DeviceError(
                f"{self.session.serial}: the setting global {_NAME} could not be put back to {value!r} ({reason}); "
                f"do it by hand: adb shell settings {' '.join(words)}"
            )


def stay_awake(session: AdbSession) -> AdbAwake:
    """Wake the screen and keep it on while the phone is plugged in. Raises DeviceError."""
    if parse_awake(session.run("dumpsys", "power").text) is False:
        session.run("input", "keyevent", "WAKEUP")
    before = parse_setting(session.run("settings", "get", "global", _NAME).text)
    answer = session.run("settings", "put", "global", _NAME, _EVERY_PLUG)
    if answer.exit_status != 0:
        raise DeviceError(f"{session.serial}: the screen cannot be kept on: {answer.all_text.strip()[:200]}")
    return AdbAwake(session, before if before is not None and before.isdigit() else None)
