"""A serial, as `gui-rec devices` lists it."""

from __future__ import annotations

from gui_rec.testing.drivers._api import Driver, Opened


class SerialDriver:
    """Opened by its name, through the adb server that adb's own variables name."""

    def fits(self, driver: object) -> bool:
        return isinstance(driver, str)

    def open(self, driver: object) -> Opened:
        from gui_rec.device.opening import open_named

        return Opened(open_named(str(driver)), is_ours=True)


DRIVER: Driver = SerialDriver()
