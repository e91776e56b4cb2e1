"""A task of the step protocol as frozen records. What a field means stands in docs/step-protocol.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gui_rec.model.actions import Direction
from gui_rec.model.selector import Selector

VERSIONS = (1, 2)
MAX_STEPS = 200
MIN_TIMEOUT_MS, MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS = 100, 30_000, 5_000
MAX_SCROLLS, DEFAULT_SCROLLS = 50, 10
MAX_CONDITION_DEPTH, MAX_CONDITION_PARTS = 4, 16
END = "END"
"""Where a BRANCH or an `onFailure` of version 2 may lead besides a step: the task ends, successful so far."""


class StepAction(StrEnum):
    """What a step does. The first five are version 1's."""

    WAIT = "WAIT"
    CLICK = "CLICK"
    INPUT = "INPUT"
    BACK = "BACK"
    EXTRACT_TEXT = "EXTRACT_TEXT"
    OPEN = "OPEN"
    SCROLL = "SCROLL"
    SELECT_OPTION = "SELECT_OPTION"
    EXTRACT = "EXTRACT"
    SCREENSHOT = "SCREENSHOT"
    BRANCH = "BRANCH"


class Attribute(StrEnum):
    """What EXTRACT reads off a node."""

    TEXT = "text"
    CONTENT_DESC = "contentDesc"
    RESOURCE_ID = "resourceId"
    CLASS_NAME = "className"
    CHECKED = "checked"
    ENABLED = "enabled"
    FOCUSED = "focused"


class Scope(StrEnum):
    """Where a reference looks."""

    INPUTS = "inputs"
    OUTPUTS = "outputs"


@dataclass(frozen=True, slots=True)
class Ref:
    """`{"ref": "inputs.user"}`: a text that is known only when the task runs."""

    scope: Scope
    name: str

    def __str__(self) -> str:
        return f"{self.scope.value}.{self.name}"


Value: TypeAlias = str | Ref


@dataclass(frozen=True, slots=True)
class TaskSelector:
    """A selector, and the references in it: `refs` holds the keys that lead to each, as they are written."""

    selector: Selector
    refs: tuple[tuple[tuple[str, ...], Ref], ...] = ()


@dataclass(frozen=True, slots=True)
class Present:
    """Exactly one node matches."""

    selector: TaskSelector


@dataclass(frozen=True, slots=True)
class Absent:
    """No node matches."""

    selector: TaskSelector


@dataclass(frozen=True, slots=True)
class InPackage:
    """This package has the focus."""

    package: str


@dataclass(frozen=True, slots=True)
class InActivity:
    """This activity has the focus."""

    activity: str


@dataclass(frozen=True, slots=True)
class Equal:
    """Two texts are the same."""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Condition


Condition: TypeAlias = Present | Absent | InPackage | InActivity | Equal | AllOf | AnyOf | Not


class OnFailure(StrEnum):
    """What follows a failed step, where it is not another step."""

    STOP = "STOP"
    CONTINUE = "CONTINUE"


@dataclass(frozen=True, slots=True)
class Goto:
    """Go on with a later step, or END."""

    step_id: str


@dataclass(frozen=True, slots=True)
class TaskInput:
    """A text that the task is given. `default` None means that it must be given; `secret` ones are never told."""

    name: str
    default: str | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class TaskStep:
    """One step. Which fields an action has, and which it must have, is the table of `fields`."""

    id: str
    action: StepAction
    package_name: str | None = None
    activity_name: str | None = None
    selector: TaskSelector | None = None
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    optional: bool = False
    value: Value | None = None
    output_field: str | None = None
    attribute: Attribute = Attribute.TEXT
    condition: Condition | None = None
    after: Condition | None = None
    when: Condition | None = None
    on_failure: OnFailure | Goto = OnFailure.STOP
    if_: Condition | None = None
    then: str | None = None
    else_: str | None = None
    direction: Direction = Direction.DOWN
    max_scrolls: int = DEFAULT_SCROLLS
    container: TaskSelector | None = None

    def conditions(self) -> Iterator[Condition]:
        """Every condition of the step, outermost only."""
        for condition in (self.condition, self.after, self.when, self.if_):
            if condition is not None:
                yield condition

    def selectors(self) -> Iterator[TaskSelector]:
        """Every selector of the step, those in conditions too."""
        yield from (each for each in (self.selector, self.container) if each is not None)
        for condition in self.conditions():
            yield from selectors_in(condition)

    def refs(self) -> Iterator[Ref]:
        """Every reference of the step."""
        if isinstance(self.value, Ref):
            yield self.value
        for selector in self.selectors():
            yield from (ref for _, ref in selector.refs)
        for condition in self.conditions():
            for part in parts_of(condition):
                if isinstance(part, Equal):
                    yield from (side for side in (part.left, part.right) if isinstance(side, Ref))


@dataclass(frozen=True, slots=True)
class Task:
    """A whole document."""

    version: int
    task_id: str
    agent_name: str
    steps: tuple[TaskStep, ...]
    revision: int = 1
    inputs: tuple[TaskInput, ...] = ()


def parts_of(condition: Condition) -> Iterator[Condition]:
    """`condition` and all conditions in it."""
    yield condition
    match condition:
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from parts_of(part)
        case Not(part):
            yield from parts_of(part)


def selectors_in(condition: Condition) -> Iterator[TaskSelector]:
    """Every selector in `condition`."""
    for part in parts_of(condition):
        if isinstance(part, Present | Absent):
            yield part.selector
