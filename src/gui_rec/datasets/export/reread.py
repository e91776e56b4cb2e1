"""Reading back a target that was just written: does it still say the same step?"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.dsl._api import ActionCodec, FidelityKind
from gui_rec.errors import DslError
from gui_rec.model.action_fields import from_fields, to_fields
from gui_rec.model.actions import Action, target_point
from gui_rec.model.geometry import Point, ScreenSize, to_px, to_unit
from gui_rec.model.step import Step

_PAIRS = (("x", "y"), ("x1", "y1"), ("x2", "y2"))


def refusal_of(
    codec: ActionCodec, target: str, step: Step, screen: ScreenSize, recorded: ScreenSize | None = None
) -> str | None:
    """`refusal_of_answer` for an answer of one step."""
    return refusal_of_answer(codec, target, [step], screen, recorded)


def refusal_of_answer(
    codec: ActionCodec,
    target: str,
    steps: Sequence[Step],
    screen: ScreenSize,
    recorded: ScreenSize | None = None,
) -> str | None:
    """Why `target` is no honest answer of `steps`; None when it is.

    `screen` is the size that its numbers are of, `recorded` the screen's where that is another one.
    `reread_failed`: it does not read as so many actions. `reread_differs`: it reads as another action than the
    dialect promised to keep. `point_left_target`: the pixel it now names lies outside the recorded target's bounds.
    """
    try:
        back = codec.decode(target, screen=screen).actions
    except DslError:
        return "reread_failed"
    if len(back) != len(steps):
        return "reread_failed"
    for action, step in zip(back, steps, strict=True):
        exact = codec.fidelity(step.action).kind is FidelityKind.EXACT
        if exact and at_pixels(action, screen) != at_pixels(step.action, screen):
            return "reread_differs"
        point = target_point(action)
        if step.target is None or point is None:
            continue
        if not step.target.bounds_px.contains(to_px(point, recorded or screen)):
            return "point_left_target"
    return None


def at_pixels(action: Action, screen: ScreenSize) -> Action:
    """The action with its points at the pixels where `screen` executes them."""
    record = to_fields(action)
    for x, y in _PAIRS:
        first, second = record.get(x), record.get(y)
        if isinstance(first, int | float) and isinstance(second, int | float):
            point = to_unit(to_px(Point(first, second), screen), screen)
            record[x], record[y] = point.x, point.y
    return from_fields(record)
