"""What a touch does: which view it meets, and tap, long press, scroll or swipe."""

from __future__ import annotations

import math
from collections.abc import Callable

from gui_rec.model.geometry import PxPoint
from gui_rec.phone.world import editing, typing_in
from gui_rec.phone.world.effects import focus_field, run_effects
from gui_rec.phone.world.keyboard import key_at
from gui_rec.phone.world.layout import Placed
from gui_rec.phone.world.reveal import reveal_focus
from gui_rec.phone.world.scene import Scene
from gui_rec.phone.world.state import World
from gui_rec.phone.world.views import View

Way = tuple[tuple[float, float], tuple[float, float]]
"""Where a finger came down and where it left, px of the screen."""

LONG_PRESS_MS = 400
SLOP_DP = 8
_LEAST_ZOOM, _MOST_ZOOM = 100, 400
_FRICTION = 0.015
_DECELERATION = math.log(0.78) / math.log(0.9)
_FLING_STEPS = 8
_NO_FLING_MS = 3_600_000
_FLING_STEP_US = 60_000
_FLING_MINIMUM_DP_PER_S = 50


def tap(world: World, scene: Scene, point: PxPoint) -> None:
    """A short touch at a pixel."""
    if not world.awake:
        return
    world.timers.cancel("fling")
    if scene.navigation_bar.contains(point):
        _navigate(world, scene, point)
    elif scene.keyboard is not None and scene.keyboard.contains(point):
        _press_key(world, scene, point)
    elif not scene.active.bounds.contains(point):
        _touch_outside(world, scene)
    else:
        target = target_at(scene.active.root, point, lambda view: view.is_clickable)
        if target is not None and target.view.enabled:
            activate(world, target.view)


def _touch_outside(world: World, scene: Scene) -> None:
    if world.power_menu:
        world.power_menu = False
        world.changed()
    elif scene.active.kind == "dialog":
        world.top.dialog = None
        world.changed()


def _navigate(world: World, scene: Scene, point: PxPoint) -> None:
    for key, place in scene.navigation_buttons.items():
        if place.contains(point):
            typing_in.press(world, scene, key)


def _press_key(world: World, scene: Scene, point: PxPoint) -> None:
    if scene.keyboard is None or scene.adb_keyboard:
        return
    key = key_at(scene.keys, point)
    if key is not None:
        editing.soft_key(world, scene, key.code)


def activate(world: World, view: View) -> None:
    """What a click on a view does."""
    if view.field is not None:
        focus_field(world, world.top, view.id)
        reveal_focus(world)
    run_effects(world, view.on_tap)


def long_press(world: World, scene: Scene, point: PxPoint) -> None:
    """A touch that stays; without a long click handler the release is a click."""
    if not world.awake:
        return
    target = _long_target(scene, point)
    if target is None:
        tap(world, scene, point)
    elif target.view.enabled:
        run_effects(world, target.view.on_long)


def _long_target(scene: Scene, point: PxPoint) -> Placed | None:
    """The view that takes a touch there, if it has a long click handler."""
    covered = scene.navigation_bar.contains(point) or (
        scene.keyboard is not None and scene.keyboard.contains(point)
    )
    if covered or not scene.active.bounds.contains(point):
        return None
    target = target_at(scene.active.root, point, lambda view: view.is_clickable or view.is_long_clickable)
    return target if target is not None and target.view.on_long else None


def drag(world: World, scene: Scene, start: PxPoint, end: PxPoint) -> None:
    """A touch that stays for the long-press time and then moves.

    A long click where a view has a handler for it; else what lies below scrolls along, without a fling.
    """
    moved = math.hypot(end.x - start.x, end.y - start.y) > scene.px(SLOP_DP)
    if moved and _long_target(scene, start) is None:
        swipe(world, scene, start, end, _NO_FLING_MS)
    else:
        long_press(world, scene, start)


def target_at(placed: Placed, point: PxPoint, wanted: Callable[[View], bool]) -> Placed | None:
    """The view that takes a touch: the topmost child first, then the parent, as Android dispatches."""
    if not placed.visible.contains(point):
        return None
    for child in reversed(placed.children):
        found = target_at(child, point, wanted)
        if found is not None:
            return found
    return placed if wanted(placed.view) else None


def swipe(world: World, scene: Scene, start: PxPoint, end: PxPoint, duration_ms: int) -> None:
    """A touch from one pixel to another: below the touch slop it is a tap or a long press."""
    if math.hypot(end.x - start.x, end.y - start.y) <= scene.px(SLOP_DP):
        act = long_press if duration_ms >= LONG_PRESS_MS else tap
        act(world, scene, start)
        return
    if not world.awake or not _on_content(scene, start):
        return
    world.timers.cancel("fling")
    if abs(end.y - start.y) >= abs(end.x - start.x):
        _scroll(world, scene, start, end, duration_ms)
    else:
        # In a right-to-left language a carousel's next page comes from the other side.
        _swipe_sideways(world, scene, start, leftwards=(end.x < start.x) is not scene.rtl)


def two_fingers(world: World, scene: Scene, first: Way, second: Way, duration_ms: int) -> None:
    """Two fingers that part or come together zoom the view below their middle, if it zooms.

    Side by side they scroll as the first of them alone would; a touch of both that stays is nothing.
    """
    world.timers.cancel("fling")
    if not world.awake:
        return
    before, after = (max(math.dist(first[at], second[at]), 1.0) for at in (0, 1))
    if abs(after - before) > scene.px(SLOP_DP):
        (x1, y1), (x2, y2) = first[0], second[0]
        _zoom(world, scene, PxPoint(int((x1 + x2) / 2), int((y1 + y2) / 2)), after / before)
    elif math.dist(*first) > scene.px(SLOP_DP):
        start, end = (PxPoint(int(x), int(y)) for x, y in first)
        swipe(world, scene, start, end, duration_ms)


def _zoom(world: World, scene: Scene, middle: PxPoint, scale: float) -> None:
    target = target_at(scene.active.root, middle, lambda view: bool(view.zooms))
    if target is None or not _on_content(scene, middle):
        return
    name, texts = target.view.zooms, world.top.vars
    wanted = round(int(texts.get(name, "100")) * scale)
    texts[name] = str(min(max(_LEAST_ZOOM, wanted), _MOST_ZOOM))
    world.changed()


def _on_content(scene: Scene, point: PxPoint) -> bool:
    if scene.navigation_bar.contains(point) or scene.status_bar.contains(point):
        return False
    return scene.keyboard is None or not scene.keyboard.contains(point)


def _swipe_sideways(world: World, scene: Scene, start: PxPoint, *, leftwards: bool) -> None:
    target = target_at(scene.active.root, start, lambda view: bool(view.on_swipe_left or view.on_swipe_right))
    if target is not None:
        run_effects(world, target.view.on_swipe_left if leftwards else target.view.on_swipe_right)


def _scroll(world: World, scene: Scene, start: PxPoint, end: PxPoint, duration_ms: int) -> None:
    target = target_at(scene.active.root, start, lambda view: view.scrolls)
    if target is None or target.range_px == 0:
        _swipe_up(world, scene, start, upwards=end.y < start.y)
        return
    distance = start.y - end.y
    slop = math.copysign(scene.px(SLOP_DP), distance)
    scroll_by(world, target.view.id, target.range_px, round(distance - slop))
    velocity = distance / max(duration_ms, 1) * 1000
    if abs(velocity) * 160 / scene.density_dpi >= _FLING_MINIMUM_DP_PER_S:
        _fling(world, target, fling_px(velocity, scene.density_dpi))


def _swipe_up(world: World, scene: Scene, start: PxPoint, *, upwards: bool) -> None:
    target = target_at(scene.active.root, start, lambda view: bool(view.on_swipe_up))
    if target is not None and upwards:
        run_effects(world, target.view.on_swipe_up)


def scroll_by(world: World, view_id: str, range_px: int, delta_px: int) -> None:
    """Move the content of a scrolling view of the screen in front, within its range."""
    scroll = world.top.scroll
    old = min(scroll.get(view_id, 0), range_px)
    new = min(max(0, old + delta_px), range_px)
    if new != old:
        scroll[view_id] = new
        world.changed()


def fling_px(velocity_px_s: float, density_dpi: int) -> int:
    """How far a released scroll runs on (AOSP OverScroller's spline distance, friction 0.015), signed px."""
    friction = _FRICTION * 9.80665 * 39.37 * density_dpi * 0.84
    spline = math.log(0.35 * abs(velocity_px_s) / friction)
    distance = friction * math.exp(_DECELERATION / (_DECELERATION - 1) * spline)
    return round(math.copysign(distance, velocity_px_s))


def _fling(world: World, target: Placed, total_px: int) -> None:
    """Run on in a few frames, fast first."""
    start_us = world.uptime_us()
    done = 0
    for step in range(1, _FLING_STEPS + 1):
        share = 1 - (1 - step / _FLING_STEPS) ** 3
        delta = round(total_px * share) - done
        done += delta
        due_us = start_us + step * _FLING_STEP_US
        world.timers.at(due_us, "fling", "scroll", target.view.id, target.range_px, delta)
