"""Grounding: from a step on a named part to the question for its place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gui_rec.datasets.export.refused import RefusedError
from gui_rec.model.actions import DoubleTap, LongPress, Tap, target_point
from gui_rec.model.operations import OPERATION_SOURCE, target_name
from gui_rec.model.step import Step


@dataclass(frozen=True, slots=True)
class Place:
    """A part's place: the step as a tap there, and what to call the part, at least once."""

    step: Step
    names: tuple[str, ...]


def place_of(step: Step) -> Place:
    """The part that a step touched, by its name in the hierarchy and by what the step was meant to do.

    Raises RefusedError for a step that touched no part, or one whose name may be another's as well.
    """
    point = target_point(step.action)
    if not isinstance(step.action, Tap | DoubleTap | LongPress) or point is None or step.target is None:
        raise RefusedError("no_part_touched")
    meant = step.operation if step.operation_source != OPERATION_SOURCE else None
    names = dict.fromkeys(name for name in (target_name(step.target), meant) if name and name.strip())
    if not names:
        raise RefusedError("part_without_a_name_of_its_own")
    return Place(replace(step, action=Tap(point.x, point.y)), tuple(names))
