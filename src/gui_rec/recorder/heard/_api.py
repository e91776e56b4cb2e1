"""What was heard: the meaning of one thing that an agent's client says to a phone. Pure records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.device._api import Display, TouchNode
from gui_rec.model.actions import Action
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.selector import Selector
from gui_rec.recorder.heard.aim import Aim


class Kind(StrEnum):
    """What kind of thing was said.

    A QUERY reads, or changes what no person touches (then `Heard.changes_state`). A SERIES piece belongs
    to a touch that is not over yet. What is OPAQUE acts, or may act, but its action cannot be told.
    """

    ACTION = "action"
    QUERY = "query"
    SCREENSHOT = "screenshot"
    HIERARCHY = "hierarchy"
    SERIES = "series"
    OPAQUE = "opaque"


@dataclass(frozen=True, slots=True)
class Screen:
    """What coordinates are of: the screen as the user sees it, and the touch nodes with their ranges.

    `glass` is the hardware's size in its natural orientation and `frame` the part of it that shows the screen,
    where that is told: sent touches are scaled to them. `display` is Android's number of the one that is recorded.
    """

    size: ScreenSize
    rotation: int = 0
    density_dpi: int | None = None
    nodes: tuple[TouchNode, ...] = ()
    glass: ScreenSize | None = None
    frame: Rect | None = None
    display: int = 0

    @classmethod
    def of(cls, display: Display, nodes: Sequence[TouchNode]) -> Screen:
        """What `display` shows now, with the input nodes that may be its panel."""
        return cls(
            display.size,
            display.rotation,
            display.density_dpi,
            tuple(nodes),
            display.panel,
            display.frame,
            display.number,
        )


@dataclass(frozen=True, slots=True)
class Heard:
    """The meaning of one command, line or request.

    An ACTION has an `action`, or an `aim` where it is done to a view: the caller finds the view in the
    hierarchy and asks the aim for the action; `selector` says the same view in the model's words where they
    can hold it. `note` says what cannot be seen and why (OPAQUE), what else is done, or what the action cannot
    carry. `changes_state` says that the phone may look different afterwards though no person acted.
    `script` is the file on the phone that is run. `flags` qualify a gesture.
    """

    kind: Kind
    action: Action | None = None
    note: str | None = None
    app_name: str | None = None
    selector: Selector | None = None
    aim: Aim | None = None
    changes_state: bool = False
    script: str | None = None
    flags: tuple[Flag, ...] = ()

    @property
    def acts(self) -> bool:
        """True for what does, or may do, what a person does with a finger."""
        return self.kind in (Kind.ACTION, Kind.SERIES, Kind.OPAQUE)


QUERY = Heard(Kind.QUERY)
"""Something that only reads."""


def acted(action: Action, note: str | None = None) -> Heard:
    """An action that is wholly told."""
    return Heard(Kind.ACTION, action, note)


def opaque(note: str) -> Heard:
    """Something that acts or may act; `note` says why its action cannot be told."""
    return Heard(Kind.OPAQUE, note=note)


def of_phone(heard: Heard, what: str, screen: Screen) -> Heard:
    """`heard` as it counts in a recording of `screen`, where `what` does not say which display it is for.

    Of display 0 it counts as it is. Of another one, what acts may have acted elsewhere, and a look is another one's.
    """
    if not screen.display:
        return heard
    if heard.acts:
        return opaque(f"{what} does not say which display it is for; display {screen.display} is recorded")
    return QUERY if heard.kind in (Kind.SCREENSHOT, Kind.HIERARCHY) else heard


def state_change(note: str) -> Heard:
    """Something that changes the phone but is nothing that a person does on its screen."""
    return Heard(Kind.QUERY, note=note, changes_state=True)
