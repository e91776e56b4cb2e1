"""What a recorded step of the benchmark is: a state, an action, the state after it, and what can be mutated there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gui_rec.model.actions import Action
from mutations.stage import Stage

DYNAMIC: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "minutes": (6, ("0", "3", "9", "5")),
    "seen_minutes": (6, ("2", "6", "11", "17")),
    "unread": (7, ("4", "6", "3", "9")),
    "alerts": (7, ("2", "1", "5", "3")),
    "banner": (8, ("0", "1", "2", "1")),
    "tip": (8, ("0", "1", "2", "4")),
    "offer": (8, ("0", "1", "2", "3")),
    "synced": (9, ("9:40", "10:12", "16:55", "11:08")),
    "speed": (9, ("31", "112", "54", "77")),
    "used": (9, ("412", "415", "398", "420")),
    "people": (9, ("27", "31", "19", "44")),
    "rate": (9, ("1.0842", "1.0839", "1.0851", "1.0866")),
}
"""Variables that change by themselves: the family whose mutation each is, and its values run by run.

Runs 0 to 2 are recordings; the value of run 3 is what the mutation shows. Nothing but these differs between runs.
"""
FRESH = 3


@dataclass(frozen=True, eq=False)
class Marks:
    """Where a screen can be mutated, by view ids; what is absent makes no case of the families that need it.

    `error_at` is the view that an error text comes after. `other` is another item in the same template,
    `doubled` and `sent_twice` are the app's variables after the action took effect twice, `badge` those with
    a badge that the recording does not have.
    """

    row: str | None = None
    price: str | None = None
    fields: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    switch: str | None = None
    toggle: str | None = None
    drawn: str | None = None
    button: str | None = None
    tab: str | None = None
    pictures: str | None = None
    error_at: str | None = None
    scrolls: str | None = None
    other: Callable[[Stage], Stage] | None = None
    doubled: Mapping[str, str] | None = None
    sent_twice: Mapping[str, str] | None = None
    badge: Mapping[str, str] | None = None
    is_web: bool = False
    is_translated: bool = False
    wall: bool = True


@dataclass(frozen=True, eq=False)
class Recorded:
    """A step. `pre` and `post` take the run's number and give what was on the phone.

    `tapped` and `following` are ids: of the view the action touched, and of the one that the next step
    will touch in the state after it.
    """

    name: str
    pre: Callable[[int], Stage]
    post: Callable[[int], Stage]
    action: Action
    following: str
    tapped: str | None = None
    dynamic: tuple[str, ...] = ()
    marks: Marks = field(default_factory=Marks)

    @property
    def app(self) -> str:
        return self.name.partition(".")[0]


def values(names: tuple[str, ...], run: int) -> dict[str, str]:
    """The variables that change by themselves, as they are in a run."""
    return {name: DYNAMIC[name][1][run] for name in names}


def steady(stage: Stage, *dynamic: str) -> Callable[[int], Stage]:
    """A state in which nothing but these variables differs from run to run."""
    return lambda run: stage.with_vars(**values(dynamic, run))
