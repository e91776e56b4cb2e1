"""Open a device by the name a person gives it: `SERIAL`, or `BACKEND:SERIAL`."""

from __future__ import annotations

from gui_rec.device._api import Device
from gui_rec.device._members import DEVICES

DEFAULT_BACKEND = "adb"


def open_named(name: str | None = None) -> Device:
    """The device called `name`, or the only usable one of the default backend.

    Only a known backend's name before the first colon counts as one, since serials hold colons too
    (`127.0.0.1:5555`). Raises DeviceUnavailableError.
    """
    scheme, colon, rest = (name or "").partition(":")
    if colon and scheme in DEVICES:
        return DEVICES.get(scheme)(rest or None)
    return DEVICES.get(DEFAULT_BACKEND)(name)
