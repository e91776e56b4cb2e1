"""What is written is what was read, as short as it can be."""

from __future__ import annotations

import copy
import json

from tasks import document, step, task

from gui_rec.dsl.task_protocol.model import Goto, Present, Ref, Scope
from gui_rec.dsl.task_protocol.parse import task_from
from gui_rec.dsl.task_protocol.write import step_record, task_text


def test_defaults_are_left_out() -> None:
    said = step("CLICK", text="Buy", timeoutMs=5000, optional=False)
    assert step_record(task(said).steps[0]) == step("CLICK", text="Buy")


def test_references_stand_where_texts_do() -> None:
    record = document(
        step("EXTRACT", text="t", outputField="total"),
        {**step("INPUT", text="x"), "value": {"ref": "inputs.user"}},
        {
            **step("CLICK"),
            "selector": {
                "text": {"ref": "outputs.total"},
                "near": {"below": {"contentDesc": {"ref": "inputs.user"}}},
            },
            "after": {"present": {"textContains": {"ref": "inputs.user"}}},
            "onFailure": {"goto": "END"},
        },
        version=2,
        inputs={"user": {}},
    )
    read = task_from(copy.deepcopy(record))
    assert [str(ref) for ref in read.steps[2].refs()] == ["outputs.total", "inputs.user", "inputs.user"]
    assert read.steps[1].value == Ref(Scope.INPUTS, "user")
    assert isinstance(read.steps[2].after, Present)
    assert read.steps[2].on_failure == Goto("END")
    assert json.loads(task_text(read)) == record | {"revision": 1}
