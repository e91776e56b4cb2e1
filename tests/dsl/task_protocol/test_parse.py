"""Documents are read strictly: what is valid comes back, and what is not is refused with its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tasks import Record, document, step, task_records

from gui_rec.dsl.task_protocol.model import VERSIONS, StepAction
from gui_rec.dsl.task_protocol.parse import parse_task, read_task, task_from
from gui_rec.dsl.task_protocol.write import task_record, task_text
from gui_rec.errors import InputError

CLICK = step("CLICK", text="Buy")


@given(data=st.data())
@pytest.mark.parametrize("version", VERSIONS)
def test_a_document_comes_back(version: int, data: st.DataObject) -> None:
    record = data.draw(task_records(version))
    read = task_from(record)
    assert parse_task(task_text(read)) == read
    written = task_record(read)
    assert task_from(written) == read
    assert len(read.steps) == len(record["steps"])
    for said, kept in zip(record["steps"], read.steps, strict=True):
        assert (kept.id, kept.action, kept.package_name) == (
            said["id"],
            said["action"],
            said.get("packageName"),
        )
        assert kept.timeout_ms == said.get("timeoutMs", 5000)
        assert kept.optional is said.get("optional", False)


def objects_in(record: Any, path: str = "") -> Iterator[tuple[str, Record]]:
    """Every object of a document that has closed keys, with its place."""
    if isinstance(record, dict):
        if path != "inputs":  # its keys are names
            yield path, record
        for key, inner in record.items():
            yield from objects_in(inner, f"{path}.{key}" if path else key)
    elif isinstance(record, list):
        for index, inner in enumerate(record):
            yield from objects_in(inner, f"{path}[{index}]")


@given(data=st.data())
@pytest.mark.parametrize("version", VERSIONS)
def test_an_unknown_field_anywhere_is_refused_with_its_path(version: int, data: st.DataObject) -> None:
    record = data.draw(task_records(version))
    path, place = data.draw(st.sampled_from(list(objects_in(record))))
    place["surprise"] = 1
    with pytest.raises(InputError) as raised:
        task_from(record)
    expected = f"{path}.surprise" if path else "surprise"
    parts = (".near",)
    if path.endswith(parts):  # an object of one relation: a second one is refused as a whole
        expected = path
    assert str(raised.value).startswith(expected + ":"), (expected, str(raised.value))


def test_the_example_of_the_protocol_reads() -> None:
    read = parse_task(
        """{"schemaVersion": 1, "taskId": "task-1001", "revision": 1, "assignedAgentName": "phone-01",
        "steps": [{"id": "wait-ready", "action": "WAIT", "packageName": "com.example.target",
                   "selector": {"text": "Ready"}, "timeoutMs": 5000, "optional": false}]}"""
    )
    assert (read.version, read.task_id, read.revision, read.agent_name) == (1, "task-1001", 1, "phone-01")
    (only,) = read.steps
    assert (only.id, only.action, only.timeout_ms, only.optional) == (
        "wait-ready",
        StepAction.WAIT,
        5000,
        False,
    )


BAD: list[tuple[str, Record, str]] = [
    ("version 0", document(CLICK, version=0), "schemaVersion: expected 1 or 2, got 0"),
    ("version true", document(CLICK, version=True), "schemaVersion: expected 1 or 2, got True"),
    ("version as text", document(CLICK) | {"schemaVersion": "1"}, "schemaVersion: expected 1 or 2, got '1'"),
    ("no task id", document(CLICK, taskId=""), "taskId: expected a text that is not empty"),
    ("revision 0", document(CLICK, revision=0), "revision: expected a whole number 1 or more, got 0"),
    ("revision 1.5", document(CLICK, revision=1.5), "revision: expected a whole number"),
    ("null", document(CLICK, revision=None), "revision: expected a value, got null"),
    ("no steps", document(), "steps: expected a list of 1 to 200 steps, got 0"),
    ("steps no list", document() | {"steps": {}}, "steps: expected a list"),
    (
        "201 steps",
        document(*[step("CLICK", f"s{i}", text="x") for i in range(201)]),
        "steps: expected a list of 1 to 200 steps, got 201",
    ),
    ("an id twice", document(CLICK, CLICK), "steps[0].id: expected an id of its own, got 'click'"),
    ("no action", document({"id": "a"}), "steps[0].action: missing"),
    ("odd action", document(step("JUMP")), "steps[0].action: expected one of WAIT, CLICK"),
    ("an action of version 2", document(step("OPEN")), "steps[0].action: OPEN is version 2's"),
    ("after", document({**CLICK, "after": {}}), "steps[0].after: is version 2's"),
    ("when", document({**CLICK, "when": {}}), "steps[0].when: is version 2's"),
    ("inputs", document(CLICK, inputs={}), "inputs: is version 2's"),
    ("a reference", document({**step("INPUT", text="a"), "value": {"ref": "inputs.a"}}), "steps[0].value: expected a text"),
    ("99 ms", document({**CLICK, "timeoutMs": 99}), "steps[0].timeoutMs: expected a whole number 100..30000, got 99"),
    ("30001 ms", document({**CLICK, "timeoutMs": 30001}), "steps[0].timeoutMs: expected a whole number 100..30000"),
    ("true ms", document({**CLICK, "timeoutMs": True}), "steps[0].timeoutMs: expected a whole number"),
    ("optional as text", document({**CLICK, "optional": "no"}), "steps[0].optional: expected true or false"),
    ("a value for a click", document({**CLICK, "value": "x"}), "steps[0].value: no such field; CLICK has"),
    ("no selector", document(step("CLICK")), "steps[0].selector: missing"),
    ("empty selector", document({**CLICK, "selector": {}}), "steps[0].selector: selector: expected at least one key"),
    ("only an index", document({**CLICK, "selector": {"index": 1}}), "steps[0].selector: selector: expected at least"),
    ("index below 0", document({**CLICK, "selector": {"text": "a", "index": -1}}), "steps[0].selector: selector index"),
    ("a number as text", document({**CLICK, "selector": {"text": 5}}), "steps[0].selector.text: expected str, got 5"),
    (
        "a key deep in a relation",
        document({**CLICK, "selector": {"text": "a", "near": {"below": {"txt": "b"}}}}),
        "steps[0].selector.near.below.txt: no such key",
    ),
    (
        "an odd relation",
        document({**CLICK, "selector": {"text": "a", "near": {"over": {"text": "b"}}}}),
        "steps[0].selector.near: expected one of below",
    ),
    ("half a character", document(CLICK, taskId="\ud800"), "taskId: a lone surrogate"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_is_wrong_is_told_with_its_place(record: Record, words: str) -> None:
    with pytest.raises(InputError) as raised:
        task_from(record)
    assert str(raised.value).startswith(words)


def test_relations_are_not_followed_without_bound() -> None:
    selector: Record = {"text": "a"}
    for _ in range(12):
        selector = {"text": "a", "near": {"below": selector}}
    with pytest.raises(InputError, match="at most 8 relations"):
        task_from(document({**CLICK, "selector": selector}))


def test_text_that_is_no_task_is_one_clear_error(tmp_path: Path) -> None:
    for text, words in (
        ("{", "task: expected JSON, got what does not parse at line 1"),
        ("[]", "task: expected an object"),
        ('{"schemaVersion": NaN}', "NaN is no JSON number"),
        ('{"taskId": "a", "taskId": "b"}', "taskId: stands twice"),
        ("[" * 100_000, "levels"),
        ("9" * 5_000, "task: unreadable JSON"),
    ):
        with pytest.raises(InputError) as raised:
            parse_task(text)
        assert words in str(raised.value)
    path = tmp_path / "task.json"
    path.write_text("[]")
    with pytest.raises(InputError, match=r"task\.json: task: expected an object"):
        read_task(path)
    with pytest.raises(InputError, match=r"none\.json: cannot be read"):
        read_task(tmp_path / "none.json")
