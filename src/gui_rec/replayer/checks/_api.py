"""What a check is: one question about the recorded and the seen state, with its reason in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from gui_rec.model.flags import Flag
from gui_rec.model.observation import StateKey
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from gui_rec.replayer.looks import Look, Place

Number = float | int | str | bool | None


class Tolerance(StrEnum):
    """How much may differ from the recording.

    `strict`: nothing. `dynamic`: what moves, scrolls, is restyled or changes by itself. `layout`: texts
    and states too, as long as the elements are the same. `package-only`: everything but the app and
    trouble (crash, dialog, blank). `none`: everything that could be observed.
    """

    STRICT = "strict"
    DYNAMIC = "dynamic"
    LAYOUT = "layout"
    PACKAGE_ONLY = "package-only"
    NONE = "none"


class Phase(StrEnum):
    """Which of a step's two states is judged."""

    PRE = "pre"
    POST = "post"


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a check may know besides the two states.

    `recorded_before` and `seen_before` are the states before the action (None when the pre-state itself
    is judged). `volatile` holds the paths that changed by themselves while nothing was done. `moving`
    says that the elements themselves still changed when time was up. `later` are the recorded
    pre-states of the steps that follow, `following` is the next of them. `toast_came` says that a toast was up at some
    moment of the wait; `searched` counts the swipes after which the next step's target was found. `reworded` are the paths of seen
    elements that may say something else than recorded, and then look otherwise. `elsewhere` is in what the device
    differs from the recorded one.
    `home` is the package that handles the HOME intent, None where the device did not tell; `crashed` is the
    package whose process died meanwhile.
    """

    step: Step
    phase: Phase = Phase.POST
    recorded_before: Look | None = None
    seen_before: Look | None = None
    tolerance: Tolerance = Tolerance.DYNAMIC
    settled: bool = True
    moving: bool = False
    volatile: frozenset[str] = frozenset()
    later: tuple[tuple[int, StateKey], ...] = ()
    flags: tuple[Flag, ...] = ()
    result_code: str | None = None
    result_detail: str | None = None
    recorded_locale: str | None = None
    seen_locale: str | None = None
    following: Step | None = None
    toast_came: bool = False
    searched: int = 0
    home: str | None = None
    crashed: str | None = None
    elsewhere: Elsewhere = LIKE_THERE
    reworded: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CheckResult:
    """`passed` says that nothing differs. Otherwise `verdict`, `code` and `detail` say what does, and how
    bad it is: an `acceptable` difference does not fail the step. `numbers` are what decided, `places` where it is on
    the seen screen.
    """

    name: str
    passed: bool
    verdict: Verdict = Verdict.MATCH
    code: Code = Code.OK
    detail: str = ""
    confidence: float = 1.0
    numbers: Mapping[str, Number] = field(default_factory=dict)
    places: tuple[Place, ...] = ()

    @property
    def fails(self) -> bool:
        """True for a difference that fails the step; what nobody could say does, too."""
        return not self.passed and not self.verdict.successful


class Check(Protocol):
    """One question. Pure: the same two states give the same result."""

    @property
    def name(self) -> str: ...

    def check(self, recorded: Look, seen: Look, context: Context, /) -> CheckResult:
        """Compare `seen` with `recorded`. Never raises for what a device may show."""
        ...
