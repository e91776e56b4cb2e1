"""The display that a device is looked at by: which it is, how it lies, and its picture.

Android numbers displays; `screencap` wants the id of what is behind the number (AOSP screencap.cpp: `-d` takes ids
of SurfaceFlinger's). Behind number 0 of a foldable is the one or the other panel, so that id is asked for anew.
"""

from __future__ import annotations

from gui_rec.device._api import Display
from gui_rec.device.adb.parse_display import (
    ListedDisplay,
    Viewport,
    parse_displays,
    parse_rotation,
    parse_viewport,
    parse_virtual_ids,
    parse_wm_density,
    parse_wm_size,
    user_size,
)
from gui_rec.device.adb.parse_focus import part_of_display
from gui_rec.device.adb.screen import take_screenshot
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import CaptureError, DeviceError
from gui_rec.model.flags import MissingReason

SDK_WITH_DISPLAYS = 30
"""The API level whose `uiautomator dump --windows` tells the hierarchies of all displays."""
_TRIES = 3


class ChosenDisplay:
    """Display 0 until another one is chosen. Making it asks the device nothing.

    `has_others` says that there are several, as far as the device told when it was asked last.
    """

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self.number = 0
        self._whole: bytes | None = None
        self._is_one_of_several = False
        self._captured_by: str | None = None
        self.has_others = False

    def choose(self, number: int, sdk: int | None) -> None:
        """Take this display from now on. Raises DeviceError for one that is not there, or cannot be acted on."""
        if number:
            self._refuse(number, sdk)
        self.number, self._whole, self._is_one_of_several = number, None, False
        self._captured_by = None

    def _refuse(self, number: int, sdk: int | None) -> None:
        serial = self._session.serial
        if sdk is not None and sdk < SDK_WITH_DISPLAYS:
            raise DeviceError(
                f"{serial}: --display {number}: expected Android 11 or newer, whose `uiautomator dump --windows` tells the "
                f"hierarchies of all displays; got API {sdk}"
            )
        there = self.there()
        if number not in [display.number for display in there]:
            listed = ", ".join(str(display) for display in there) or "none that it tells of"
            raise DeviceError(
                f"{serial}: --display: expected a display that there is ({listed}), got {number}"
            )

    def there(self) -> tuple[ListedDisplay, ...]:
        """The displays that there are, as far as the device tells of them."""
        return self._listing(self._dumped())

    def _listing(self, dumped: str) -> tuple[ListedDisplay, ...]:
        listed = parse_displays(dumped)
        self.has_others = len(listed) > 1
        return listed

    def now(self) -> Display:
        """Size, rotation and density now. Raises DeviceError."""
        which = ["-d", str(self.number)] if self.number else []
        wm = self._session.run("wm", "size", *which).text
        sizes = parse_wm_size(wm)
        if sizes is None:
            raise DeviceError(
                f"{' '.join(['wm', 'size', *which])}: expected `Physical size: WIDTHxHEIGHT`, got {wm.strip()[:200]!r}"
            )
        dumped = self._dumped()
        self._listing(dumped)
        viewport = parse_viewport(dumped, self.number)
        rotation = viewport.rotation if viewport is not None else self._rotation_elsewhere()
        panel = viewport.panel if viewport is not None and viewport.panel is not None else sizes[0]
        return Display(
            size=user_size(sizes[1], rotation),
            rotation=rotation,
            density_dpi=parse_wm_density(self._session.run("wm", "density", *which).text),
            display_id=self._unique_id(viewport, dumped),
            panel=panel,
            frame=None if viewport is None else viewport.frame,
            number=self.number,
        )

    def _dumped(self) -> str:
        return self._session.run("dumpsys", "display").text

    def _unique_id(self, viewport: Viewport | None, dumped: str) -> str | None:
        if viewport is not None:
            return viewport.unique_id
        listed = self._listed(dumped)
        return None if listed is None or not self.number else listed.unique_id

    def _listed(self, dumped: str) -> ListedDisplay | None:
        return next((display for display in self._listing(dumped) if display.number == self.number), None)

    def _rotation_elsewhere(self) -> int:
        # `dumpsys input` tells of its first touch panel's display, whichever that is.
        places = () if self.number else (("dumpsys", "input"),)
        for words in (*places, ("dumpsys", "window", "displays")):
            text = self._session.run(*words).text
            rotation = parse_rotation(part_of_display(text, self.number) if words[1] == "window" else text)
            if rotation is not None:
                return rotation
        raise DeviceError(
            f"rotation of display {self.number}: neither dumpsys display nor input nor window tells it"
        )

    def screenshot(self) -> bytes:
        """A whole PNG of this display. Raises CaptureError; never another display's picture instead."""
        if self.number:
            return self._named()
        if not self._is_one_of_several:
            shot = take_screenshot(self._session, known=self._whole)
            self._whole = shot.png
            # The first of several displays need not be the one that everything else here is about.
            self._is_one_of_several = shot.is_ambiguous and self._capture_id() is not None
        return self._named() if self._is_one_of_several else self._kept()

    def _kept(self) -> bytes:
        assert self._whole is not None
        return self._whole

    def _named(self) -> bytes:
        """By the id of what is behind the number, which is asked for after the picture: a fold changes it."""
        named = self._captured_by or self._capture_id()
        for _ in range(_TRIES):
            if named is None:
                raise CaptureError(MissingReason.SCREENCAP_FAILED, self._why_no_picture())
            taken = self._taken_by(named)
            self._captured_by = self._capture_id()
            if self._captured_by == named:
                if isinstance(taken, CaptureError):
                    raise taken
                self._whole = taken
                return taken
            named = self._captured_by
        raise CaptureError(
            MissingReason.SCREENCAP_FAILED,
            f"screenshot: what is behind display {self.number} changed with each try",
        )

    def _taken_by(self, capture_id: str) -> bytes | CaptureError:
        """The picture, or what went wrong: whether that matters is not known yet."""
        try:
            return take_screenshot(self._session, known=self._whole, display_id=capture_id).png
        except CaptureError as error:
            return error

    def _capture_id(self) -> str | None:
        """What `screencap -d` is to be told; None where there is no such id, or the device does not tell it."""
        dumped = self._dumped()
        listed = self._listed(dumped)
        if listed is None or listed.unique_id is None:
            return None
        if listed.unique_id.isascii() and listed.unique_id.isdigit():
            return listed.unique_id
        if not self.number or listed.name is None:
            return None
        told = self._session.run("dumpsys", "SurfaceFlinger", "--display-id").text
        return parse_virtual_ids(told).get(listed.name)

    def _why_no_picture(self) -> str:
        listed = self._listed(self._dumped())
        if listed is None:
            return f"screenshot: display {self.number} is not there any more"
        return (
            f"screenshot: display {listed} is a virtual one ({listed.unique_id}) that screencap cannot be told to take: "
            "`dumpsys SurfaceFlinger --display-id` names no display by its name alone (Android 13 and newer may)"
        )
