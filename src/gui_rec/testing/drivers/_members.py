"""The table of drivers, in the order in which they are tried."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.testing.drivers._api import Driver

DRIVERS: Registry[Driver] = Registry(
    "driver",
    {
        "serial": ("gui_rec.testing.drivers.serial:DRIVER", None),
        "gui_rec": ("gui_rec.testing.drivers.gui_rec_device:DRIVER", None),
        "uiautomator2": ("gui_rec.testing.drivers.uiautomator2:DRIVER", None),
        "adbutils": ("gui_rec.testing.drivers.adbutils:DRIVER", None),
        "appium": ("gui_rec.testing.drivers.appium:DRIVER", None),
    },
)
