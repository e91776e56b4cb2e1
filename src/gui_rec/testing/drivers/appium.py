"""An Appium driver, by its page source and its screenshot and by nothing else.

The source is in the dialect of Appium's UiAutomator2 driver (class names as tags). What it does not tell stays untold:
no activity, no windows, no keyboard. So system bars are not known and their pixels count like any others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gui_rec.device._api import Display
from gui_rec.device.app_names import AppNames
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import (
    ActionUnsupportedError,
    CaptureError,
    DeviceError,
    DeviceLostError,
    GuiRecError,
    HierarchyError,
)
from gui_rec.model.actions import Action
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Focus, Window
from gui_rec.model.step import Sent
from gui_rec.testing.drivers._api import Driver, Opened
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree
from gui_rec.vision.png import check_structure

_LEFT = ("InvalidSessionIdException", "MaxRetryError", "NoSuchDriverException")
"""Names of the errors by which Selenium's client says that the session is over."""


class AppiumDriver:
    """Told by the two things that are asked of it."""

    def fits(self, driver: object) -> bool:
        return hasattr(type(driver), "page_source") and hasattr(type(driver), "get_screenshot_as_png")

    def open(self, driver: object) -> Opened:
        return Opened(AppiumDevice(driver), is_ours=True)


@dataclass(slots=True)
class AppiumDevice:
    """A phone that can be looked at and not acted on.

    One page source serves the focus and the hierarchy of one look, since it costs about a second.
    """

    driver: Any
    serial: str = "appium"
    app_names: AppNames = field(default_factory=AppNames)
    ui_source: str | None = None
    _source: str | None = None
    _tree: Tree | None = None
    _size: ScreenSize | None = None

    def info(self) -> DeviceInfo:
        """Nothing is told."""
        return DeviceInfo()

    def screenshot(self) -> bytes:
        """The picture that the driver gives. Raises CaptureError, ImageError for one that is not whole."""
        png: object = self._ask("get_screenshot_as_png", MissingReason.SCREENCAP_FAILED)
        if not isinstance(png, bytes):
            raise CaptureError(
                MissingReason.SCREENCAP_FAILED, f"appium: expected a PNG, got {type(png).__name__}"
            )
        self._size = check_structure(png)
        return png

    def hierarchy(self) -> str:
        """The page source. Raises CaptureError, HierarchyError for what is none."""
        source, self._source = self._source, None
        xml = self._page_source() if source is None else source
        self._tree, self.ui_source = parse_hierarchy(xml), "appium"
        return xml

    def focus(self) -> Focus:
        """The app that the page source is of; nothing tells the activity."""
        self._source = self._page_source()
        try:
            return Focus(parse_hierarchy(self._source).package)
        except HierarchyError as error:
            raise DeviceError(f"appium: {error}") from error

    def display(self) -> Display:
        """The size of the last picture and the rotation of the last page source."""
        if self._size is None or self._tree is None or self._tree.rotation is None:
            raise DeviceError("appium: the size and the rotation of the display are not told")
        return Display(self._size, self._tree.rotation, None, None, self._size)

    def windows(self) -> tuple[Window, ...]:
        """Not told."""
        raise DeviceError("appium: the windows are not told")

    def keyboard_shown(self) -> bool | None:
        """Not told."""
        return None

    def perform(self, action: Action, size: ScreenSize) -> Sent:  # noqa: ARG002 - the protocol's
        """Acting is the test's own matter."""
        raise ActionUnsupportedError(f"appium: {action.type} is the test's own to perform")

    def app_version(self, package: str) -> str | None:  # noqa: ARG002 - the protocol's
        """Not told."""
        return None

    def resolve_app(self, name_or_package: str) -> tuple[str, str]:
        """Not told."""
        raise DeviceError(f"appium: what starts {name_or_package!r} is not told")

    def restore_app(self, package: str, steps: Sequence[RestoreStep]) -> None:  # noqa: ARG002 - the protocol's
        """The test's own matter."""
        raise ActionUnsupportedError(f"appium: bringing {package} to its start is the test's own to do")

    def ask(self, words: Sequence[str]) -> str:
        """Not told."""
        raise DeviceError(f"appium: no shell to ask {' '.join(words)!r}")

    def close(self) -> None:
        """The session is the test's own."""

    def _page_source(self) -> str:
        source: object = self._ask("page_source", MissingReason.DUMP_CRASHED)
        if not isinstance(source, str):
            raise CaptureError(
                MissingReason.DUMP_CRASHED, f"appium: expected a page source, got {type(source).__name__}"
            )
        return source

    def _ask(self, name: str, reason: MissingReason) -> object:
        """What the driver answers. Its errors are a library's that is not imported here, so any is taken."""
        try:
            found = getattr(self.driver, name)
            return found() if callable(found) else found
        except GuiRecError:
            raise
        except Exception as error:
            told = f"appium: {name}: {type(error).__name__}: {error}"
            if type(error).__name__ in _LEFT or isinstance(error, ConnectionError):
                raise DeviceLostError(told) from error
            raise CaptureError(reason, told) from error


DRIVER: Driver = AppiumDriver()
