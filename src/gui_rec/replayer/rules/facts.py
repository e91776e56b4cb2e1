"""The closed grammar of facts: everything a rule can say about a screen or about a transition.

A fact never says how it is found out; `evaluate` does. Texts may hold `${input}`, which stands for what
the run was given under that name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.ui.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Focused:
    """This app, this page, or both have the focus."""

    package: str | None = None
    activity: str | None = None

    def __post_init__(self) -> None:
        if not self.package and not self.activity:
            raise InputError("expected a package or an activity, got neither")


@dataclass(frozen=True, slots=True)
class Exists:
    """Something matches the selector; with `present` False nothing does."""

    selector: Selector
    present: bool = True


@dataclass(frozen=True, slots=True)
class TextIs:
    """The text of the selector's only match."""

    selector: Selector
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class CheckedIs:
    """Whether the selector's only match is checked."""

    selector: Selector
    checked: bool


@dataclass(frozen=True, slots=True)
class CountIs:
    """How many nodes match."""

    selector: Selector
    count: int


@dataclass(frozen=True, slots=True)
class CountChanges:
    """By how many the step changes the number of matches."""

    selector: Selector
    by: int


@dataclass(frozen=True, slots=True)
class Appears:
    """Something matches after the step, and nothing did before."""

    selector: Selector


@dataclass(frozen=True, slots=True)
class Disappears:
    """Something matched before the step, and nothing does after."""

    selector: Selector


@dataclass(frozen=True, slots=True)
class Changes:
    """The text of the only match is another one than before the step; with `by` a number that far off."""

    selector: Selector
    by: int | None = None


@dataclass(frozen=True, slots=True)
class NoDialog:
    """No dialog of the app or of the system is shown."""


@dataclass(frozen=True, slots=True)
class NoError:
    """No error text, error toast, crash or ANR dialog is shown."""


@dataclass(frozen=True, slots=True)
class RowContains:
    """A row (child) of the list that the selector names holds the text."""

    selector: Selector
    text: str


@dataclass(frozen=True, slots=True)
class NamedIs:
    """The answer to a named fact."""

    name: str
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class NamedChanges:
    """By how much the step changes the answer (a number) to a named fact."""

    name: str
    by: int


@dataclass(frozen=True, slots=True)
class ToastContains:
    """A toast with this text was heard."""

    text: str


FactTest: TypeAlias = (
    Focused
    | Exists
    | TextIs
    | CheckedIs
    | CountIs
    | CountChanges
    | Appears
    | Disappears
    | Changes
    | NoDialog
    | NoError
    | RowContains
    | NamedIs
    | NamedChanges
    | ToastContains
)
DELTAS = (CountChanges, Appears, Disappears, Changes, NamedChanges)
"""Facts about a transition; they cannot be asked of one screen, so neither before a step nor in a context."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a fact fared on the runs it was learnt from: runs where it was defined, Wilson lower bound (95 %)
    of the share where it held, and that bound minus its share among the app's other states.
    """

    support: int
    confidence: float
    lift: float

    def __post_init__(self) -> None:
        if self.support < 0 or not 0.0 <= self.confidence <= 1.0 or not -1.0 <= self.lift <= 1.0:
            raise InputError("score: expected support >= 0, confidence in 0..1 and lift in -1..1")


@dataclass(frozen=True, slots=True)
class Fact:
    """A test that must hold; with `weight` it is soft: where it fails, confidence falls by that share."""

    test: FactTest
    weight: float | None = None
    score: Score | None = None

    def __post_init__(self) -> None:
        if self.weight is not None and not 0.0 < self.weight < 1.0:
            raise InputError(f"soft: expected a weight between 0 and 1, got {self.weight!r}")

    @property
    def mandatory(self) -> bool:
        return self.weight is None

    @property
    def is_delta(self) -> bool:
        return isinstance(self.test, DELTAS)
