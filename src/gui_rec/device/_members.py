"""The table of device backends: scheme -> what opens a device of that kind."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.device._api import OpensDevice

DEVICES: Registry[OpensDevice] = Registry(
    "device backend", {"adb": ("gui_rec.device.listing:open_device", None)}
)
