"""An Android device through the adb server. See `gui_rec.device._api` for what each call promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from gui_rec._clock import Clock
from gui_rec.device._api import Display, Health, TouchNode
from gui_rec.device.adb import apps, health, restore, touches
from gui_rec.device.adb.awake import AdbAwake, stay_awake
from gui_rec.device.adb.chosen_display import SDK_WITH_DISPLAYS, ChosenDisplay
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.hierarchy import Hierarchies, UiSource
from gui_rec.device.adb.parse_focus import parse_focus
from gui_rec.device.adb.parse_state import (
    parse_awake,
    parse_keyboard_shown,
    parse_night_mode,
    parse_properties,
    parse_setting,
)
from gui_rec.device.adb.parse_windows import KEYBOARD, parse_windows
from gui_rec.device.adb.plan import Plan, plan
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.text import enter_text
from gui_rec.device.adb.u2_touch import perform_by_u2, refusal_of_gesture
from gui_rec.device.app_names import AppNames
from gui_rec.device.probes import checked_probe
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import ActionUnsupportedError, DeviceError
from gui_rec.model.actions import NO_DEVICE_EFFECT, Action, Gesture, OpenApp, Pinch, Type
from gui_rec.model.display_name import display_name
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Focus, Window
from gui_rec.model.step import Sent

_NO_COMMAND = 127


class AdbDevice:
    """One device by its serial. Making it asks the device nothing."""

    def __init__(
        self,
        client: AdbClient,
        serial: str,
        *,
        clock: Clock | None = None,
        ui_source: UiSource = UiSource.AUTO,
    ) -> None:
        self.session = AdbSession(client, serial, clock=clock)
        self.hierarchies = Hierarchies(self.session, ui_source)
        self._properties: dict[str, str] | None = None
        self._shown = ChosenDisplay(self.session)
        self.app_names = AppNames()

    @property
    def serial(self) -> str:
        return self.session.serial

    @property
    def server_address(self) -> tuple[str, int]:
        return self.session.client.address

    def properties(self) -> dict[str, str]:
        """All of `getprop`, asked once."""
        if self._properties is None:
            self._properties = parse_properties(self.session.run("getprop").text)
        return self._properties

    @property
    def sdk(self) -> int | None:
        """The API level; None where the device does not tell."""
        text = self.properties().get("ro.build.version.sdk", "")
        return int(text) if text.isascii() and text.isdigit() else None

    def is_booted(self) -> bool:
        """Whether Android is up; before that, services are missing."""
        return self.session.run("getprop", "sys.boot_completed").text.strip() == "1"

    def is_awake(self) -> bool | None:
        """Whether the screen is on; None where the device does not tell."""
        return parse_awake(self.session.run("dumpsys", "power").text)

    def info(self) -> DeviceInfo:
        self._properties = None  # the language may have been changed since
        properties = self.properties()
        display = self.display()
        locale = properties.get("persist.sys.locale") or properties.get("ro.product.locale")
        return DeviceInfo(
            model=properties.get("ro.product.model") or None,
            android_release=properties.get("ro.build.version.release") or None,
            sdk=self.sdk,
            width_px=display.size.width_px,
            height_px=display.size.height_px,
            density_dpi=display.density_dpi,
            display_id=display_name(display.number, display.display_id),
            locale=locale or None,
            font_scale=self._font_scale(),
            night_mode=parse_night_mode(self.session.run("cmd", "uimode", "night").text),
        )

    def _font_scale(self) -> float | None:
        """None where the device does not tell; Android itself takes 1 where nothing is set."""
        answer = self.session.run("settings", "get", "system", "font_scale")
        if answer.exit_status or not answer.text.strip():
            return None
        value = parse_setting(answer.text)
        try:
            return 1.0 if value is None else float(value)
        except ValueError:
            return None

    def displays(self) -> tuple[str, ...]:
        """Those that there are, each with its number and its name."""
        return tuple(str(display) for display in self._shown.there())

    def use_display(self, number: int) -> None:
        """Look at this display and act on it from now on. Raises DeviceError naming those there are, UsageError."""
        self._shown.choose(number, self.sdk if number else None)
        self.hierarchies.use_display(number)

    def display(self) -> Display:
        return self._shown.now()

    def screenshot(self) -> bytes:
        return self._shown.screenshot()

    @property
    def ui_source(self) -> str | None:
        return self.hierarchies.last

    def use_ui_source(self, name: str) -> None:
        """Get hierarchies by `auto`, `dump` or `u2`, whose server is started where none runs. Raises DeviceError."""
        self.hierarchies.use(UiSource(name))

    def hierarchy(self) -> str:
        # A plain dump is of whichever display has the focus.
        several = self._shown.has_others and (self.sdk or 0) >= SDK_WITH_DISPLAYS
        return self.hierarchies.get(of_several=several)

    def last_toast(self) -> str | None:
        return self.hierarchies.last_toast()

    def forget_toast(self) -> None:
        self.hierarchies.forget_toast()

    def focus(self) -> Focus:
        return parse_focus(self.session.run("dumpsys", "window", "displays").text, self._shown.number)

    def windows(self) -> tuple[Window, ...]:
        return parse_windows(self.session.run("dumpsys", "window", "windows").text, self._shown.number)

    def keyboard_shown(self) -> bool | None:
        if self._shown.number:
            # The input method says that it is shown, and not where.
            return any(window.type == KEYBOARD for window in self.windows())
        return parse_keyboard_shown(self.session.run("dumpsys", "input_method").text)

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        display = self._shown.number
        match action:
            case Type():
                return enter_text(self.session, action, size, sdk=self.sdk, display=display)
            case OpenApp():
                return self._dispatch(apps.start_plan(self.session, action, self.app_names, display=display))
            case Gesture() | Pinch() if not display:
                return perform_by_u2(self.session, action, size)
            case _:
                return self._dispatch(plan(action, size, display))

    def refuses(self, action: Action) -> str | None:
        """Why `perform` would raise ActionUnsupportedError; None where it would not, as far as one can tell."""
        if isinstance(action, (Type, OpenApp, *NO_DEVICE_EFFECT)):
            return None
        shown = self.display()
        if isinstance(action, Gesture | Pinch) and not self._shown.number:
            return refusal_of_gesture(self.session, action, shown.size)
        try:
            plan(action, shown.size, self._shown.number)
        except ActionUnsupportedError as error:
            return str(error)
        return None

    def _dispatch(self, planned: Plan) -> Sent:
        return self.session.dispatch(planned.line, planned.method, timeout_s=planned.timeout_s)

    def app_version(self, package: str) -> str | None:
        return apps.app_version(self.session, package)

    def resolve_app(self, name_or_package: str) -> tuple[str, str]:
        return apps.resolve_app(self.session, name_or_package, self.app_names)

    def home_package(self) -> str | None:
        return apps.home_package(self.session)

    def crashed_processes(self) -> frozenset[tuple[str, int]]:
        return apps.crashed_processes(self.session)

    def health(self) -> Health:
        return health.examine(self.session)

    def stay_awake(self) -> AdbAwake:
        return stay_awake(self.session)

    def restore_app(self, package: str, steps: Sequence[RestoreStep]) -> None:
        restore.restore_app(self.session, package, steps, display=self._shown.number)

    def ask(self, words: Sequence[str]) -> str:
        answer = self.session.run(*checked_probe(words))
        if answer.exit_status == _NO_COMMAND or "Can't find service" in answer.all_text:
            raise DeviceError(f"{self.serial}: this phone cannot answer {' '.join(words)!r}")
        return answer.text

    def touch_nodes(self) -> list[TouchNode]:
        return touches.touch_nodes(self.session, self._shown.number)

    def touch_lines(self) -> AbstractContextManager[Iterator[bytes]]:
        return touches.touch_lines(self.session)

    def close(self) -> None:
        """End uiautomator2's server where it was started for us; nothing else is held between calls."""
        self.hierarchies.close()
