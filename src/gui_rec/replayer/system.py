"""What the system says beside the screen: which app is the home screen, and whether an app's process died."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.device._api import Device, TellsApps
from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError


@dataclass(slots=True)
class SystemWatch:
    """Asks one device, as little as possible: once at the start, and again where an app went away."""

    device: Device
    home: str | None = None
    _began: frozenset[tuple[str, int]] | None = None

    def begin(self) -> None:
        """Ask for the home screen and for what had died before. Raises DeviceLostError, DeviceUnavailableError."""
        if self._began is not None:
            return
        self._began = self._crashed()
        if isinstance(self.device, TellsApps):
            try:
                self.home = self.device.home_package()
            except (DeviceLostError, DeviceUnavailableError):
                raise
            except DeviceError:
                self.home = None  # a device that does not tell is judged by the name of the package

    def has_died(self, package: str | None) -> bool:
        """Whether a process of `package` died since `begin`, or since this last said so."""
        if package is None or self._began is None or not isinstance(self.device, TellsApps):
            return False
        now = self._crashed()
        new, self._began = now - self._began, now
        return any(name == package for name, _ in new)

    def _crashed(self) -> frozenset[tuple[str, int]]:
        if not isinstance(self.device, TellsApps):
            return frozenset()
        try:
            return self.device.crashed_processes()
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceError:
            return self._began or frozenset()
