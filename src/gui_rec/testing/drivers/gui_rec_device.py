"""A device of gui-rec's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from gui_rec.testing.drivers._api import Driver, Opened

if TYPE_CHECKING:
    from gui_rec.device._api import Device

_TOLD_BY = ("serial", "screenshot", "hierarchy", "focus", "windows", "keyboard_shown", "display", "info")


class OwnDevice:
    """Looked at as it is; whoever opened it closes it."""

    def fits(self, driver: object) -> bool:
        return all(hasattr(type(driver), name) or hasattr(driver, name) for name in _TOLD_BY)

    def open(self, driver: object) -> Opened:
        return Opened(cast("Device", driver), is_ours=False)


DRIVER: Driver = OwnDevice()
