"""The course of an episode as a walk over states: where it was before, what it did there, what it came back to."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields, is_dataclass

from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.model.actions import NO_DEVICE_EFFECT, Action, Key, Type
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step

State = Hashable
_GRID = 0.05
_COORDINATES = frozenset({"x", "y", "x1", "y1", "x2", "y2"})
_TIMES = frozenset({"duration_ms", "at_ms"})
_LOOP_TIMES = 3
_LONGEST_CYCLE = 3


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of the walk; `before` and `after` are None where nothing tells the state."""

    step: Step
    before: State | None
    after: State | None

    @property
    def acts(self) -> bool:
        """True for an action that sends something to the device."""
        return not isinstance(self.step.action, NO_DEVICE_EFFECT)

    @property
    def writes(self) -> bool:
        """True where the page stayed and what it says became another: a switch, a choice, a text, a counter."""
        if not self.acts or self.before is None or self.after is None or self.before == self.after:
            return False
        if isinstance(self.step.action, Type):
            return True
        before, after = page_of(self.step.pre), page_of(self.step.post)
        return before is not None and before == after


def legs_of(episode: EpisodeView) -> list[Leg]:
    """The walk: by what was seen, or by the stored keys where nobody looked."""
    legs = []
    for place, step in enumerate(episode.steps):
        look = episode.look(place)
        if episode.looks:
            legs.append(Leg(step, look.before, look.after))
        else:
            legs.append(Leg(step, _state(step.pre), _state(step.post)))
    return legs


def _state(seen: Observation) -> State | None:
    return None if seen.state_key is None else (seen.package, seen.activity, seen.state_key)


def page_of(seen: Observation) -> State | None:
    """The page without its content: app, activity and the structure of the hierarchy."""
    return None if seen.state_key is None else (seen.package, seen.activity, seen.state_key.structure)


def earlier_visit(legs: list[Leg], place: int) -> int | None:
    """The last step before `place` that began where the step at `place` ends; None for a state that is new, or that
    the step did not leave.
    """
    here = legs[place]
    if here.after is None or here.after == here.before:
        return None
    found = [at for at in range(place) if legs[at].before == here.after]
    return found[-1] if found else None


def detours_of(legs: list[Leg]) -> set[int]:
    """The places of steps between two visits of one state that left nothing behind; the way that is left when they are
    taken out has none.

    A way on which something was written that still stood at its end is no detour: what it wrote may be what the
    episode was for, though the page that it came back to does not show it.
    """
    marked: set[int] = set()
    kept: list[int] = []
    for end, leg in enumerate(legs):
        kept.append(end)
        if leg.after is None or leg.after == leg.before:
            continue
        start = next((at for at in reversed(range(len(kept))) if legs[kept[at]].before == leg.after), None)
        if start is not None and not _leaves_something([legs[at] for at in kept[start:]]):
            marked.update(kept[start:])
            del kept[start:]
    return marked


def _leaves_something(way: list[Leg]) -> bool:
    for at, leg in enumerate(way):
        if leg.writes:
            restores = any(leg.after == earlier.before for earlier in way[: at + 1])
            is_taken_back = any(leg.before == later.after for later in way[at + 1 :])
            if not restores and not is_taken_back:
                return True
    return False


def undone_of(legs: list[Leg]) -> set[int]:
    """Places of actions that the next one took back by BACK, with that one; and of texts that were written over on the
    same page before anything came of them.
    """
    marked: set[int] = set()
    for at in range(len(legs) - 1):
        here, following = legs[at], legs[at + 1]
        back = isinstance(following.step.action, Key) and following.step.action.code == "BACK"
        moved = here.before is not None and here.after is not None and here.before != here.after
        if back and moved and here.acts and following.after == here.before:
            marked.update((at, at + 1))
    return marked | _written_over(legs)


def _written_over(legs: list[Leg]) -> set[int]:
    marked: set[int] = set()
    for at, leg in enumerate(legs):
        field = _field(leg.step)
        if field is None or not isinstance(leg.step.action, Type) or not leg.writes:
            continue
        if page_of(leg.step.pre) != page_of(leg.step.post):
            continue
        for later in legs[at + 1 :]:
            if page_of(later.step.pre) != page_of(leg.step.post):
                break
            if not isinstance(later.step.action, Type) or _field(later.step) != field:
                continue
            if later.step.action.clear_before and leg.step.action.text not in later.step.action.text:
                marked.add(at)
            break
    return marked


def _field(step: Step) -> tuple[str | None, str] | None:
    return None if step.target is None else (step.target.resource_id, step.target.path)


def repeats_of(legs: list[Leg]) -> set[int]:
    """Places of steps that repeat: the same action on the same state the third time and on (then all but the first
    are marked), or a cycle of two or three steps gone through again.
    """
    doings = [_doing(leg) for leg in legs]
    marked: set[int] = set()
    for doing in {item for item in doings if item is not None}:
        places = [at for at, item in enumerate(doings) if item == doing]
        if len(places) >= _LOOP_TIMES:
            marked.update(places[1:])
    for length in range(2, _LONGEST_CYCLE + 1):
        for start in range(len(doings) - 2 * length + 1):
            cycle = doings[start : start + length]
            if None not in cycle and cycle == doings[start + length : start + 2 * length]:
                marked.update(range(start + length, start + 2 * length))
    return marked


def _doing(leg: Leg) -> Hashable | None:
    return (leg.before, coarse(leg.step.action)) if leg.acts and leg.before is not None else None


def coarse(action: Action) -> Hashable:
    """An action with its places on a grid of 5 % of the screen, so that two hands can do the same."""
    return (action.type, *(_coarse(item.name, getattr(action, item.name)) for item in fields(action)))


def _coarse(name: str, value: object) -> Hashable:
    if name in _COORDINATES and isinstance(value, float | int):
        return round(value / _GRID)
    if name in _TIMES:
        return None
    if isinstance(value, tuple):
        return tuple(_coarse("", item) for item in value)
    if is_dataclass(value):
        return tuple(_coarse(item.name, getattr(value, item.name)) for item in fields(value))
    return value if isinstance(value, Hashable) else repr(value)
