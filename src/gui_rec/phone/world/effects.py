"""What happens when something was touched: effects, one after the other."""

from __future__ import annotations

from gui_rec.phone.world import tasks
from gui_rec.phone.world.state import Activity, Toast, World
from gui_rec.phone.world.views import (
    Assign,
    Dismiss,
    Effect,
    Effects,
    EndFault,
    FocusField,
    ForceStop,
    GoBack,
    Launch,
    Open,
    Put,
    ShowDialog,
    ShowToast,
)

TOAST_US = 2_000_000


def run_effects(world: World, effects: Effects) -> None:
    """Run `effects` for the activity in front."""
    activity = world.top
    for effect in effects:
        _run(world, activity, effect)
    if effects:
        world.changed()


def _run(world: World, activity: Activity, effect: Effect) -> None:
    match effect:
        case Open(name, args, finish):
            tasks.open_activity(world, world.front, name, args, finish=finish)
        case Launch(package):
            tasks.launch(world, package)
        case Assign(name, value):
            _assign(world, activity, name, value)
        case Put(namespace, key, value):
            world.settings.put(namespace, key, value)
        case ShowToast(text):
            show_toast(world, activity.app.package, text)
        case ShowDialog(name):
            activity.dialog = name
            world.keyboard.up = False
        case Dismiss():
            activity.dialog = None
        case GoBack():
            tasks.go_back(world)
        case FocusField(field_id):
            focus_field(world, activity, field_id)
        case ForceStop(package):
            tasks.force_stop(world, package)
        case EndFault(name):
            world.faults.clear(name)


def _assign(world: World, activity: Activity, name: str, value: str) -> None:
    if name.startswith("app."):
        world.app_vars.setdefault(activity.app.package, {})[name] = value
        return
    activity.vars[name] = value
    activity.cursors.pop(name, None)


def focus_field(world: World, activity: Activity, field_id: str | None) -> None:
    """The cursor into a field, behind its text, and the keyboard up; None: both away."""
    activity.focus = field_id
    world.keyboard.up = field_id is not None
    world.keyboard.shift = False
    world.keyboard.symbols = False
    if field_id is not None:
        activity.cursors[field_id] = len(activity.vars.get(field_id, ""))
    world.changed()


def show_toast(world: World, package: str, text: str) -> None:
    """A toast for two seconds, in place of the one that is up."""
    toast = Toast(text, package, world.next_serial())
    world.toast = toast
    world.timers.cancel("toast")

    def gone(_: int) -> None:
        world.toast = None
        world.changed()

    world.timers.at(world.uptime_us() + TOAST_US, "toast", gone)
    world.changed()
