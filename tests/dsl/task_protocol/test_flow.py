"""Steps lead forward only, references name what is there, and version 2's own fields are refused with their place."""

from __future__ import annotations

import pytest
from tasks import Record, document, step, task

from gui_rec.dsl.task_protocol.flow import leads_to
from gui_rec.dsl.task_protocol.parse import task_from
from gui_rec.errors import InputError

CLICK = step("CLICK", text="Buy")
IF = {"packageName": "p"}
BRANCH = {"id": "b", "action": "BRANCH", "if": IF, "then": "later"}
LATER = step("CLICK", "later", text="x")
BAD_2: list[tuple[str, Record, str]] = [
    ("back", document(LATER, BRANCH, version=2), "steps[1].then: expected a later step, got 'later'"),
    ("itself", document({**BRANCH, "then": "b"}, LATER, version=2), "steps[0].then: expected a later step, got 'b'"),
    ("nowhere", document(BRANCH, version=2), "steps[0].then: expected the id of a later step or END, got 'later'"),
    ("else", document({**BRANCH, "else": "b"}, LATER, version=2), "steps[0].else: expected a later step"),
    (
        "onFailure back",
        document(LATER, {**CLICK, "onFailure": {"goto": "later"}}, version=2),
        "steps[1].onFailure.goto: expected a later step",
    ),
    ("onFailure odd", document({**CLICK, "onFailure": "RETRY"}, version=2), "steps[0].onFailure: expected STOP, CONTINUE"),
    (
        "optional and onFailure",
        document({**CLICK, "onFailure": "STOP", "optional": True}, version=2),
        "steps[0].onFailure: expected either onFailure or optional",
    ),
    ("a step called END", document(step("CLICK", "END", text="x"), version=2), "steps[0].id: END is where a task ends"),
    (
        "an input that is not there",
        document({**step("INPUT", text="a"), "value": {"ref": "inputs.pin"}}, version=2),
        "steps[0]: the reference inputs.pin names nothing that is there by then; there are: none",
    ),
    (
        "an output that comes later",
        document(
            {**step("INPUT", text="a"), "value": {"ref": "outputs.total"}},
            step("EXTRACT", text="t", outputField="total"),
            version=2,
        ),
        "steps[0]: the reference outputs.total names nothing",
    ),
    ("an odd reference", document({**CLICK, "selector": {"text": {"ref": "x"}}}, version=2), "steps[0].selector.text.ref"),
    ("both of a WAIT", document({**step("WAIT", text="a"), "condition": IF}, version=2), "steps[0]: expected exactly one of"),
    ("none of a WAIT", document(step("WAIT"), version=2), "steps[0]: expected exactly one of selector, condition, got none"),
    ("two conditions", document({**CLICK, "when": {**IF, "all": [IF]}}, version=2), "steps[0].when: expected exactly one of"),
    ("an empty all", document({**CLICK, "when": {"all": []}}, version=2), "steps[0].when.all: expected a list of 1 to 16"),
    ("an odd condition", document({**CLICK, "when": {"maybe": 1}}, version=2), "steps[0].when.maybe: no such field"),
    (
        "conditions too deep",
        document({**CLICK, "when": {"not": {"not": {"not": {"not": IF}}}}}, version=2),
        "steps[0].when.not.not.not.not: expected at most 4 conditions",
    ),
    ("an odd input", document(CLICK, version=2, inputs={"a b": {}}), "inputs.a b: expected a name of letters"),
    ("a field of an input", document(CLICK, version=2, inputs={"a": {"typ": 1}}), "inputs.a.typ: no such field"),
    ("51 scrolls", document(step("SCROLL", text="a", maxScrolls=51), version=2), "steps[0].maxScrolls: expected a whole"),
    ("an odd direction", document(step("SCROLL", text="a", direction="down"), version=2), "steps[0].direction: expected one of"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "words"), [case[1:] for case in BAD_2], ids=[case[0] for case in BAD_2])
def test_what_is_wrong_in_version_2_is_told_with_its_place(record: Record, words: str) -> None:
    with pytest.raises(InputError) as raised:
        task_from(record)
    assert str(raised.value).startswith(words)


def test_where_steps_may_lead() -> None:
    read = task(
        {**BRANCH, "else": "END"}, {**LATER, "onFailure": {"goto": "end"}}, step("BACK", "end"), version=2
    )
    assert [list(leads_to(each)) for each in read.steps] == [
        [("then", "later"), ("else", "END")],
        [("onFailure.goto", "end")],
        [],
    ]
