"""Bringing an app to its start, before an attempt is recorded or a recording replayed."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.device._api import Device
from gui_rec.device.restore import RestoreStep


def restore_words(package: str, steps: Sequence[RestoreStep]) -> str:
    """What is done, for a person: `com.example.shop: force-stop, launch`."""
    return f"{package}: {', '.join(steps).replace('_', '-')}"


def restore_start(device: Device, app: str, steps: Sequence[RestoreStep]) -> str:
    """Do `steps` to `app`, a name or a package, and say so in words. Raises DeviceError where it cannot be done."""
    package, _ = device.resolve_app(app)
    device.restore_app(package, steps)
    return restore_words(package, steps)
