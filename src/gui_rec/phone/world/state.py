"""Everything that changes in the phone, in one place. The modules beside this one act on it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from gui_rec._clock import Clock
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.clock import LAST_WALL_US
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.faults import Faults
from gui_rec.phone.world.input_methods import InputMethods
from gui_rec.phone.world.lettering import read_font_scale
from gui_rec.phone.world.settings_table import SettingsTable
from gui_rec.phone.world.timers import Timers
from gui_rec.phone.world.views import App, Screen

UPTIME_AT_START_US = 190_000_000_000
SYSTEM_DIALOGS = (
    "crash-dialog",
    "anr-dialog",
    "permission-dialog",
    "chooser-dialog",
    "app-dialog",
    "usb-dialog",
    "shade-dialog",
)


@dataclass(slots=True, eq=False)
class Activity:
    """A screen that was opened, with all it remembers.

    `anchors` has the fields with a selection: where it ends that is not the cursor's end.
    """

    app: App
    name: str
    serial: int
    vars: dict[str, str] = field(default_factory=dict)
    cursors: dict[str, int] = field(default_factory=dict)
    anchors: dict[str, int] = field(default_factory=dict)
    scroll: dict[str, int] = field(default_factory=dict)
    focus: str | None = None
    dialog: str | None = None

    @property
    def screen(self) -> Screen:
        return self.app.screens[self.name]

    @property
    def full_class(self) -> str:
        return self.app.full_class(self.name)


@dataclass(slots=True, eq=False)
class Task:
    """An app's stack of activities, the last on top."""

    app: App
    task_id: int
    activities: list[Activity] = field(default_factory=list)

    @property
    def top(self) -> Activity:
        return self.activities[-1]


@dataclass(slots=True)
class KeyboardState:
    """The soft keyboard: up or not, and which keys it shows."""

    up: bool = False
    shift: bool = False
    symbols: bool = False


@dataclass(frozen=True, slots=True)
class Toast:
    """A toast that is up."""

    text: str
    package: str
    serial: int


@dataclass(frozen=True, slots=True)
class Question:
    """What the system asks over the app in front because the app wanted it to."""

    what: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Crash:
    """An app that died: when, which activity was in front, and the process it was."""

    wall_us: int
    package: str
    activity: str
    pid: int


@dataclass(frozen=True, slots=True)
class Logged:
    """A line that the system logged, with the moment of what it tells."""

    wall_us: int
    tag: str
    text: str
    buffer: str = "system"


@dataclass(slots=True)
class Stale:
    """What the screen was before the last action, for faults that show it once more (so many times)."""

    tree: str = ""
    compressed: str = ""
    trees_left: int = 0
    frame: bytes = b""
    frames_left: int = 0


@dataclass(slots=True)
class SecondDisplay:
    """What can change on the second display: its list of apps is open, how often it was touched, it has the keys.

    The display that was touched last has the focus, and keys go there that are for no display.
    """

    drawer: bool = False
    touches: int = 0
    focused: bool = False


@dataclass(slots=True, eq=False)
class World:
    """The phone's state. `tasks` is ordered from the back to the front; the launcher's task is always there."""

    config: PhoneConfig
    clock: Clock
    apps: dict[str, App]
    home: str
    faults: Faults
    random: random.Random
    battery_percent: int
    started_s: float
    settings: SettingsTable = field(default_factory=SettingsTable)
    ime: InputMethods = field(default_factory=InputMethods)
    timers: Timers = field(default_factory=Timers)
    tasks: list[Task] = field(default_factory=list)
    app_vars: dict[str, dict[str, str]] = field(default_factory=dict)
    pids: dict[str, int] = field(default_factory=dict)
    keyboard: KeyboardState = field(default_factory=KeyboardState)
    toast: Toast | None = None
    last_toast: Toast | None = None
    clipboard: str | None = None
    ui_automation_pid: int | None = None
    question: Question | None = None
    crashes: list[Crash] = field(default_factory=list)
    stale: Stale = field(default_factory=Stale)
    second: SecondDisplay = field(default_factory=SecondDisplay)
    awake: bool = True
    power_menu: bool = False
    log: list[Logged] = field(default_factory=list)
    window_flags: dict[str, str] = field(default_factory=dict)
    sensor_rotation: int = 0
    wall_shift_us: int = 0
    version: int = 1
    serial: int = 0

    def changed(self) -> None:
        """What is shown is (or may be) different now."""
        self.version += 1

    def next_serial(self) -> int:
        self.serial += 1
        return self.serial

    @property
    def front(self) -> Task:
        return self.tasks[-1]

    @property
    def top(self) -> Activity:
        """The activity in front."""
        return self.tasks[-1].top

    def uptime_us(self) -> int:
        """CLOCK_MONOTONIC of the phone."""
        return UPTIME_AT_START_US + round((self.clock.monotonic_s() - self.started_s) * 1e6)

    def wall_us(self) -> int:
        """The wall clock; jumps add up, and it stops at either end of the years that a phone knows."""
        shown_us = self.clock.wall_us() + round(self.config.wall_offset_s * 1e6) + self.wall_shift_us
        return min(max(0, shown_us), LAST_WALL_US)

    def activity(self, serial: int) -> Activity | None:
        """An activity that is still there, by its number."""
        every = (activity for task in self.tasks for activity in task.activities)
        return next((activity for activity in every if activity.serial == serial), None)

    @property
    def night(self) -> bool:
        """The dark theme is on."""
        return self.settings.get("secure", "dark_theme") == "1"

    @property
    def font_scale(self) -> float:
        """How many times as large as designed texts are (`settings put system font_scale`)."""
        return read_font_scale(self.settings.get("system", "font_scale"))

    @property
    def language(self) -> str:
        """The first two letters of the locale, small: what the phone's words are looked up by."""
        return self.locale[:2].lower()

    @property
    def locale(self) -> str:
        """The first of `system_locales`, else the configured one, as it was named: `zh-CN`."""
        return (self.settings.get("system", "system_locales") or self.config.locale).partition(",")[0]

    @property
    def orientation(self) -> int:
        """Quarter turns: as the hand holds it, or `user_rotation` while automatic rotation is off or overruled."""
        fixed = self.window_flags.get("fixed.0") == "enabled"
        if not fixed and self.settings.get("system", "accelerometer_rotation") != "0":
            return self.sensor_rotation
        value = self.settings.get("system", "user_rotation") or "0"
        return int(value) if value in ("0", "1", "2", "3") else 0

    @property
    def size(self) -> ScreenSize:
        """The screen as the user sees it."""
        panel = self.config.size
        return panel if self.orientation % 2 == 0 else ScreenSize(panel.height_px, panel.width_px)

    @property
    def system_dialog(self) -> str | None:
        """What covers the app in front: the power menu, a fault's dialog or the app's own wish.

        The launcher is covered by the power menu alone.
        """
        if self.power_menu:
            return "power-menu"
        if self.front.app.package == self.home:
            return None
        fault = next((name for name in SYSTEM_DIALOGS if self.faults.active(name)), None)
        return fault or (self.question.what if self.question is not None else None)

    @property
    def keyboard_shown(self) -> bool:
        """The keyboard is up: a field has the focus and nothing covers it."""
        covered = self.system_dialog is not None or self.top.dialog is not None
        return self.awake and self.keyboard.up and self.top.focus is not None and not covered
