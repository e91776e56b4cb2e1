"""A device of adbutils, through the same adb server.

Facts (adbutils 2.12): `AdbDevice.serial`; its client has `host` and `port`.
"""

from __future__ import annotations

from typing import Any

from gui_rec.testing.drivers._api import Driver, Opened


class AdbutilsDevice:
    """Told by its class, since `serial` and `shell` are everybody's names."""

    def fits(self, driver: object) -> bool:
        return any(kind.__module__.partition(".")[0] == "adbutils" for kind in type(driver).__mro__)

    def open(self, driver: object) -> Opened:
        return open_through(driver)


def open_through(device: Any) -> Opened:  # noqa: ANN401 - a library that is not imported here
    """The same phone by the adb server that `device` of adbutils speaks to. Raises DeviceUnavailableError."""
    from gui_rec.device.adb.client import AdbClient
    from gui_rec.device.listing import open_device

    server = device._client
    return Opened(
        open_device(str(device.serial), AdbClient(str(server.host), int(server.port))), is_ours=True
    )


DRIVER: Driver = AdbutilsDevice()
