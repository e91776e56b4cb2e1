"""References are filled where they stand, and inputs are complete before anything is sent."""

from __future__ import annotations

import pytest
from tasks import step, task

from gui_rec.dsl.task_protocol.model import Ref, Scope
from gui_rec.dsl.task_protocol.parse_parts import selector
from gui_rec.errors import UsageError
from gui_rec.model.selector import Relation, Selector
from gui_rec.replayer.protocol.result import StepFailedError
from gui_rec.replayer.protocol.values import Values, given_inputs

TASK = task(step("BACK"), version=2, inputs={"user": {}, "city": {"default": "Oslo"}})


def test_a_text_is_itself_and_a_reference_what_it_names() -> None:
    values = Values({"user": "ada"}, {"total": "$5"})
    assert values.text("inputs.user") == "inputs.user"
    assert values.text(Ref(Scope.INPUTS, "user")) == "ada"
    assert values.text(Ref(Scope.OUTPUTS, "total")) == "$5"
    with pytest.raises(StepFailedError, match=r"outputs\.none was not read"):
        values.text(Ref(Scope.OUTPUTS, "none"))


def test_selectors_are_filled_also_within_relations() -> None:
    record = {
        "textContains": {"ref": "inputs.a"},
        "near": {"below": {"text": {"ref": "inputs.b"}}},
        "index": 2,
    }
    filled = Values({"a": "x", "b": "y"}).selector(selector(record, "selector", 2))
    assert filled == Selector(text_contains="x", index=2, near=(Relation.BELOW, Selector(text="y")))


def test_inputs_are_those_given_else_their_defaults() -> None:
    assert given_inputs(TASK, {"user": "ada"}) == {"city": "Oslo", "user": "ada"}
    assert given_inputs(TASK, {"user": "", "city": "Rome"}) == {"city": "Rome", "user": ""}
    with pytest.raises(UsageError, match="needs the input 'user'"):
        given_inputs(TASK, {})
    with pytest.raises(UsageError, match="no such input; it has: user, city"):
        given_inputs(TASK, {"user": "a", "usr": "b"})
