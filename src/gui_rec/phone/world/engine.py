"""The state machine behind the phone: time, input, and what is cached of a version."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace

from gui_rec._clock import Clock
from gui_rec.errors import InputError
from gui_rec.model.geometry import PxPoint, Rect, ScreenSize
from gui_rec.model.observation import Focus, Window
from gui_rec.phone.apps.installed import HOME_PACKAGE, added_packages, installed_apps, system_packages
from gui_rec.phone.render.frame import encode_png, render
from gui_rec.phone.render.second import render_second
from gui_rec.phone.world import editing, second_display, strikes, tasks, touch, typing_in
from gui_rec.phone.world.accessibility import Accessibility
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.due import is_known, run_due
from gui_rec.phone.world.dumper import dump
from gui_rec.phone.world.env import clock_text
from gui_rec.phone.world.faults import Faults
from gui_rec.phone.world.finger import Contact, panel_position
from gui_rec.phone.world.input_methods import InputMethods
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.packages import Package, StartResult
from gui_rec.phone.world.page_faults import coming_and_going
from gui_rec.phone.world.panel import TouchPanel
from gui_rec.phone.world.saved import SavedWorld, load_world, save_world
from gui_rec.phone.world.saved_phone import SavedContact
from gui_rec.phone.world.scene import Scene, build_scene, unsettled_ticks
from gui_rec.phone.world.second_hand import SecondHand
from gui_rec.phone.world.settings_table import SettingsTable
from gui_rec.phone.world.state import Crash, Logged, World
from gui_rec.phone.world.state_dict import state_dict
from gui_rec.phone.world.text_fields import unmapped
from gui_rec.phone.world.windows import focus_of, windows_of

_MOST_LOGGED = 4096


class Engine:
    """Owns the world. Callers `sync()` first, then read or act."""

    def __init__(self, config: PhoneConfig, clock: Clock) -> None:
        chance = random.Random(config.seed)
        self._world = World(
            config=config,
            clock=clock,
            apps=installed_apps(),
            home=HOME_PACKAGE,
            faults=Faults(config.faults),
            random=chance,
            battery_percent=chance.randrange(35, 97),
            started_s=clock.monotonic_s(),
        )
        self._world.settings.put("system", "system_locales", config.locale)
        started = "Entered the Android system server!"
        self._world.log.append(Logged(self._world.wall_us(), "SystemServer", started, "main"))
        tasks.boot(self._world)
        self._noted: int | None = None
        self._note_what_is_shown()
        self._seen = self._outside()
        self._scene: Scene | None = None
        self._png: tuple[int, bytes] | None = None
        self._second_png: tuple[int, bytes] | None = None
        self._rgba: tuple[int, bytes] | None = None
        self._contact: Contact | None = None
        self.second_hand = SecondHand(self._world, self.action)
        self.accessibility = Accessibility(self._world, self.scene, self.action)

    # -- time ----------------------------------------------------------------------------------------

    def sync(self) -> int:
        """Let time and outside writes have their effect; the version that is then shown."""
        run_due(self._world)
        strikes.run_events(self._world)
        self._note_what_is_shown()
        now = self._outside()
        if now != self._seen:
            self._seen = now
            self._world.changed()
        return self._world.version

    def _outside(self) -> tuple[object, ...]:
        """What can change without the world being told: tables written by others, the minute."""
        world = self._world
        tables = (world.settings.changes, world.ime.changes, world.faults.changes)
        return (*tables, clock_text(world), unsettled_ticks(world), coming_and_going(world))

    @contextmanager
    def action(self) -> Iterator[None]:
        """Around everything that a hand or a command does: what is shown before counts for some faults."""
        self.sync()
        strikes.remember(
            self._world,
            lambda compressed: dump(self.scene(), compressed),
            lambda: self.frame_of(self.scene()),
        )
        yield
        self._note_what_is_shown()
        self._world.faults.acted()

    def _note_what_is_shown(self) -> None:
        """Log an activity that has come to the front, at the moment it did."""
        world, top = self._world, self._world.top
        if self._noted != top.serial:
            self._noted = top.serial
            name = f"{top.app.package}/{top.full_class}"
            world.log.append(Logged(world.wall_us(), "ActivityTaskManager", f"Displayed {name}"))
            del world.log[:-_MOST_LOGGED]

    def wall_us(self) -> int:
        return self._world.wall_us()

    def uptime_us(self) -> int:
        return self._world.uptime_us()

    # -- what is shown -------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The present version, laid out."""
        if self._scene is None or self._scene.version != self._world.version:
            self._scene = build_scene(self._world)
        return self._scene

    def frame_of(self, scene: Scene) -> bytes:
        """PNG of a scene, cached for the last version."""
        if self._png is None or self._png[0] != scene.version:
            self._png = (scene.version, encode_png(render(scene)))
        return self._png[1]

    def rgba(self) -> bytes:
        """The pixels, painted once for a version: clients that ask all at once share them."""
        version = self._world.version
        if self._rgba is None or self._rgba[0] != version:
            self._rgba = (version, render(self.scene()).tobytes())
        return self._rgba[1]

    def hierarchy_of(self, scene: Scene, compressed: bool = False) -> str:
        return dump(scene, compressed)

    def dumped(self, compressed: bool) -> str:
        stale = strikes.take_stale_tree(self._world, compressed)
        return self.hierarchy_of(self.scene(), compressed) if stale is None else stale

    def captured(self) -> bytes:
        stale = strikes.take_stale_frame(self._world)
        return self.frame_of(self.scene()) if stale is None else stale

    @property
    def is_secure(self) -> bool:
        return self._world.top.screen.secure and self._world.awake

    def second_frame(self) -> bytes:
        if self._second_png is None or self._second_png[0] != self._world.version:
            self._second_png = (self._world.version, encode_png(render_second(self._world)))
        return self._second_png[1]

    def second_windows(self) -> tuple[Window, ...]:
        return second_display.windows(self._world)

    def second_labels(self) -> tuple[tuple[str, Rect], ...]:
        return second_display.labels(self._world)

    @property
    def second_focused(self) -> bool:
        return self._world.second.focused

    def touch_second(self, x: float, y: float) -> None:
        second_display.touch(self._world, x, y)

    def focus(self) -> Focus:
        return focus_of(self.scene())

    def windows(self) -> tuple[Window, ...]:
        return windows_of(self.scene(), self._world.ime.current)

    @property
    def keyboard_shown(self) -> bool:
        return self._world.keyboard_shown

    @property
    def awake(self) -> bool:
        return self._world.awake

    @property
    def screen(self) -> ScreenSize:
        return self._world.size

    @property
    def orientation(self) -> int:
        return self._world.orientation

    @property
    def display(self) -> tuple[ScreenSize, int]:
        """Size in the natural orientation and density, as they are in force."""
        return (self._world.config.size, self._world.config.density_dpi)

    @property
    def window_flags(self) -> Mapping[str, str]:
        return self._world.window_flags

    def set_window_flag(self, name: str, value: str) -> None:
        if self._world.window_flags.get(name) != value:
            self._world.window_flags[name] = value
            self._world.changed()

    def turn(self, quarter_turns: int) -> None:
        if self._world.sensor_rotation != quarter_turns:
            self._world.sensor_rotation = quarter_turns
            self._world.changed()

    def set_battery(self, percent: int) -> None:
        self._world.battery_percent = percent
        self._world.changed()

    def select_ime_later(self, ime_id: str, seconds: float) -> None:
        due_us = self._world.uptime_us() + round(seconds * 1e6)
        self._world.timers.at(due_us, "ime", "ime", ime_id)

    def override_display(self, size: ScreenSize, density_dpi: int) -> None:
        if self.display != (size, density_dpi):
            self._world.config = replace(self._world.config, size=size, density_dpi=density_dpi)
            self._world.changed()

    def freeze(self) -> tuple[SavedWorld, SavedContact | None]:
        contact = self._contact
        held = (
            SavedContact(contact.start.x, contact.start.y, contact.since_us) if contact is not None else None
        )
        return (save_world(self._world), held)

    def thaw(self, saved: SavedWorld, contact: SavedContact | None) -> None:
        """Take a saved world's place in one go, after a trial of what it shows. Raises what the trial raises."""
        world = load_world(saved, self._world)
        unknown = [timer.what for timer in world.timers.pending() if not is_known(timer)]
        if unknown:
            raise InputError(f"nothing is known of the timer {unknown[0]!r}")
        trial = build_scene(world)
        dump(trial)
        png = encode_png(render(trial))
        for each in fields(World):
            setattr(self._world, each.name, getattr(world, each.name))
        self._contact = (
            Contact(PxPoint(contact.x, contact.y), contact.since_us) if contact is not None else None
        )
        self._seen = self._outside()
        self._noted = self._world.top.serial
        self.second_hand.let_go()
        self._scene, self._png = trial, (trial.version, png)

    def follow_values(self, values: Mapping[str, str]) -> None:
        self._world.config = replace(self._world.config, values=values)

    def state(self) -> dict[str, object]:
        return state_dict(self._world)

    def window_token(self, title: str) -> str:
        digest = hashlib.sha256(f"{self._world.config.seed}:{title}".encode()).digest()
        return f"{int.from_bytes(digest[:4]) >> 4:x}"

    # -- input ---------------------------------------------------------------------------------------

    def touched(self) -> None:
        """A touch of the first display takes the focus from the other one."""
        if self._world.second.focused:
            self._world.second.focused = False
            self._world.changed()

    def tap(self, x: float, y: float) -> None:
        self.touched()
        touch.tap(self._world, self.scene(), _pixel(x, y))

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int) -> None:
        self.touched()
        touch.swipe(self._world, self.scene(), _pixel(x1, y1), _pixel(x2, y2), duration_ms)

    def long_press(self, x: float, y: float) -> None:
        self.touched()
        touch.long_press(self._world, self.scene(), _pixel(x, y))

    def drag(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.touched()
        touch.drag(self._world, self.scene(), _pixel(x1, y1), _pixel(x2, y2))

    def key(self, name: str) -> bool:
        return typing_in.press(self._world, self.scene(), name)

    def hold_key(self, name: str) -> bool:
        return typing_in.hold(self._world, self.scene(), name)

    def chord(self, names: Sequence[str]) -> None:
        keys = [key for key in map(key_name, names) if key is not None]
        held = typing_in.held_by(set(keys))
        for key in typing_in.acting_keys(keys):
            typing_in.press(self._world, self.scene(), f"KEYCODE_{key}", held)

    def text(self, text: str) -> None:
        wrong = unmapped(text)
        if wrong:
            raise ValueError(f"the virtual key map has no key for {', '.join(map(repr, wrong))}")
        if self._world.awake:
            editing.type_text(self._world, self.scene(), text)

    def motion(self, kind: str, x: float, y: float) -> None:
        """One injected motion event; UP applies the whole gesture."""
        kind = kind.upper()
        if kind not in ("DOWN", "MOVE", "UP", "CANCEL"):
            raise ValueError(f"motion event: expected DOWN, MOVE, UP or CANCEL, got {kind!r}")
        if kind == "DOWN":
            self.touched()
            self._contact = Contact(_pixel(x, y), self._world.uptime_us())
        elif kind == "UP" and self._contact is not None:
            contact, self._contact = self._contact, None
            duration_ms = (self._world.uptime_us() - contact.since_us) // 1000
            touch.swipe(self._world, self.scene(), contact.start, _pixel(x, y), duration_ms)
        elif kind == "CANCEL":
            self._contact = None

    def finger(self, panel: TouchPanel, path: Sequence[tuple[float, float, int]]) -> None:
        """Protocol B events of the path, then its effect."""
        if not path:
            raise ValueError("a finger's path needs at least one point")
        world, first_ms = self._world, path[0][2]
        now_us = world.uptime_us()
        for number, (x, y, at_ms) in enumerate(path):
            raw = panel_position(x, y, world.config.size, world.orientation)
            send = panel.down if number == 0 else panel.move
            send(*raw, now_us + (at_ms - first_ms) * 1000)
        duration_ms = path[-1][2] - first_ms
        panel.up(now_us + duration_ms * 1000 + 1000)
        (x1, y1, _), (x2, y2, _) = path[0], path[-1]
        self.swipe(x1, y1, x2, y2, duration_ms)

    def two_fingers(self, first: touch.Way, second: touch.Way, duration_ms: int) -> None:
        self.touched()
        touch.two_fingers(self._world, self.scene(), first, second, duration_ms)

    # -- the system ----------------------------------------------------------------------------------

    @property
    def packages(self) -> tuple[Package, ...]:
        apps = self._world.apps.values()
        own = tuple(
            Package(app.label, app.package, app.main_class, app.version_name, app.version_code)
            for app in apps
        )
        system = system_packages(self._world.config.release, self._world.config.api)
        return (*own, *system, *added_packages(self._world.ime.installed))

    def start_activity(self, component: str) -> StartResult:
        return tasks.start_activity(self._world, component)

    def launch(self, package: str) -> StartResult:
        return tasks.launch(self._world, package)

    def force_stop(self, package: str) -> bool:
        return tasks.force_stop(self._world, package) or any(p.package == package for p in self.packages)

    def clear(self, package: str) -> bool:
        known = self.force_stop(package)
        self._world.app_vars.pop(package, None)
        return known

    def activities(self) -> tuple[tuple[str, str, int], ...]:
        return tuple(
            (task.app.package, activity.full_class, task.task_id)
            for task in reversed(self._world.tasks)
            for activity in reversed(task.activities)
        )

    @property
    def crashes(self) -> list[Crash]:
        return self._world.crashes

    @property
    def log(self) -> list[Logged]:
        return self._world.log

    def pid(self, package: str) -> int | None:
        return self._world.pids.get(package)

    @property
    def settings(self) -> SettingsTable:
        return self._world.settings

    @property
    def ime(self) -> InputMethods:
        return self._world.ime

    @property
    def faults(self) -> Faults:
        return self._world.faults

    def commit_text(self, text: str) -> bool:
        return self._adb_keyboard() and editing.type_text(self._world, self.scene(), text)

    def clear_text(self) -> bool:
        return self._adb_keyboard() and editing.clear(self._world, self.scene())

    def editor_action(self, action: int) -> bool:
        """5 goes to the next field, any other runs the field's own action."""
        if not self._adb_keyboard():
            return False
        act = editing.focus_next if action == 5 else editing.enter
        return act(self._world, self.scene())

    def _adb_keyboard(self) -> bool:
        return self._world.awake and self._world.ime.is_adb_keyboard


def _pixel(x: float, y: float) -> PxPoint:
    return PxPoint(int(x), int(y))
