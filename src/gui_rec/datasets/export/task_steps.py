"""One recorded step -> one step of the step protocol, and back on the screen it was recorded on.

| action | version 1 | version 2 | what is lost |
|---|---|---|---|
| `tap` (left, once) | CLICK | CLICK | the place within the target: its middle is touched; that it was to be confirmed |
| `type` | INPUT | INPUT | nothing where the field holds the text alone afterwards; INPUT replaces what it held |
| `type` of a withheld text | - | INPUT with a secret input | nothing |
| `key` BACK, once | BACK | BACK | nothing |
| `wait_for` | WAIT | WAIT | nothing; a timeout that is not said becomes the default |
| `extract_text` | EXTRACT_TEXT | EXTRACT_TEXT | nothing |
| `key` HOME before `open_app` | - | left out | OPEN starts from wherever one is |
| `open_app` | - | OPEN | the activity; a name becomes the package that came to the front |
| `scroll` before a step with a target; `swipe` that brings it into view | - | SCROLL to that target | how far |
| `wait`, `answer`, `note`, `call_api`, `finish`, `invalid` | left out | left out | they do nothing on the device |
| everything else | - | - | |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gui_rec.capture.privacy.words import MARK
from gui_rec.capture.target import focused_field
from gui_rec.dsl._api import Fidelity
from gui_rec.dsl.task_protocol.model import (
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    Ref,
    Scope,
    StepAction,
    TaskInput,
    TaskSelector,
    TaskStep,
    Value,
)
from gui_rec.errors import HierarchyError
from gui_rec.model.action_fields import selector_to_fields
from gui_rec.model.actions import (
    Action,
    Answer,
    Button,
    CallApi,
    Direction,
    ExtractText,
    Finish,
    Invalid,
    Key,
    Note,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
    WaitFor,
)
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, Rect, to_px, to_unit
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.selectors import find_all
from gui_rec.ui.tree import Node, Tree

_SLOT = re.compile(r"\$\{([a-z][a-z0-9_]*)\}")
_NO_EFFECT = (Wait, Answer, Note, CallApi, Finish, Invalid)
_LEFT_OUT = Fidelity.lossy("it does nothing on the device and is left out")


@dataclass(frozen=True, slots=True)
class Said:
    """A recorded step in the protocol. `step` is None where it is left out or cannot be said (see `fidelity`)."""

    fidelity: Fidelity
    step: TaskStep | None = None
    inputs: tuple[TaskInput, ...] = field(default=())


def say(recorded: Step, following: Step | None, version: int, began: Observation | None = None) -> Said:
    """`recorded` as a step of `version`. Pure.

    `following` is the next one that moves nothing, which a scroll may aim at, and `began` the screen on which the
    series of strokes began that `recorded` is one of; None for its own.
    """
    if recorded.result_code not in (None, Code.OK.value):
        return _not(f"it did not succeed when it was recorded: {recorded.result_code}")
    if isinstance(recorded.action, _NO_EFFECT):
        return Said(_LEFT_OUT)
    if recorded.pre.package is None:
        return _not("which app was in front is not recorded")
    said = _say(
        replace(recorded, pre=began or recorded.pre) if _moves(recorded.action) else recorded,
        following,
        version,
    )
    return said if said.step is None else _reread(said, said.step, recorded)


def _moves(action: Action) -> bool:
    return isinstance(action, Scroll | Swipe)


def strokes_before(steps: Sequence[Step], position: int) -> int:
    """Where the series of strokes begins that the step at `position` is one of; `position` where it is none."""
    while position and _moves(steps[position].action) and _moves(steps[position - 1].action):
        position -= 1
    return position


def _say(recorded: Step, following: Step | None, version: int) -> Said:
    base = TaskStep(f"step-{recorded.index}", StepAction.BACK, recorded.pre.package)
    match recorded.action:
        case Tap():
            return _click(recorded, recorded.action, base)
        case Type():
            return _input(recorded, recorded.action, base, version)
        case Key(code="BACK", presses=1):
            return Said(Fidelity.exact(), base)
        case Key(code="HOME", presses=1) if version > 1 and following is not None and _opens(following):
            return Said(Fidelity.lossy("going home first: the OPEN that follows starts from wherever one is"))
        case WaitFor():
            return _wait(recorded.action, base)
        case ExtractText(selector=selector, output_field=name) if name:
            chosen = TaskSelector(selector)
            step = replace(base, action=StepAction.EXTRACT_TEXT, selector=chosen, output_field=name)
            return Said(Fidelity.exact(), step)
        case OpenApp() if version > 1:
            return _open(recorded, recorded.action, base)
        case Scroll() if version > 1:
            return _scroll(recorded.action.direction, following, base)
        case Swipe() if version > 1:
            return _stroke(recorded, recorded.action, following, base)
        case _:
            return _not(f"version {version} has no step for it")


def _opens(step: Step) -> bool:
    return isinstance(step.action, OpenApp)


def _not(why: str) -> Said:
    return Said(Fidelity.inexpressible(why))


def _click(recorded: Step, action: Tap, base: TaskStep) -> Said:
    if action.button is not Button.LEFT or action.clicks != 1:
        return _not("a CLICK is one touch of a finger")
    selector = _target(recorded)
    if isinstance(selector, str):
        return _not(selector)
    step = replace(base, action=StepAction.CLICK, selector=TaskSelector(selector))
    if action.sensitive or action.message is not None:
        return Said(Fidelity.lossy("that a person was to confirm it"), step)
    if Point(action.x, action.y) == place_of(step, recorded.pre):
        return Said(Fidelity.exact(), step)
    return Said(Fidelity.lossy("the place within the target: a CLICK touches its middle"), step)


def _input(recorded: Step, action: Type, base: TaskStep, version: int) -> Said:
    if action.press_enter:
        return _not("the protocol has no step for the ENTER key")
    selector = _target(recorded)
    if isinstance(selector, str):
        return _not(selector)
    value, inputs = _value(recorded, action, version)
    if value is None:
        return _not("its text is withheld, which only version 2 can be given as an input, whole")
    step = replace(base, action=StepAction.INPUT, selector=TaskSelector(selector), value=value)
    held = _held_after(recorded)
    if held is not None and held != action.text and not action.clear_before and not inputs:
        return _not("the text was added to what the field held, and an INPUT replaces that")
    is_sure = action.clear_before or (held == action.text) or bool(inputs)
    sure = (
        Fidelity.exact()
        if is_sure
        else Fidelity.lossy("what the field held is not known; an INPUT replaces it")
    )
    return Said(sure, step, inputs)


def _value(recorded: Step, action: Type, version: int) -> tuple[Value | None, tuple[TaskInput, ...]]:
    """The text, or for a withheld one a reference to an input of the slot's name; None where neither can be."""
    if Flag.MASKED not in recorded.flags or not (_SLOT.search(action.text) or MARK in action.text):
        return action.text, ()
    slot = _SLOT.fullmatch(action.text)
    if slot is None or version == 1:
        return None, ()
    return Ref(Scope.INPUTS, slot[1]), (TaskInput(slot[1], secret=True),)


def _held_after(recorded: Step) -> str | None:
    """What the field shows afterwards; None where nobody can tell."""
    node = focused_field(tree_of(recorded.post))
    return None if node is None or node.password else node.text


def _wait(action: WaitFor, base: TaskStep) -> Said:
    step = replace(base, action=StepAction.WAIT, selector=TaskSelector(action.selector))
    if action.timeout_ms is None:
        return Said(Fidelity.lossy(f"a timeout that is not said is {DEFAULT_TIMEOUT_MS} ms"), step)
    if not MIN_TIMEOUT_MS <= action.timeout_ms <= MAX_TIMEOUT_MS:
        return _not(f"a timeout is {MIN_TIMEOUT_MS}..{MAX_TIMEOUT_MS} ms")
    return Said(Fidelity.exact(), replace(step, timeout_ms=action.timeout_ms))


def _open(recorded: Step, action: OpenApp, base: TaskStep) -> Said:
    package = action.package or recorded.post.package
    if package is None:
        return _not("which package the app's name means is not recorded")
    step = replace(base, action=StepAction.OPEN, package_name=package)
    if action.package is None or action.activity is not None:
        return Said(Fidelity.lossy("the app's name or its activity: an OPEN names the package"), step)
    return Said(Fidelity.exact(), step)


def _scroll(direction: Direction, following: Step | None, base: TaskStep) -> Said:
    selector = "no step follows" if following is None else _target(following)
    if isinstance(selector, str):
        return _not(f"a SCROLL needs what it is to bring into view: {selector}")
    step = replace(base, action=StepAction.SCROLL, selector=TaskSelector(selector), direction=direction)
    return Said(Fidelity.lossy("how far: a SCROLL goes on until the target of a later step is there"), step)


def _stroke(recorded: Step, action: Swipe, following: Step | None, base: TaskStep) -> Said:
    """A stroke is taken for scrolling only where it brought the next target into view."""
    said = _scroll(_shows_more(action), following, base)
    if said.step is not None and node_of(said.step, recorded.pre) is not None:
        return _not("a stroke that does not bring the next target into view has no step")
    return said


def _shows_more(action: Swipe) -> Direction:
    """Which side's content the stroke brings into view: that from which the finger moves away."""
    dx, dy = action.x2 - action.x1, action.y2 - action.y1
    if abs(dy) >= abs(dx):
        return Direction.DOWN if dy < 0 else Direction.UP
    return Direction.RIGHT if dx < 0 else Direction.LEFT


def _target(recorded: Step) -> Selector | str:
    """What names the step's target alone, or why nothing does."""
    target = recorded.target
    if target is None:
        why = "not recorded" if recorded.target_missing is None else recorded.target_missing.value
        return f"its target is not known: {why}"
    if target.selector is None:
        return "no selector names its target alone"
    if any(MARK in text for text in _texts(selector_to_fields(target.selector))):
        return "the name of its target is withheld"
    return target.selector


def _texts(record: object) -> list[str]:
    if isinstance(record, dict):
        return [text for inner in record.values() for text in _texts(inner)]
    return [record] if isinstance(record, str) else []


def _reread(said: Said, step: TaskStep, recorded: Step) -> Said:
    """What was written is read again on the recorded screen: it must mean the node that was acted on."""
    if step.action not in (StepAction.CLICK, StepAction.INPUT):
        return said
    node, target = node_of(step, recorded.pre), recorded.target
    if node is None or target is None or node.path != target.path:
        return _not("on the recorded screen its selector does not name the recorded target alone")
    action, size = recorded.action, recorded.pre.size
    if isinstance(action, Tap) and size is not None:
        inside = node.bounds.contains(to_px(Point(action.x, action.y), size))
        return said if inside else _not("the recorded touch lies outside its target")
    return said


def tree_of(seen: Observation) -> Tree | None:
    """The hierarchy of a recorded screen; a damaged one counts as absent."""
    if seen.ui_xml is None:
        return None
    try:
        return parse_hierarchy(seen.ui_xml)
    except HierarchyError:
        return None


def node_of(step: TaskStep, seen: Observation) -> Node | None:
    """The one node that the step's selector names on a recorded screen."""
    tree = tree_of(seen)
    if tree is None or step.selector is None:
        return None
    found = find_all(tree, step.selector.selector)
    return found[0] if len(found) == 1 else None


def place_of(step: TaskStep, seen: Observation) -> Point | None:
    """Where the step touches on a recorded screen: the middle of its node's part on the screen."""
    node = node_of(step, seen)
    if node is None or seen.size is None:
        return None
    part = node.bounds.intersect(Rect(0, 0, seen.size.width_px, seen.size.height_px))
    return None if part.is_empty else to_unit(part.center, seen.size)


def action_of(step: TaskStep, seen: Observation) -> Action | None:
    """The canonical action that the step means on a screen; None where it has no single target there, or where
    the protocol's action is more than one canonical action.
    """
    place = place_of(step, seen)
    match step.action:
        case StepAction.CLICK if place is not None:
            return Tap(place.x, place.y)
        case StepAction.INPUT if place is not None:
            text = (
                step.value if isinstance(step.value, str) else f"${{{step.value.name}}}" if step.value else ""
            )
            return Type(text, clear_before=True, x=place.x, y=place.y)
        case StepAction.BACK:
            return Key("BACK")
        case StepAction.OPEN:
            return OpenApp(package=step.package_name)
        case StepAction.WAIT if step.selector is not None:
            return WaitFor(step.selector.selector, step.timeout_ms)
        case StepAction.EXTRACT_TEXT if step.selector is not None and step.output_field:
            return ExtractText(step.selector.selector, step.output_field)
        case _:
            return None
