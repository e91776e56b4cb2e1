"""Where a recorded action belongs on the screen as it is now.

The levels, first that applies: the recorded selector; id, text and role; id and role; text and role; the
same place in an equal structure; the element that the alignment of both hierarchies gives; the place beside
a label; the look; for a stroke up or down a list on another screen, the list. A level applies only where it named the
target alone in the recording.
Several matches end the search: the target is ambiguous and nothing is touched. What is found must be enabled, on
the screen and not below another window that takes touches. Without a hierarchy the
recorded place is good only on an equal picture; plain coordinates serve only an action that was recorded
without a target, on a screen of the recorded size, or when asked for, of its aspect ratio.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, TypeVar, cast

from gui_rec.model.actions import (
    Action,
    Direction,
    Drag,
    Gesture,
    Scroll,
    Swipe,
    TimedPoint,
    Type,
    target_point,
)
from gui_rec.model.geometry import Point, PxPoint, Rect, ScreenSize, to_px, to_unit
from gui_rec.model.step import Step, Target
from gui_rec.model.verdict import Code
from gui_rec.replayer.elsewhere import same_shape
from gui_rec.replayer.locating.aligned import aligned, row_of, same_row
from gui_rec.replayer.locating.anchor import by_anchor
from gui_rec.replayer.locating.covered import covering
from gui_rec.replayer.locating.crop import CONFIDENCE, by_crop
from gui_rec.replayer.looks import Look, focused
from gui_rec.replayer.pictures import bars, equal_pixels
from gui_rec.replayer.viewport import is_another_view, list_around
from gui_rec.ui.canonical import role_of
from gui_rec.ui.selectors import find_all
from gui_rec.ui.tree import Node

_NEAREST = 3
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Located:
    """The action to perform now. `how` is the level that found the target; `bounds_px` are its bounds
    now, None for an action that aims at no node.
    """

    action: Action
    how: str
    bounds_px: Rect | None
    confidence: float


@dataclass(frozen=True, slots=True)
class NotLocated:
    """Why nothing may be touched, and what comes nearest: TARGET_NOT_FOUND, TARGET_AMBIGUOUS, or
    OBSERVATION_FAILED where there is nothing to search. `is_disabled` says that it is there and takes no touch.
    """

    code: Code
    detail: str
    candidates: tuple[str, ...] = ()
    is_disabled: bool = False


Matches = Callable[[Look], list[Node]]


def locate(recorded: Step, seen: Look, *, scale: bool = False) -> Located | NotLocated:
    """Find the target of `recorded` on the screen `seen`. Pure.

    `scale` lets coordinates without a target serve on a screen of another size and the same aspect ratio.
    """
    if target_point(recorded.action) is None:
        return _without_place(recorded, seen)
    before = Look.of(recorded.pre)
    if rests_on_coordinates(recorded, seen.seen.size):
        return _by_coordinates(recorded, seen, scale=scale)
    assert recorded.target is not None
    if seen.tree is None:
        return _by_picture(recorded, before, seen)
    for how, confidence, matches in _levels(recorded.target, before, seen):
        found = _touchable(matches(seen))
        if len(found) > 1:
            return _ambiguous(recorded.target, how, found)
        if found:
            return _at(recorded, found[0], seen, how, confidence)
    return _in_the_list(recorded, before, seen) or _not_found(recorded.target, seen)


def _in_the_list(recorded: Step, before: Look, seen: Look) -> Located | NotLocated | None:
    """A stroke up or down a list goes over the list on a screen of another shape, where the row under the finger may
    lie beyond the edge. A stroke aside is for that row (to dismiss it) and needs it.
    """
    target = recorded.target
    if not _is_upright(recorded.action) or target is None or before.tree is None or seen.tree is None:
        return None
    node = before.tree.at(target.path)
    if node is None or not is_another_view(before, seen):
        return None
    found = list_around(node, before.tree.parents(), before.tree, seen.tree)
    if found is None:
        return None
    recorded_list, list_now = found
    around = replace(recorded, target=replace(target, bounds_px=recorded_list.bounds))
    return _at(around, list_now, seen, "list", 0.7)


def _is_upright(action: Action) -> bool:
    if isinstance(action, Scroll):
        return action.direction in (Direction.UP, Direction.DOWN)
    return isinstance(action, Swipe) and abs(action.y2 - action.y1) > 2 * abs(action.x2 - action.x1)


def _without_place(recorded: Step, seen: Look) -> Located | NotLocated:
    """Keys and words aim at nothing; text goes to the focused field, which must be the recorded one."""
    target = recorded.target
    if not isinstance(recorded.action, Type) or target is None or seen.tree is None:
        return Located(recorded.action, "no target", None, 1.0)
    node, was = focused(seen), focused(Look.of(recorded.pre))
    if node is None:
        return NotLocated(
            Code.TARGET_NOT_FOUND, f"{target_label(target)} should have the focus, but nothing has it"
        )
    same_id = was is not None and (node.resource_id or node.path) == (was.resource_id or was.path)
    if not same_id and node.path != target.path:
        detail = f"{target_label(target)} should have the focus, but {label(node)} has it"
        return NotLocated(Code.TARGET_NOT_FOUND, detail, (label(node),))
    return Located(recorded.action, "focus", node.bounds, 0.9)


def _levels(target: Target, before: Look, seen: Look) -> Iterator[tuple[str, float, Matches]]:
    selector = target.selector
    if selector is not None:
        yield "selector", 0.98, lambda look: [] if look.tree is None else find_all(look.tree, selector)
    role = role_of(target.class_name or "")
    rules: list[tuple[str, float, Callable[[Node], bool]]] = []
    words = (target.text or "", target.content_desc or "")
    if target.resource_id:
        rules.append(("id, text and role", 0.95, lambda n: _same_id(n, target) and _words(n) == words))
        rules.append(("id and role", 0.85, lambda n: _same_id(n, target)))
    if any(words):
        rules.append(("text and role", 0.85, lambda n: _words(n) == words))
    for how, confidence, rule in rules:
        matches = _rule(rule, role)
        if len(matches(before)) == 1:
            yield how, confidence, matches

    def at_place(node: Node) -> bool:
        return node.path == target.path

    if before.key is not None and seen.key is not None and before.key.structure == seen.key.structure:
        yield (
            "place",
            0.8,
            lambda look: [n for n in _rule(at_place, role)(look) if _is_row(target, before, n, look)],
        )
    yield "alignment", 0.7, lambda look: aligned(target, before, look)
    yield "label beside it", 0.65, lambda look: by_anchor(target, before, look)
    yield "picture", CONFIDENCE, lambda look: by_crop(target, before, look)


def _is_row(target: Target, before: Look, node: Node, seen: Look) -> bool:
    """Outside of lists a place is a place; in one, another row may have scrolled there."""
    mine = None if before.tree is None else before.tree.at(target.path)
    row, other = None if mine is None else row_of(before, mine), row_of(seen, node)
    return mine is None or row is None or other is None or same_row(mine, row, node, other)


def _rule(rule: Callable[[Node], bool], role: str) -> Matches:
    return lambda look: [n for n in look.nodes() if rule(n) and role_of(n.class_name) == role]


def _same_id(node: Node, target: Target) -> bool:
    return node.resource_id == target.resource_id


def _words(node: Node) -> tuple[str, str]:
    return node.text, node.content_desc


def _touchable(nodes: Sequence[Node]) -> list[Node]:
    return [node for node in nodes if node.is_hittable]


def rests_on_coordinates(recorded: Step, size: ScreenSize | None) -> bool:
    """Whether nothing but coordinates says where an action with a place belongs on a screen of `size`.

    On a page whose hierarchy says next to nothing (a game, a map) the one element that covers it is no target: its
    bounds scale, what is drawn in them need not.
    """
    if target_point(recorded.action) is None:
        return False
    return recorded.target is None or (recorded.pre.size != size and Look.of(recorded.pre).is_opaque)


def _by_coordinates(recorded: Step, seen: Look, *, scale: bool) -> Located | NotLocated:
    expected, got = recorded.pre.size, seen.seen.size
    if expected is not None and expected == got:
        return Located(recorded.action, "coordinates", None, 0.6)
    if scale and expected is not None and got is not None and same_shape(expected, got):
        return Located(recorded.action, "scaled coordinates", None, 0.5)
    return NotLocated(Code.TARGET_NOT_FOUND, coordinates_refused(expected, got))


def coordinates_refused(expected: ScreenSize | None, got: ScreenSize | None) -> str:
    """Why coordinates alone are not sent, with both sizes, and what helps where anything does."""
    detail = f"recorded without a target on {expected}; coordinates mean nothing on {got}"
    if expected is not None and got is not None and same_shape(expected, got):
        return f"{detail}; the aspect ratio is the same: --scale sends them all the same"
    return detail


def _by_picture(recorded: Step, before: Look, seen: Look) -> Located | NotLocated:
    """Without a hierarchy the target is where it was only if every pixel of the page is the recorded one."""
    a, b = before.seen.screenshot, seen.seen.screenshot
    if a is not None and b is not None and equal_pixels(a, b, (*bars(before.seen), *bars(seen.seen))):
        return Located(recorded.action, "equal picture", None, 0.6)
    detail = "the screen has no hierarchy to find the target in, and its picture is not the recorded one"
    return NotLocated(Code.OBSERVATION_FAILED, detail)


def _at(recorded: Step, node: Node, seen: Look, how: str, confidence: float) -> Located | NotLocated:
    target, was, now = recorded.target, recorded.pre.size, seen.seen.size
    assert target is not None
    if not node.enabled and _was_enabled(recorded):
        detail = f"{label(node)} is there but disabled"
        return NotLocated(Code.TARGET_NOT_FOUND, detail, (label(node),), is_disabled=True)
    if was is None or now is None:
        return NotLocated(Code.TARGET_NOT_FOUND, "the screen's size is not known")
    visible = node.bounds.intersect(Rect(0, 0, now.width_px, now.height_px))
    if visible.is_empty:
        return NotLocated(Code.TARGET_NOT_FOUND, f"{label(node)} lies outside the screen", (label(node),))
    action = recorded.action
    if node.bounds != target.bounds_px or was != now:
        action = _Mapping(target.bounds_px, node.bounds, was, now).action(recorded.action, visible)
    over = _newly_over(recorded, action, seen)
    if over is not None:
        return NotLocated(Code.TARGET_NOT_FOUND, f"{label(node)} lies under {over}", (label(node),))
    return Located(action, how, node.bounds, confidence)


def _newly_over(recorded: Step, action: Action, seen: Look) -> str | None:
    """The window that covers where the finger goes; None where none does, or where one did in the recording."""
    was, now = target_point(recorded.action), target_point(action)
    before = Look.of(recorded.pre)
    if was is None or now is None or before.seen.size is None or seen.seen.size is None:
        return None
    over = covering(seen, to_px(now, seen.seen.size))
    if over is None or covering(before, to_px(was, before.seen.size)) is not None:
        return None
    return f"a window of {over.package or over.title or 'the system'}"


def _was_enabled(recorded: Step) -> bool:
    tree = Look.of(recorded.pre).tree
    node = None if tree is None or recorded.target is None else tree.at(recorded.target.path)
    return node is None or node.enabled


@dataclass(frozen=True, slots=True)
class _Mapping:
    """Keeps a point's share of the target: the same fraction of the old bounds in the new ones."""

    old: Rect
    new: Rect
    was: ScreenSize
    now: ScreenSize

    def point(self, x: float, y: float, inside: Rect | None = None) -> Point:
        pixel = to_px(Point(x, y), self.was)
        screen = Rect(0, 0, self.now.width_px, self.now.height_px)
        limits = inside or screen
        moved = PxPoint(
            _clamp(
                _share(pixel.x, self.old.left, self.old.width, self.new.left, self.new.width),
                limits.left,
                limits.right,
            ),
            _clamp(
                _share(pixel.y, self.old.top, self.old.height, self.new.top, self.new.height),
                limits.top,
                limits.bottom,
            ),
        )
        return to_unit(moved, self.now)

    def action(self, action: Action, visible: Rect) -> Action:
        """The same action with its points moved; the first one stays on the target's visible part."""
        match action:
            case Swipe() | Drag():
                start, end = self.point(action.x1, action.y1, visible), self.point(action.x2, action.y2)
                return replace(action, x1=start.x, y1=start.y, x2=end.x, y2=end.y)
            case Scroll():
                return self._scroll(action, visible)
            case Gesture():
                return Gesture(tuple(tuple(self._timed(p) for p in contact) for contact in action.contacts))
            case _:
                return self._place(action, visible)

    def _scroll(self, action: Scroll, visible: Rect) -> Scroll:
        if (
            action.x1 is not None
            and action.y1 is not None
            and action.x2 is not None
            and action.y2 is not None
        ):
            start, end = self.point(action.x1, action.y1, visible), self.point(action.x2, action.y2)
            action = replace(action, x1=start.x, y1=start.y, x2=end.x, y2=end.y)
        return self._place(action, visible)

    def _place(self, action: A, visible: Rect) -> A:
        x, y = getattr(action, "x", None), getattr(action, "y", None)
        if x is None or y is None:
            return action
        point = self.point(x, y, visible)
        moved: Any = replace  # every action that has x has y, which the union's type does not say
        return cast(A, moved(action, x=point.x, y=point.y))

    def _timed(self, sample: TimedPoint) -> TimedPoint:
        point = self.point(sample.x, sample.y)
        return TimedPoint(point.x, point.y, sample.at_ms)


def _share(value: int, old: int, old_length: int, new: int, new_length: int) -> int:
    return new + round((value - old) * new_length / max(1, old_length))


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(value, high - 1))


def _ambiguous(target: Target, how: str, found: Sequence[Node]) -> NotLocated:
    detail = f"{len(found)} elements match {target_label(target)} by {how}; none was touched"
    return NotLocated(Code.TARGET_AMBIGUOUS, detail, tuple(label(node) for node in found[:_NEAREST]))


def _not_found(target: Target, seen: Look) -> NotLocated:
    nearest = nearest_nodes(target, seen)
    hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
    return NotLocated(Code.TARGET_NOT_FOUND, f"{target_label(target)} is not on the screen{hint}", nearest)


def nearest_nodes(target: Target, seen: Look) -> tuple[str, ...]:
    """Labels of the elements most like the target, best first."""
    wanted = " ".join(
        filter(None, (target.text, target.content_desc, (target.resource_id or "").rpartition("/")[2]))
    )
    scored = []
    for node in _touchable(seen.nodes()):
        words = " ".join(filter(None, (*_words(node), node.resource_id.rpartition("/")[2])))
        if words and (ratio := SequenceMatcher(None, wanted, words, autojunk=False).ratio()) > 0.4:
            scored.append((-ratio, node.path, label(node)))
    return tuple(name for _, _, name in sorted(scored)[:_NEAREST])


def label(node: Node) -> str:
    """An element for a person: its role and what it says."""
    words = node.text or node.content_desc or node.resource_id.rpartition("/")[2] or node.path
    return f"{role_of(node.class_name)} {words!r}"


def target_label(target: Target) -> str:
    """A recorded target for a person."""
    words = target.text or target.content_desc or (target.resource_id or "").rpartition("/")[2] or target.path
    return f"{role_of(target.class_name or '')} {words!r}"
