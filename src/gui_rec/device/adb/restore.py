"""Bringing an app to its start by `am` and `pm` (AOSP, ActivityManagerShellCommand and PackageManagerShellCommand)."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.device.adb.apps import resolve_app, start_plan
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.refusal import refusal_of
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import DeviceError
from gui_rec.model.actions import OpenApp

_CLEAR_TIMEOUT_S = 30.0


def restore_app(session: AdbSession, package: str, steps: Sequence[RestoreStep], *, display: int = 0) -> None:
    """Do `steps` in their order; `display` is where it is started. Raises DeviceError at the first that the phone does not do."""
    resolve_app(session, package)  # a package that is not there would be stopped "successfully"
    for step in steps:
        match step:
            case RestoreStep.FORCE_STOP:
                _force_stop(session, package)
            case RestoreStep.CLEAR:
                _clear(session, package)
            case RestoreStep.LAUNCH:
                _launch(session, package, display)


def _force_stop(session: AdbSession, package: str) -> None:
    done = session.run("am", "force-stop", package)
    if done.exit_status or done.all_text.strip():
        raise _failed(session, "am force-stop", package, done.all_text)


def _clear(session: AdbSession, package: str) -> None:
    done = session.run("pm", "clear", package, timeout_s=_CLEAR_TIMEOUT_S)
    if done.text.strip() != "Success":
        raise _failed(session, "pm clear", package, done.all_text)


def _launch(session: AdbSession, package: str, display: int) -> None:
    planned = start_plan(session, OpenApp(package=package), display=display)
    sent = session.dispatch(planned.line, planned.method, timeout_s=planned.timeout_s)
    refused = refusal_of(sent)
    if refused is not None or sent.exit_status is None:
        raise _failed(session, "am start", package, refused or sent.output)


def _failed(session: AdbSession, what: str, package: str, said: str) -> DeviceError:
    words = " ".join(said.split())[:200]
    return DeviceError(
        f"{session.serial}: {what} {package}: expected it to be done, the phone said {words!r}"
    )
