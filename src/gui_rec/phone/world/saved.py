"""A phone's whole state as plain records that can be written down, and back.

What is not in it: the links and programs that are connected, who holds the UiAutomation connection, and the
machine's own clock, of which only the distance counts.
"""

from __future__ import annotations

from types import MappingProxyType

import msgspec

from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.faults import Faults
from gui_rec.phone.world.input_methods import InputMethods
from gui_rec.phone.world.settings_table import NAMESPACES, SettingsTable
from gui_rec.phone.world.state import (
    UPTIME_AT_START_US,
    Activity,
    Crash,
    KeyboardState,
    Logged,
    Question,
    SecondDisplay,
    Stale,
    Task,
    Toast,
    World,
)
from gui_rec.phone.world.timers import Timer, Timers


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """What all of these are."""


class SavedConfig(Record):
    """`PhoneConfig` without its faults, which the world has."""

    width_px: int
    height_px: int
    density_dpi: int
    seed: int
    api: int
    android_release: str
    model: str
    locale: str
    displays: int
    secure_capture: str
    wall_offset_s: float
    values: dict[str, str]


class SavedActivity(Record):
    """An activity by its app's package and the name of its screen."""

    package: str
    name: str
    serial: int
    vars: dict[str, str]
    cursors: dict[str, int]
    scroll: dict[str, int]
    focus: str | None
    dialog: str | None
    anchors: dict[str, int] = {}


class SavedTask(Record):
    """A task with its activities, the last on top."""

    package: str
    task_id: int
    activities: list[SavedActivity]


class SavedTimer(Record):
    """A timer; `due_us` is on the phone's own uptime."""

    due_us: int
    order: int
    tag: str
    what: str
    args: list[str | int]


class SavedIme(Record):
    """The input methods."""

    installed: list[str]
    enabled: list[str]
    current: str


class SavedWorld(Record):
    """Everything of `World`. `random` is the generator's state: version, numbers, the spare normal deviate."""

    config: SavedConfig
    settings: list[tuple[str, str, str]]
    ime: SavedIme
    faults: list[tuple[str, str | None, int | None, int]]
    timers: list[SavedTimer]
    tasks: list[SavedTask]
    app_vars: dict[str, dict[str, str]]
    pids: dict[str, int]
    keyboard: KeyboardState
    toast: Toast | None
    last_toast: Toast | None
    clipboard: str | None
    question: Question | None
    crashes: list[Crash]
    stale: Stale
    second: SecondDisplay
    awake: bool
    sensor_rotation: int
    serial: int
    battery_percent: int
    uptime_us: int
    wall_us: int
    random: tuple[int, list[int], float | None]
    power_menu: bool = False
    window_flags: dict[str, str] = {}
    log: list[Logged] = []


def save_config(config: PhoneConfig) -> SavedConfig:
    """The configuration as it is now."""
    return SavedConfig(
        width_px=config.size.width_px,
        height_px=config.size.height_px,
        density_dpi=config.density_dpi,
        seed=config.seed,
        api=config.api,
        android_release=config.android_release,
        model=config.model,
        locale=config.locale,
        displays=config.displays,
        secure_capture=config.secure_capture,
        wall_offset_s=config.wall_offset_s,
        values=dict(config.values),
    )


def load_config(saved: SavedConfig) -> PhoneConfig:
    """Raises InputError for one that no phone can have."""
    sides_fit = all(200 <= side <= 8192 for side in (saved.width_px, saved.height_px))
    if not sides_fit or not 72 <= saved.density_dpi <= 1000 or saved.displays not in (1, 2):
        size = f"{saved.width_px}x{saved.height_px}"
        raise InputError(
            f"a phone of {size} px, {saved.density_dpi} dpi and {saved.displays} displays cannot be"
        )
    return PhoneConfig(
        size=ScreenSize(saved.width_px, saved.height_px),
        density_dpi=saved.density_dpi,
        seed=saved.seed,
        api=saved.api,
        android_release=saved.android_release,
        model=saved.model,
        locale=saved.locale,
        displays=saved.displays,
        secure_capture=saved.secure_capture,
        wall_offset_s=saved.wall_offset_s,
        values=MappingProxyType(dict(saved.values)),
    )


def save_world(world: World) -> SavedWorld:
    """The state of this moment; let what is due happen before."""
    version, numbers, spare = world.random.getstate()
    return SavedWorld(
        config=save_config(world.config),
        settings=[(space, *row) for space in NAMESPACES for row in world.settings.items(space)],
        ime=SavedIme(list(world.ime.installed), list(world.ime.enabled), world.ime.current),
        faults=world.faults.rows(),
        timers=[_timer(timer) for timer in world.timers.pending()],
        tasks=[_task(task) for task in world.tasks],
        app_vars={package: dict(values) for package, values in world.app_vars.items()},
        pids=dict(world.pids),
        keyboard=world.keyboard,
        toast=world.toast,
        last_toast=world.last_toast,
        clipboard=world.clipboard,
        question=world.question,
        crashes=list(world.crashes),
        stale=world.stale,
        second=world.second,
        awake=world.awake,
        sensor_rotation=world.sensor_rotation,
        serial=world.serial,
        battery_percent=world.battery_percent,
        uptime_us=world.uptime_us(),
        wall_us=world.wall_us(),
        random=(version, list(numbers), spare),
        power_menu=world.power_menu,
        window_flags=dict(world.window_flags),
        log=list(world.log),
    )


def _timer(timer: Timer) -> SavedTimer:
    return SavedTimer(timer.due_us, timer.order, timer.tag, timer.what, list(timer.args))


def _task(task: Task) -> SavedTask:
    activities = [
        SavedActivity(
            each.app.package,
            each.name,
            each.serial,
            dict(each.vars),
            dict(each.cursors),
            dict(each.scroll),
            each.focus,
            each.dialog,
            dict(each.anchors),
        )
        for each in task.activities
    ]
    return SavedTask(task.app.package, task.task_id, activities)


def load_world(saved: SavedWorld, now: World) -> World:
    """A new world as it was saved, on the clock and with the apps of `now`, whose version it goes on from.

    Raises InputError for what these apps have no place for, ValueError or TypeError for impossible numbers.
    """
    config = load_config(saved.config)
    world = World(
        config=config,
        clock=now.clock,
        apps=now.apps,
        home=now.home,
        faults=Faults(),
        random=type(now.random)(),
        battery_percent=min(max(saved.battery_percent, 0), 100),
        started_s=now.clock.monotonic_s() - (saved.uptime_us - UPTIME_AT_START_US) / 1e6,
        settings=SettingsTable.of(saved.settings),
        ime=InputMethods.of(saved.ime.installed, saved.ime.enabled, saved.ime.current),
        timers=_timers(saved.timers),
        tasks=[_load_task(task, now) for task in saved.tasks],
        app_vars={package: dict(values) for package, values in saved.app_vars.items()},
        pids=dict(saved.pids),
        keyboard=saved.keyboard,
        toast=saved.toast,
        last_toast=saved.last_toast,
        clipboard=saved.clipboard,
        ui_automation_pid=now.ui_automation_pid,
        question=saved.question,
        crashes=list(saved.crashes),
        stale=saved.stale,
        second=saved.second,
        awake=saved.awake,
        power_menu=saved.power_menu,
        window_flags=dict(saved.window_flags),
        log=list(saved.log),
        sensor_rotation=saved.sensor_rotation % 4,
        version=now.version + 1,
        serial=saved.serial,
    )
    world.wall_shift_us = saved.wall_us - world.wall_us()
    world.faults.replace(saved.faults)
    generator, numbers, spare = saved.random
    world.random.setstate((generator, tuple(numbers), spare))
    if not world.tasks or all(task.app.package != world.home for task in world.tasks):
        raise InputError("the launcher has no task")
    return world


def _timers(saved: list[SavedTimer]) -> Timers:
    timers = Timers()
    timers.replace(Timer(each.due_us, each.order, each.tag, each.what, tuple(each.args)) for each in saved)
    return timers


def _load_task(saved: SavedTask, now: World) -> Task:
    app = now.apps.get(saved.package)
    if app is None or not saved.activities:
        raise InputError(f"there is no app {saved.package!r} with such a task here")
    for activity in saved.activities:
        if activity.package != saved.package or activity.name not in app.screens:
            raise InputError(f"{saved.package} has no screen {activity.name!r} here")
    activities = [
        Activity(
            app,
            each.name,
            each.serial,
            vars=dict(each.vars),
            cursors=dict(each.cursors),
            anchors=dict(each.anchors),
            scroll=dict(each.scroll),
            focus=each.focus,
            dialog=each.dialog,
        )
        for each in saved.activities
    ]
    return Task(app, saved.task_id, activities)
