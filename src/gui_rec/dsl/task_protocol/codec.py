"""The dialect `task_protocol`: an action as one step object of version 1, without what only a document knows.

A document gives a step its `id` and its `packageName`; both are read over and never written. CLICK and INPUT
name their target by a selector alone, and a canonical action by its place: the two meet on a screen only, so
they are turned into one another with a hierarchy at hand (whole documents), not here.
"""

from __future__ import annotations

import json

from gui_rec._files import unique_keys
from gui_rec.dsl._api import Decoded, Fidelity, Signature
from gui_rec.dsl._text import at, check_text, check_unicode
from gui_rec.dsl.task_protocol.model import (
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    StepAction,
    TaskSelector,
    TaskStep,
)
from gui_rec.dsl.task_protocol.parse import step_from
from gui_rec.dsl.task_protocol.write import step_record
from gui_rec.dsl.unit_numbers import UnitNumbers
from gui_rec.errors import DslError, InputError
from gui_rec.model.actions import Action, ExtractText, Key, Tap, Type, WaitFor
from gui_rec.model.geometry import ScreenSize

VERSION = 1
_NO_PLACE = "its target is a selector here, and a place in the action; `gui-rec export` has the hierarchy that joins them"
_SIGNATURES = (
    Signature('{"action":"WAIT","selector":{…},"timeoutMs":5000}', "wait until exactly one node matches"),
    Signature('{"action":"BACK"}', "go back"),
    Signature(
        '{"action":"EXTRACT_TEXT","selector":{…},"outputField":"…"}', "read the text of the one matching node"
    ),
)


class TaskProtocolCodec(UnitNumbers):
    """One step as a JSON object. It has no wrapping."""

    name = "task_protocol"
    wrappings: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = _SIGNATURES

    def decode(
        self,
        text: str,
        *,
        screen: ScreenSize | None = None,  # noqa: ARG002 - selectors name no place
        repair: bool = False,  # noqa: ARG002 - nothing of it is guessed
    ) -> Decoded:
        """See `ActionCodec.decode`. A step of CLICK or INPUT is read, and refused for want of a screen."""
        check_text(text, self.name)
        try:
            record = json.loads(text, object_pairs_hook=unique_keys)
            step = step_from(record, VERSION, framed=False)
        except json.JSONDecodeError as error:
            raise at(self.name, "a JSON object", text, error.pos) from error
        except (InputError, ValueError, RecursionError) as error:
            raise DslError(f"task_protocol: {error}") from error
        return Decoded((_action_of(step),))

    def encode(
        self,
        action: Action,
        *,
        screen: ScreenSize | None = None,  # noqa: ARG002 - selectors name no place
        thought: str | None = None,  # noqa: ARG002 - there is no place for words
        operation: str | None = None,  # noqa: ARG002
        wrapping: str | None = None,
    ) -> str:
        """See `ActionCodec.encode`."""
        if wrapping is not None:
            self.needs(wrapping)
        fidelity = self.fidelity(action)
        if not fidelity.expressible:
            raise DslError(f"task_protocol cannot say {action.type}: {fidelity.note}")
        text = json.dumps(step_record(_step_of(action)), ensure_ascii=False, separators=(",", ":"))
        check_unicode(text, self.name)
        return text

    def fidelity(self, action: Action) -> Fidelity:
        """See `ActionCodec.fidelity`."""
        match action:
            case Key(code="BACK", presses=1):
                return Fidelity.exact()
            case WaitFor(timeout_ms=timeout_ms):
                return _timeout_fidelity(timeout_ms)
            case ExtractText(output_field=field):
                return Fidelity.exact() if field else Fidelity.inexpressible("an output needs a name")
            case Tap() | Type():
                return Fidelity.inexpressible(_NO_PLACE)
            case _:
                return Fidelity.inexpressible("version 1 of the step protocol has no such action")

    def needs(self, wrapping: str) -> frozenset[str]:
        """See `ActionCodec.needs`."""
        raise DslError(f"task_protocol: it has no wrapping, got {wrapping!r}")


def _timeout_fidelity(timeout_ms: int | None) -> Fidelity:
    if timeout_ms is None:
        return Fidelity.lossy(f"a timeout that is not said is {DEFAULT_TIMEOUT_MS} ms here")
    if MIN_TIMEOUT_MS <= timeout_ms <= MAX_TIMEOUT_MS:
        return Fidelity.exact()
    return Fidelity.inexpressible(f"a timeout is {MIN_TIMEOUT_MS}..{MAX_TIMEOUT_MS} ms")


def _step_of(action: Action) -> TaskStep:
    match action:
        case WaitFor(selector=selector, timeout_ms=None):
            return TaskStep("", StepAction.WAIT, selector=TaskSelector(selector))
        case WaitFor(selector=selector, timeout_ms=int(timeout_ms)):
            return TaskStep("", StepAction.WAIT, selector=TaskSelector(selector), timeout_ms=timeout_ms)
        case ExtractText(selector=selector, output_field=field):
            return TaskStep("", StepAction.EXTRACT_TEXT, selector=TaskSelector(selector), output_field=field)
        case _:
            return TaskStep("", StepAction.BACK)


def _action_of(step: TaskStep) -> Action:
    if step.action is StepAction.BACK and step.selector is None:
        return Key("BACK")
    if step.action is StepAction.WAIT and step.selector is not None:
        return WaitFor(step.selector.selector, step.timeout_ms)
    if step.action is StepAction.EXTRACT_TEXT and step.selector is not None:
        return ExtractText(step.selector.selector, step.output_field or "")
    raise DslError(f"task_protocol: {step.action.value}: {_NO_PLACE}")


CODEC = TaskProtocolCodec()
