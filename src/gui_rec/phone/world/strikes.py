"""What faults do to a running phone: those that happen once, and those that show what was before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world import tasks
from gui_rec.phone.world.effects import show_toast
from gui_rec.phone.world.state import Crash, Stale, World
from gui_rec.phone.world.words import say

_JUMP_S = 3600.0
_SIZE = "720x1600"
_LONG_TOAST_US = 3_500_000


def run_events(world: World) -> None:
    """Let the faults happen that happen once and whose time has come, and the app die that crashes."""
    for name, argument in world.faults.take_events():
        _EVENTS[name](world, argument)
        world.changed()
    if world.system_dialog == "crash-dialog":
        _crash(world)


def _crash(world: World) -> None:
    """The process behind the dialog is dead, and the crash is in the log; once for each process."""
    app = world.top
    pid = world.pids.pop(app.app.package, None)
    if pid is not None:
        world.crashes.append(Crash(world.wall_us(), app.app.package, app.full_class, pid))


def _jump(world: World, argument: str | None) -> None:
    world.wall_shift_us += round(float(argument or _JUMP_S) * 1e6)


def _resize(world: World, argument: str | None) -> None:
    width, _, height = (argument or _SIZE).partition("x")
    world.config = replace(world.config, size=ScreenSize(int(width), int(height)))


def _turn(world: World, argument: str | None) -> None:
    world.settings.put("system", "accelerometer_rotation", "0")
    world.settings.put("system", "user_rotation", argument or "1")


def _die(world: World, _argument: str | None) -> None:
    """The process is gone and the launcher in front; on the launcher there is nobody to die."""
    package = world.top.app.package
    if package != world.home:
        _crash(world)
        tasks.force_stop(world, package)


def _say_error(world: World, _argument: str | None) -> None:
    text = say(world.language, "Something went wrong. Try again.")
    show_toast(world, world.top.app.package, text, _LONG_TOAST_US)


_EVENTS: dict[str, Callable[[World, str | None], None]] = {
    "clock-jump": _jump,
    "size-change": _resize,
    "rotation-change": _turn,
    "error-toast": _say_error,
    "silent-crash": _die,
}


def remember(world: World, tree: Callable[[bool], str], frame: Callable[[], bytes]) -> None:
    """Before an action: keep what is shown, if a fault will show it again. Costs nothing without one."""
    trees = world.faults.number("stale-tree", 1)
    frames = world.faults.number("stale-frame", 1)
    if trees is None and frames is None:
        return
    stale = Stale()
    if trees is not None:
        stale.tree, stale.compressed, stale.trees_left = tree(False), tree(True), int(trees)
    if frames is not None:
        stale.frame, stale.frames_left = frame(), int(frames)
    world.stale = stale


def take_stale_tree(world: World, compressed: bool) -> str | None:
    """The tree before the last action while a fault still shows it; counts that down."""
    stale = world.stale
    if stale.trees_left <= 0 or not world.faults.active("stale-tree"):
        return None
    stale.trees_left -= 1
    return stale.compressed if compressed else stale.tree


def take_stale_frame(world: World) -> bytes | None:
    """The PNG before the last action while a fault still shows it; counts that down."""
    stale = world.stale
    if stale.frames_left <= 0 or not world.faults.active("stale-frame"):
        return None
    stale.frames_left -= 1
    return stale.frame
