"""Start uiautomator2's server on a phone by its own library (extra `u2`), which brings and pushes the jar."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.u2 import is_running
from gui_rec.errors import DeviceError, UsageError

if TYPE_CHECKING:
    from types import ModuleType


@dataclass(frozen=True, slots=True)
class U2Server:
    """A server that stands; `stop` ends it where we started it."""

    stop: Callable[[], None]


def _leave_it() -> None:
    """Somebody else's server is not ours to end."""


def ensure_u2(session: AdbSession) -> U2Server:
    """The running server, else one that is started now.

    Raises UsageError where the library is not installed, DeviceError where the phone does not run it.
    """
    if is_running(session):
        return U2Server(_leave_it)
    library = _library()
    import adbutils

    host, port = session.client.address
    try:
        device = library.connect(adbutils.AdbClient(host=host, port=port).device(serial=session.serial))
    except Exception as error:
        raise DeviceError(
            f"{session.serial}: uiautomator2's server could not be started ({type(error).__name__}: {error}); "
            "use --ui-source dump"
        ) from error
    return U2Server(lambda: device.stop_uiautomator(wait=False))


def _library() -> ModuleType:
    try:
        return importlib.import_module("uiautomator2")
    except ImportError as error:
        raise UsageError(
            "--ui-source u2: no server of uiautomator2 runs on the phone, and the library that starts one is not "
            "installed; run: pip install 'gui-rec[u2]'"
        ) from error
