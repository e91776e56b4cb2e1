"""What an episode is made of: a task with its right way, and the ways in which things can be done wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from labels.hand import Hand

Act = Callable[[Hand], None]
State = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Task:
    """`way` leads to success, whose truth `done` reads off the phone's own state. `expects` is what a person would
    write as `--expect`. `aside` leaves the way at its `turn`-th step for a page that BACK and an arrow lead back from.
    `wrong` is the way with a mistake that nobody mends; `mended` with one that somebody does; `back_arrow` names what
    leads back on the page aside.
    """

    name: str
    way: tuple[Act, ...]
    done: Callable[[State], bool]
    expects: tuple[Mapping[str, object], ...]
    turn: int = 1
    aside: Act | None = None
    back_arrow: str = "Navigate up"
    wrong: tuple[Act, ...] = ()
    mended: tuple[Act, ...] = ()
    toggled: tuple[Act, ...] = ()
    ends_list: bool = True
    apps: tuple[object, ...] = field(default=())

    @property
    def app(self) -> str:
        return self.name.partition(".")[0]


def opens(package: str, activity: str | None = None) -> Act:
    return lambda hand: hand.open(package, activity)


def tap(what: str, nth: int = 0, *, good: bool = True) -> Act:
    return lambda hand: hand.tap(what, nth, good=good)


def hold(what: str) -> Act:
    return lambda hand: hand.hold(what)


def types(text: str, *, over: bool = False, good: bool = True) -> Act:
    return lambda hand: hand.type(text, over=over, good=good)


def scroll(*, good: bool = True) -> Act:
    return lambda hand: hand.scroll(good=good)


def key(code: str, *, good: bool = True) -> Act:
    return lambda hand: hand.key(code, good=good)


def variables(state: State) -> Mapping[str, str]:
    """The variables of the screen in front."""
    found: Mapping[str, str] = state["screen"]["vars"]
    return found


def of_app(state: State, package: str) -> Mapping[str, str]:
    """What an app keeps."""
    found: Mapping[str, str] = state["apps"].get(package, {})
    return found
