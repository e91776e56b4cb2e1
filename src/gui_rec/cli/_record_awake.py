"""The device's screen stays on while a session is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui_rec.device._api import Device


@contextmanager
def kept_awake(device: Device, wanted: bool, note: Callable[[str], None]) -> Iterator[None]:
    """Keep the screen on for the block, where the device can; what cannot be done is said, and holds nothing up."""
    from gui_rec.device._api import StaysAwake
    from gui_rec.errors import DeviceError

    if not wanted or not isinstance(device, StaysAwake):
        yield
        return
    try:
        awake = device.stay_awake()
    except DeviceError as error:
        note(f"warning: {error}")
        yield
        return
    try:
        yield
    finally:
        try:
            awake.restore()
        except DeviceError as error:
            note(f"warning: {error}")
