"""What happens when something was touched: effects, one after the other."""

from __future__ import annotations

from gui_rec.phone.world import tasks
from gui_rec.phone.world.state import Activity, Question, Toast, World
from gui_rec.phone.world.views import (
    Answer,
    Ask,
    Assign,
    Dismiss,
    Effect,
    Effects,
    EndFault,
    FocusField,
    ForceStop,
    GoBack,
    GoToSleep,
    Launch,
    Leave,
    Open,
    Put,
    ShowDialog,
    ShowToast,
)
from gui_rec.phone.world.words import say

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
            show_toast(world, activity.app.package, _said(world, activity, text))
        case ShowDialog(name):
            activity.dialog = name
            world.keyboard.up = False
        case Dismiss():
            activity.dialog = None
        case GoBack():
            tasks.ask_to_leave(world, run_effects)
        case Leave():
            tasks.go_back(world)
        case Ask(what, subject):
            world.question = Question(what, subject)
            world.keyboard.up = False
        case Answer(value):
            _answer(world, value)
        case FocusField(field_id):
            focus_field(world, activity, field_id)
        case ForceStop(package):
            tasks.force_stop(world, package)
        case EndFault(name):
            end_dialog(world, name)
        case GoToSleep():
            set_awake(world, False)


def set_awake(world: World, awake: bool) -> None:
    """The screen goes on or off; with it the power menu goes."""
    if awake != world.awake:
        world.awake, world.power_menu = awake, False
        world.changed()


def _said(world: World, activity: Activity, text: str) -> str:
    return say(world.language, text) if activity.app.translated else text


def _assign(world: World, activity: Activity, name: str, value: str) -> None:
    if name.startswith("app."):
        world.app_vars.setdefault(activity.app.package, {})[name] = value
        return
    activity.vars[name] = value
    activity.cursors.pop(name, None)
    activity.anchors.pop(name, None)


def end_dialog(world: World, name: str) -> None:
    """The dialog of a fault goes; an app that crashed and is still there runs as a new process."""
    world.faults.clear(name)
    package = world.top.app.package
    if name == "crash-dialog" and package not in world.pids:
        world.pids[package] = 2000 + 37 * world.next_serial()


def _answer(world: World, value: str) -> None:
    """Close the system's question; an app finds the answer under `app.<what>.<subject>`."""
    question, world.question = world.question, None
    if question is not None and value:
        answers = world.app_vars.setdefault(world.top.app.package, {})
        answers[f"app.{question.what}.{question.subject}"] = value


def focus_field(world: World, activity: Activity, field_id: str | None) -> None:
    """The cursor into a field, behind its text, and the keyboard up; None: both away."""
    activity.focus = field_id
    world.keyboard.up = field_id is not None
    world.keyboard.shift = False
    world.keyboard.symbols = False
    if field_id is not None:
        activity.cursors[field_id] = len(activity.vars.get(field_id, ""))
        activity.anchors.pop(field_id, None)
    world.changed()


def show_toast(world: World, package: str, text: str, duration_us: int = TOAST_US) -> None:
    """A toast, for two seconds if nothing else is said, in place of the one that is up."""
    toast = Toast(text, package, world.next_serial())
    world.toast = world.last_toast = toast
    world.timers.cancel("toast")
    world.timers.at(world.uptime_us() + duration_us, "toast", "toast-gone")
    world.changed()
