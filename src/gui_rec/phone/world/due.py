"""What happens when a timer is due."""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.phone.world import tasks, touch
from gui_rec.phone.world.state import World
from gui_rec.phone.world.timers import Timer


def run_due(world: World) -> None:
    """Let everything that is due by now have its effect."""
    world.timers.run_due(world.uptime_us(), lambda timer: _HAPPENINGS[timer.what](world, timer))


def is_known(timer: Timer) -> bool:
    """Whether this phone knows what is to happen then, and to what."""
    expected = _ARGUMENTS.get(timer.what)
    return expected is not None and tuple(type(argument) for argument in timer.args) == expected


def _toast_gone(world: World, _timer: Timer) -> None:
    world.toast = None
    world.changed()


def _loaded(world: World, timer: Timer) -> None:
    activity = world.activity(int(timer.args[0]))
    if activity is not None:
        activity.vars.pop("loading", None)
        world.changed()


def _tick(world: World, timer: Timer) -> None:
    activity = world.activity(int(timer.args[0]))
    if activity is not None:
        tasks.tick(world, activity, str(timer.args[1]), timer.due_us)


def _scroll(world: World, timer: Timer) -> None:
    view_id, range_px, delta_px = timer.args
    touch.scroll_by(world, str(view_id), int(range_px), int(delta_px))


def _ime(world: World, timer: Timer) -> None:
    world.ime.select(str(timer.args[0]))


_HAPPENINGS: dict[str, Callable[[World, Timer], None]] = {
    "toast-gone": _toast_gone,
    "loaded": _loaded,
    "tick": _tick,
    "scroll": _scroll,
    "ime": _ime,
}
_ARGUMENTS: dict[str, tuple[type[str | int], ...]] = {
    "toast-gone": (),
    "loaded": (int,),
    "tick": (int, str),
    "scroll": (str, int, int),
    "ime": (str,),
}
