"""Open a device as the options of a command ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui_rec.cli._display import use_display
from gui_rec.cli._options import remark_on_serial
from gui_rec.cli._ui_source import use_ui_source

if TYPE_CHECKING:
    from gui_rec.device._api import Device
    from gui_rec.device.app_names import Names


def open_as_asked(
    device: str | None, names: Names, ui_source: str = "auto", display: int | None = None
) -> Device:
    """The device called `device`, which knows apps by `names` too, gets hierarchies by `ui_source`, and is looked at
    and acted on by `display`.

    Raises DeviceUnavailableError; DeviceError for a display that is not there; UsageError for a way that this device
    does not have.
    """
    from gui_rec.device.opening import open_named
    from gui_rec.errors import DeviceUnavailableError

    try:
        opened = open_named(device)
    except DeviceUnavailableError as error:
        remark_on_serial(error, device)
        raise
    opened.app_names.add(names)
    try:
        use_display(opened, display)
        use_ui_source(opened, ui_source)
    except BaseException:
        opened.close()
        raise
    return opened
