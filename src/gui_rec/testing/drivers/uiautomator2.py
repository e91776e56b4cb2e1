"""A device of uiautomator2: by the adb device that it holds itself.

Its server has Android's one accessibility connection, so hierarchies come through it while it runs (`--ui-source auto`).
Facts (uiautomator2 3.7): `Device.adb_device` is the AdbDevice of adbutils.
"""

from __future__ import annotations

from typing import Any, cast

from gui_rec.testing.drivers._api import Driver, Opened
from gui_rec.testing.drivers.adbutils import open_through


class U2Device:
    """Told by its two ways to the phone."""

    def fits(self, driver: object) -> bool:
        return hasattr(type(driver), "dump_hierarchy") and hasattr(type(driver), "adb_device")

    def open(self, driver: object) -> Opened:
        return open_through(cast("Any", driver).adb_device)


DRIVER: Driver = U2Device()
