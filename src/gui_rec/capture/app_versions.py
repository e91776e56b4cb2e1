"""Which version of an app a step was recorded on, asked once an app."""

from __future__ import annotations

from gui_rec.capture.reconnect import GONE
from gui_rec.device._api import Device
from gui_rec.errors import DeviceError

_MOST_TRIES = 3


class AppVersions:
    """The versions of one device's apps, by package."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._told: dict[str, str | None] = {}
        self._tries: dict[str, int] = {}

    def of(self, package: str | None) -> str | None:
        """The version; None where the device does not tell, which holds up no step. Raises what `GONE` names."""
        if package is None:
            return None
        if package not in self._told and self._tries.get(package, 0) < _MOST_TRIES:
            self._tries[package] = self._tries.get(package, 0) + 1
            try:
                self._told[package] = self._device.app_version(package)
            except GONE:
                raise
            except DeviceError:
                return None
        return self._told.get(package)

    def known(self, package: str | None) -> str | None:
        """The version that was told before; nothing is asked."""
        return self._told.get(package or "")
