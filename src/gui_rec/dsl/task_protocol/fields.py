"""The one table of the protocol's fields: which action has which, in which version, and what each holds.

Parser, writer and JSON Schema are all made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gui_rec.dsl.task_protocol.model import StepAction


class Kind(StrEnum):
    """What a field holds."""

    NAME = "name"  # a text that is not empty
    TEXT = "text"
    VALUE = "value"  # a text, or a reference
    SELECTOR = "selector"
    CONDITION = "condition"
    TIMEOUT = "timeout"
    FLAG = "flag"
    ACTION = "action"
    ON_FAILURE = "on_failure"
    GOTO = "goto"
    DIRECTION = "direction"
    SCROLLS = "scrolls"
    ATTRIBUTE = "attribute"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field as it is written, the attribute of `TaskStep` that holds it, and what it means."""

    key: str
    attribute: str
    kind: Kind
    meaning: str


def _table(*specs: FieldSpec) -> dict[str, FieldSpec]:
    return {spec.key: spec for spec in specs}


FIELDS: dict[str, FieldSpec] = _table(
    FieldSpec("id", "id", Kind.NAME, "The step's name, unique in the task."),
    FieldSpec("action", "action", Kind.ACTION, "What the step does."),
    FieldSpec(
        "packageName",
        "package_name",
        Kind.NAME,
        "The package that must have the focus; for OPEN the app to open.",
    ),
    FieldSpec("activityName", "activity_name", Kind.NAME, "The activity that must have the focus."),
    FieldSpec("selector", "selector", Kind.SELECTOR, "What exactly one node must be like."),
    FieldSpec("timeoutMs", "timeout_ms", Kind.TIMEOUT, "How long the step waits for what it needs."),
    FieldSpec("optional", "optional", Kind.FLAG, "Whether the task goes on when the step fails by timeout."),
    FieldSpec("value", "value", Kind.VALUE, "The text to enter, or the option to choose."),
    FieldSpec("outputField", "output_field", Kind.NAME, "The name that the text read has in `outputs`."),
    FieldSpec("attribute", "attribute", Kind.ATTRIBUTE, "What is read off the node."),
    FieldSpec("condition", "condition", Kind.CONDITION, "What is waited for, in a selector's place."),
    FieldSpec(
        "after", "after", Kind.CONDITION, "What must hold after the action, within a timeout of its own."
    ),
    FieldSpec("when", "when", Kind.CONDITION, "The step is passed over where this does not hold."),
    FieldSpec("onFailure", "on_failure", Kind.ON_FAILURE, "What follows where the step fails."),
    FieldSpec("if", "if_", Kind.CONDITION, "What decides."),
    FieldSpec("then", "then", Kind.GOTO, "The later step, or END, where it holds."),
    FieldSpec("else", "else_", Kind.GOTO, "The later step, or END, where it does not; else the next one."),
    FieldSpec("direction", "direction", Kind.DIRECTION, "Which side's content is brought into view."),
    FieldSpec("maxScrolls", "max_scrolls", Kind.SCROLLS, "How often the content is moved at most."),
    FieldSpec("container", "container", Kind.SELECTOR, "Where to scroll; else in the middle of the screen."),
)


@dataclass(frozen=True, slots=True)
class ActionFields:
    """The keys that an action must have and those that it may have, `id` and `action` aside.

    `one_of` names keys of which exactly one is given.
    """

    needed: tuple[str, ...]
    allowed: tuple[str, ...]
    one_of: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return ("id", "action", *self.needed, *self.one_of, *self.allowed)


_WAITS = ("activityName", "timeoutMs", "optional")
_FLOW = ("when", "onFailure")
_ACTS = (*_FLOW, "after")
_TARGET = ("packageName", "selector")

_VERSION_1 = {
    StepAction.WAIT: ActionFields(_TARGET, _WAITS),
    StepAction.CLICK: ActionFields(_TARGET, _WAITS),
    StepAction.INPUT: ActionFields((*_TARGET, "value"), _WAITS),
    StepAction.BACK: ActionFields(("packageName",), ("selector", *_WAITS)),
    StepAction.EXTRACT_TEXT: ActionFields((*_TARGET, "outputField"), _WAITS),
}
_VERSION_2 = {
    StepAction.WAIT: ActionFields((), ("packageName", *_WAITS, *_FLOW), ("selector", "condition")),
    StepAction.CLICK: ActionFields(_TARGET, (*_WAITS, *_ACTS)),
    StepAction.INPUT: ActionFields((*_TARGET, "value"), (*_WAITS, *_ACTS)),
    StepAction.BACK: ActionFields(("packageName",), ("selector", *_WAITS, *_ACTS)),
    StepAction.EXTRACT_TEXT: ActionFields((*_TARGET, "outputField"), (*_WAITS, *_FLOW)),
    StepAction.OPEN: ActionFields(("packageName",), (*_WAITS, *_ACTS)),
    StepAction.SCROLL: ActionFields(_TARGET, ("direction", "maxScrolls", "container", *_WAITS, *_ACTS)),
    StepAction.SELECT_OPTION: ActionFields((*_TARGET, "value"), (*_WAITS, *_ACTS)),
    StepAction.EXTRACT: ActionFields((*_TARGET, "outputField"), ("attribute", *_WAITS, *_FLOW)),
    StepAction.SCREENSHOT: ActionFields((), ("packageName", *_WAITS, *_FLOW)),
    StepAction.BRANCH: ActionFields(("if", "then"), ("else", "packageName", "activityName", "timeoutMs")),
}
ACTIONS: dict[int, dict[StepAction, ActionFields]] = {1: _VERSION_1, 2: _VERSION_2}
"""The actions of each version, each with its fields."""

TASK_NEEDED = ("schemaVersion", "taskId", "assignedAgentName", "steps")
TASK_ALLOWED: dict[int, tuple[str, ...]] = {1: ("revision",), 2: ("revision", "inputs")}
INPUT_ALLOWED = ("default", "secret")
INPUT_NAME = "[A-Za-z_][A-Za-z0-9_]{0,63}"

REF_KEYS = ("text", "textContains", "contentDesc", "contentDescContains")
"""A selector's keys that may hold a reference in version 2."""
CONDITION_KEYS = ("present", "absent", "packageName", "activityName", "equals", "all", "any", "not")
