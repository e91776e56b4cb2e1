"""The simulated phone: one state machine with a single writer, whose pictures and trees always agree.

Every read first lets time do its work (a spinner that is done, a carousel that moved, a toast that went),
so frame, hierarchy, focus and windows asked in one moment describe one `version`. Not thread-safe: all
calls come from one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gui_rec._clock import Clock
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Focus, Window
from gui_rec.phone.world.accessibility import Accessibility
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.engine import Engine
from gui_rec.phone.world.faults import Faults
from gui_rec.phone.world.input_methods import InputMethods
from gui_rec.phone.world.keyboard import Key
from gui_rec.phone.world.packages import Package, StartResult
from gui_rec.phone.world.panel import RawEvent, Subscription, TouchPanel
from gui_rec.phone.world.saved import load_config, save_config
from gui_rec.phone.world.saved_phone import SavedPanel, SavedPhone
from gui_rec.phone.world.second_hand import SecondHand
from gui_rec.phone.world.settings_table import SettingsTable
from gui_rec.phone.world.state import Crash, Logged
from gui_rec.phone.world.touch import Way

__all__ = [
    "Faults",
    "InputMethods",
    "Package",
    "Phone",
    "PhoneConfig",
    "RawEvent",
    "SettingsTable",
    "Shown",
    "StartResult",
    "Subscription",
    "TouchPanel",
]


@dataclass(frozen=True, slots=True)
class Shown:
    """What one version shows. `frame` and `hierarchy` are made when called, and are always of this version."""

    version: int
    frame: Callable[[], bytes]
    hierarchy: Callable[[], str]
    focus: Focus
    windows: tuple[Window, ...]
    keyboard: bool


class Phone:
    """A phone with a home screen, Settings and a Shop. Coordinates are px of the screen as the user sees it."""

    def __init__(self, config: PhoneConfig, clock: Clock) -> None:
        self.config = config
        self.panel = TouchPanel()
        self._engine = Engine(config, clock)

    # -- what is shown -------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with every change of what is shown."""
        return self._engine.sync()

    def snapshot(self) -> Shown:
        """Everything of this moment, of one version."""
        version = self._engine.sync()
        scene = self._engine.scene()
        return Shown(
            version,
            lambda: self._engine.frame_of(scene),
            lambda: self._engine.hierarchy_of(scene),
            self._engine.focus(),
            self._engine.windows(),
            self._engine.keyboard_shown,
        )

    def frame(self) -> bytes:
        """The screen as an RGBA PNG; the same object until the version changes."""
        self._engine.sync()
        return self._engine.frame_of(self._engine.scene())

    def frame_rgba(self) -> bytes:
        """The screen's pixels, 4 bytes each, row by row, alpha 255; the same object until the version changes."""
        self._engine.sync()
        return self._engine.rgba()

    def hierarchy(self, compressed: bool = False) -> str:
        """The active window as the platform's uiautomator dumps it: one line, no final newline.

        Of a screen that is off there is no tree: the text is then empty (see `has_root`).
        """
        self._engine.sync()
        return self._engine.hierarchy_of(self._engine.scene(), compressed)

    def dumped(self, compressed: bool = False) -> str:
        """`hierarchy` as `uiautomator dump` gives it: after an action the fault `stale-tree` shows the old one."""
        self._engine.sync()
        return self._engine.dumped(compressed)

    def captured(self) -> bytes:
        """`frame` as `screencap` gives it: after an action the fault `stale-frame` shows the old one."""
        self._engine.sync()
        return self._engine.captured()

    @property
    def is_secure(self) -> bool:
        """The screen in front is not to be captured (FLAG_SECURE): its frame is black, its tree is whole."""
        self._engine.sync()
        return self._engine.is_secure

    # -- the second display ----------------------------------------------------------------------------

    def second_frame(self) -> bytes:
        """The second display as an RGBA PNG (`config.displays` 2)."""
        self._engine.sync()
        return self._engine.second_frame()

    def second_windows(self) -> tuple[Window, ...]:
        """The windows of the second display, none where there is none."""
        self._engine.sync()
        return self._engine.second_windows()

    def second_labels(self) -> tuple[tuple[str, Rect], ...]:
        """What the second display's list of apps says and where, px of that display; nothing while it is shut."""
        self._engine.sync()
        return self._engine.second_labels()

    def touch_second(self, x: float, y: float) -> None:
        """A finger on the second display."""
        with self._engine.action():
            self._engine.touch_second(x, y)

    @property
    def second_hand(self) -> SecondHand:
        """Injected input for the second display; a phone with one display has no use for it."""
        return self._engine.second_hand

    @property
    def second_focused(self) -> bool:
        """The second display was touched last: keys that are for no display go there."""
        self._engine.sync()
        return self._engine.second_focused

    @property
    def has_root(self) -> bool:
        """False while there is no active window to dump (screen off)."""
        return self._engine.awake

    def focus(self) -> Focus:
        """The focused window; `activity` is the full class name."""
        self._engine.sync()
        return self._engine.focus()

    def windows(self) -> tuple[Window, ...]:
        """All windows, topmost first. Types: toast, input_method, dialog, system, application, bar."""
        self._engine.sync()
        return self._engine.windows()

    @property
    def keyboard_shown(self) -> bool:
        self._engine.sync()
        return self._engine.keyboard_shown

    @property
    def screen(self) -> ScreenSize:
        """The screen's size in px as the user sees it now (swapped in landscape)."""
        self._engine.sync()
        return self._engine.screen

    @property
    def orientation(self) -> int:
        """Quarter turns 0..3 from the natural orientation."""
        self._engine.sync()
        return self._engine.orientation

    def navigation_buttons(self) -> dict[str, Rect]:
        """Where BACK, HOME and APP_SWITCH lie on the navigation bar, px."""
        self._engine.sync()
        return self._engine.scene().navigation_buttons

    @property
    def display(self) -> tuple[ScreenSize, int]:
        """Size in px in the natural orientation and density in dpi, as they are in force."""
        self._engine.sync()
        return self._engine.display

    def override_display(self, *, size: ScreenSize | None = None, density_dpi: int | None = None) -> None:
        """`wm size` and `wm density`, in the natural orientation; None keeps what is in force.

        The panel itself, `config.size`, stays as it is.
        """
        now_size, now_density = self.display
        self._engine.override_display(size or now_size, density_dpi or now_density)

    @property
    def window_flags(self) -> Mapping[str, str]:
        """What the window manager was told: `fixed.N` and `ignore.N` of display N (`wm`)."""
        return self._engine.window_flags

    def set_window_flag(self, name: str, value: str) -> None:
        """`fixed.0` `enabled` lets the screen show `user_rotation`, however it is held."""
        self._engine.sync()
        self._engine.set_window_flag(name, value)

    def turn(self, quarter_turns: int) -> None:
        """Hold the phone turned by 0..3 quarter turns; it shows while rotation is automatic. Raises ValueError."""
        if quarter_turns not in (0, 1, 2, 3):
            raise ValueError(f"a phone is turned by 0..3 quarter turns, got {quarter_turns}")
        self._engine.turn(quarter_turns)

    def set_battery(self, percent: int) -> None:
        """Another level of the battery, 0..100. Raises ValueError."""
        if not 0 <= percent <= 100:
            raise ValueError(f"a battery has 0..100 percent, got {percent}")
        self._engine.set_battery(percent)

    def select_ime(self, ime_id: str) -> bool:
        """`ime set`: False unless it is enabled. The fault `ime-race` says True and does it late, or never."""
        if not self.faults.active("ime-race") or ime_id not in self.ime.enabled:
            return self.ime.select(ime_id)
        if self.faults.argument("ime-race") is not None:
            self._engine.select_ime_later(ime_id, self.faults.number("ime-race", 0.0) or 0.0)
        return True

    def wall_us(self) -> int:
        """Wall clock of the phone: microseconds since 1970 UTC."""
        self._engine.sync()
        return self._engine.wall_us()

    def uptime_us(self) -> int:
        """CLOCK_MONOTONIC of the phone in microseconds."""
        return self._engine.uptime_us()

    def state(self) -> dict[str, object]:
        """The whole state as JSON-able values, for tests."""
        self._engine.sync()
        return self._engine.state()

    def freeze(self) -> SavedPhone:
        """The whole state of this moment, for a snapshot."""
        self._engine.sync()
        world, contact = self._engine.freeze()
        return SavedPhone(save_config(self.config), world, SavedPanel(*self.panel.saved()), contact)

    def thaw(self, saved: SavedPhone) -> None:
        """Be what was saved; on an error the phone is what it was. Raises InputError, ValueError, LookupError."""
        config = load_config(saved.config)
        self._engine.thaw(saved.world, saved.contact)
        self.config = config
        self.panel.restore(saved.panel.sent, saved.panel.tracking_id)

    def follow_values(self, values: Mapping[str, str]) -> None:
        """Take the texts that override those of the apps from this mapping, which may change later."""
        self.config = replace(self.config, values=values)
        self._engine.follow_values(values)

    def window_token(self, title: str) -> str:
        """The hexadecimal hash that dumpsys prints for a window, the same for one seed and title."""
        return self._engine.window_token(title)

    # -- input injected above the kernel ---------------------------------------------------------------

    def tap(self, x: float, y: float) -> None:
        """`input tap`. Subject to the faults `lost-tap` and `double-tap`."""
        with self._engine.action():
            if not self.faults.take("lost-tap"):
                self._engine.tap(x, y)
                if self.faults.take("double-tap"):
                    self._engine.tap(x, y)

    def long_press(self, x: float, y: float, ms: int = 600) -> None:
        """A swipe that stays where it is: a long press from 400 ms on, else a tap."""
        self.swipe(x, y, x, y, ms)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:
        """`input swipe`; takes effect at once."""
        with self._engine.action():
            self._engine.swipe(x1, y1, x2, y2, ms)

    def draganddrop(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:  # noqa: ARG002
        """`input draganddrop`: a long press at its start, or a scroll where no view listens to one."""
        with self._engine.action():
            self._engine.drag(x1, y1, x2, y2)

    def key(self, name: str) -> bool:
        """Press a key, named with or without `KEYCODE_`. False for a name that Android does not have."""
        with self._engine.action():
            return self._engine.key(name)

    def hold_key(self, name: str) -> bool:
        """A long press of a key: the power key opens the power menu. False for a name that Android does not have."""
        with self._engine.action():
            return self._engine.hold_key(name)

    def chord(self, names: Sequence[str]) -> None:
        """Keys that are held together, such as CTRL_LEFT and A; those that Android does not have do nothing."""
        with self._engine.action():
            self._engine.chord(names)

    def text(self, text: str) -> None:
        """`input text`: key events of the virtual key map.

        Raises ValueError, before anything is typed, for a character that the map lacks (all but ASCII).
        """
        with self._engine.action():
            self._engine.text(text)

    def motion(self, kind: str, x: float, y: float) -> None:
        """`input motionevent DOWN|MOVE|UP|CANCEL`; the gesture takes effect at UP. Raises ValueError."""
        if kind.upper() == "UP":
            with self._engine.action():
                self._engine.motion(kind, x, y)
        else:
            self._engine.sync()
            self._engine.motion(kind, x, y)

    # -- a finger on the glass ---------------------------------------------------------------------------

    def finger(self, path: Sequence[tuple[float, float, int]]) -> None:
        """A real finger along `(x_px, y_px, at_ms)`: the panel's events, then the same effect.

        Times are relative to the first entry. Raises ValueError for an empty path.
        """
        with self._engine.action():
            self._engine.finger(self.panel, path)

    def two_fingers(self, first: Way, second: Way, ms: int = 300) -> None:
        """Two fingers, each from its first place to its second: a pinch zooms a picture that zooms, two beside each
        other scroll. The panel's events are the caller's.
        """
        with self._engine.action():
            self._engine.two_fingers(first, second, ms)

    def soft_keys(self) -> tuple[Key, ...]:
        """The keys of the soft keyboard that can be touched now; none while it is hidden or has no keys."""
        self._engine.sync()
        scene = self._engine.scene()
        return () if scene.adb_keyboard else scene.keys

    # -- the system --------------------------------------------------------------------------------------

    @property
    def packages(self) -> tuple[Package, ...]:
        """All installed packages."""
        return self._engine.packages

    def start_activity(self, component: str) -> StartResult:
        """`am start -n`: `p/.A` or `p/p.A`."""
        with self._engine.action():
            return self._engine.start_activity(component)

    def launch(self, package: str) -> StartResult:
        """As a tap on the package's icon does: its task comes to the front as it was left."""
        with self._engine.action():
            return self._engine.launch(package)

    def force_stop(self, package: str) -> bool:
        """End a package's process and task. False for an unknown package."""
        self._engine.sync()
        return self._engine.force_stop(package)

    def clear(self, package: str) -> bool:
        """`pm clear`: force-stop and forget its data. False for an unknown package."""
        self._engine.sync()
        return self._engine.clear(package)

    def activities(self) -> tuple[tuple[str, str, int], ...]:
        """(package, full class name, task id) of all activities, the resumed one first."""
        self._engine.sync()
        return self._engine.activities()

    def crashes(self) -> tuple[Crash, ...]:
        """The apps that died since the log was cleared, the first one first."""
        self._engine.sync()
        return tuple(self._engine.crashes)

    def clear_crashes(self) -> None:
        """`logcat -c`."""
        self._engine.crashes.clear()

    def log(self) -> tuple[Logged, ...]:
        """What the system logged since it was cleared, the oldest first."""
        self._engine.sync()
        return tuple(self._engine.log)

    def clear_log(self, buffer: str) -> None:
        """`logcat -c` of `main` or `system`."""
        self._engine.log[:] = [line for line in self._engine.log if line.buffer != buffer]

    def pid(self, package: str) -> int | None:
        """The process id of a running package, else None."""
        return self._engine.pid(package)

    @property
    def accessibility(self) -> Accessibility:
        """What an accessibility client sees and does, in this moment."""
        self._engine.sync()
        return self._engine.accessibility

    @property
    def settings(self) -> SettingsTable:
        """The tables of the settings provider, with what was to happen to them by now."""
        self._engine.sync()
        return self._engine.settings

    @property
    def ime(self) -> InputMethods:
        """The table of input methods, with what was to happen to it by now."""
        self._engine.sync()
        return self._engine.ime

    @property
    def faults(self) -> Faults:
        return self._engine.faults

    def commit_text(self, text: str) -> bool:
        """Text from the ADB keyboard into the focused field; False, and nothing done, if there is none."""
        with self._engine.action():
            return self._engine.commit_text(text)

    def editor_action(self, action: int) -> bool:
        """An editor action of the ADB keyboard (2 go, 3 search, 4 send, 5 next, 6 done)."""
        with self._engine.action():
            return self._engine.editor_action(action)

    def clear_text(self) -> bool:
        """The ADB keyboard empties the focused field."""
        with self._engine.action():
            return self._engine.clear_text()

    @property
    def wakefulness(self) -> str:
        """`Awake` or `Asleep`."""
        return "Awake" if self._engine.awake else "Asleep"
