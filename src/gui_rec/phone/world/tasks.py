"""Activities, tasks and the back stack, as Android handles them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gui_rec.phone.world.env import ScreenEnv
from gui_rec.phone.world.packages import StartResult, StartStatus, short_component, split_component
from gui_rec.phone.world.state import Activity, Task, World
from gui_rec.phone.world.views import App, Effects, Every

_JITTER = 0.04


def find_task(world: World, package: str) -> Task | None:
    return next((task for task in world.tasks if task.app.package == package), None)


def launch(world: World, package: str) -> StartResult:
    """Bring an app's task to the front as it was left, or start one."""
    app = world.apps.get(package)
    if app is None:
        return StartResult(StartStatus.NO_SUCH_ACTIVITY, package)
    task = find_task(world, package)
    if task is None:
        return _start_task(world, app, app.main)
    status = StartStatus.DELIVERED_TO_TOP if task is world.front else StartStatus.BROUGHT_TO_FRONT
    if package not in world.pids and not world.faults.active("crash-dialog"):
        world.pids[package] = 2000 + 37 * world.next_serial()
    _bring_forward(world, task)
    return StartResult(status, short_component(package, task.top.full_class))


def start_activity(world: World, component: str) -> StartResult:
    """`am start -n`: the root activity of a running task only brings that task to the front."""
    package, full_class = split_component(component)
    app = world.apps.get(package)
    name = _screen_name(app, full_class) if app is not None else None
    if app is None or name is None:
        return StartResult(StartStatus.NO_SUCH_ACTIVITY, component)
    task = find_task(world, package)
    if task is None:
        return _start_task(world, app, name)
    if name == app.main or name in (task.activities[0].name, task.top.name):
        return launch(world, package)
    _bring_forward(world, task)
    open_activity(world, task, name, ())
    return StartResult(StartStatus.STARTED, short_component(package, full_class))


def _screen_name(app: App, full_class: str) -> str | None:
    return next((name for name in app.screens if app.full_class(name) == full_class), None)


def _start_task(world: World, app: App, name: str) -> StartResult:
    task = Task(app, world.next_serial())
    world.pids.setdefault(app.package, 2000 + 37 * task.task_id)
    world.tasks.append(task)
    open_activity(world, task, name, ())
    return StartResult(StartStatus.STARTED, short_component(app.package, app.full_class(name)), cold=True)


def _bring_forward(world: World, task: Task) -> None:
    if task is not world.front:
        world.tasks.remove(task)
        world.tasks.append(task)
        _arrive(world)


def open_activity(
    world: World, task: Task, name: str, args: Iterable[tuple[str, str]], *, finish: bool = False
) -> None:
    """Put a new activity on top of `task`; `finish` takes the present top away first."""
    if finish:
        task.activities.pop()
    activity = Activity(task.app, _resolve(world, task, name), world.next_serial(), vars=dict(args))
    task.activities.append(activity)
    _seed_counters(world, activity)
    if activity.screen.load_s > 0:
        _start_loading(world, activity)
    _arrive(world)


def _resolve(world: World, task: Task, name: str) -> str:
    """The screen that opens when `name` is asked for."""
    instead = task.app.screens[name].instead
    return (instead(ScreenEnv(world, Activity(task.app, name, 0))) if instead else None) or name


def _seed_counters(world: World, activity: Activity) -> None:
    for every in activity.screen.every:
        activity.vars.setdefault(every.name, str(world.random.randrange(every.count)))


def _start_loading(world: World, activity: Activity) -> None:
    activity.vars["loading"] = "1"
    seconds = activity.screen.load_s * world.random.uniform(1 - _JITTER, 1 + _JITTER)
    if world.faults.active("slow-page"):
        seconds = float(world.faults.argument("slow-page") or 8.0)
    due_us = world.uptime_us() + round(seconds * 1e6)
    world.timers.at(due_us, f"load:{activity.serial}", "loaded", activity.serial)


def _arrive(world: World) -> None:
    """Another activity is in front, and its display has the focus: the keyboard goes, its counters run, the
    others' stand still.
    """
    world.keyboard.up = False
    world.second.focused = False
    world.question = None
    world.timers.cancel("every")
    world.timers.cancel("fling")
    for every in world.top.screen.every:
        _tick_later(world, world.top, every, world.uptime_us())
    world.changed()


def _tick_later(world: World, activity: Activity, every: Every, now_us: int) -> None:
    due_us = now_us + round(every.seconds * 1e6)
    world.timers.at(due_us, "every", "tick", activity.serial, every.name)


def tick(world: World, activity: Activity, name: str, due_us: int) -> None:
    """A counter of the screen goes on, and will again."""
    for every in activity.screen.every:
        if every.name == name:
            activity.vars[name] = str((int(activity.vars.get(name, "0")) + 1) % every.count)
            world.changed()
            _tick_later(world, activity, every, due_us)


def go_home(world: World) -> None:
    """The launcher comes to the front; a recents screen on top of it goes."""
    task = find_task(world, world.home)
    if task is None:
        raise LookupError("the launcher's task is gone")
    del task.activities[1:]
    task.top.dialog = None
    if task is not world.front:
        world.tasks.remove(task)
        world.tasks.append(task)
    _arrive(world)


def go_back(world: World) -> None:
    """Finish the top activity; a task's last one stays in memory and the home screen comes (Android 12+)."""
    task = world.front
    if len(task.activities) > 1:
        task.activities.pop()
        _arrive(world)
    elif task.app.package != world.home:
        go_home(world)


def ask_to_leave(world: World, run: Callable[[World, Effects], None]) -> None:
    """As the back key: the screen may have something to say before it goes."""
    activity = world.top
    on_back = activity.screen.on_back
    effects = on_back(ScreenEnv(world, activity)) if on_back is not None else ()
    if effects:
        run(world, effects)
    else:
        go_back(world)


def show_recents(world: World, name: str) -> None:
    """The overview of tasks, on top of the launcher."""
    go_home(world)
    open_activity(world, world.front, name, ())


def force_stop(world: World, package: str) -> bool:
    """End process and task. False for an unknown package; the launcher starts again at once."""
    app = world.apps.get(package)
    if app is None:
        return False
    was_front = world.front.app.package == package
    world.tasks = [task for task in world.tasks if task.app.package != package]
    world.pids.pop(package, None)
    if package == world.home:
        world.tasks.insert(0 if not was_front else len(world.tasks), _home_task(world, app))
    if was_front:
        go_home(world)
    world.changed()
    return True


def _home_task(world: World, app: App) -> Task:
    task = Task(app, world.next_serial())
    world.pids[app.package] = 1500 + task.task_id
    task.activities.append(Activity(app, app.main, world.next_serial()))
    return task


def boot(world: World) -> None:
    """The launcher's task, in front."""
    world.tasks = [_home_task(world, world.apps[world.home])]
    _arrive(world)
