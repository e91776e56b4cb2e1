"""The schemas in the docs are the table of fields, and say the same as the parser."""

from __future__ import annotations

import re
import runpy
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tasks import Record, task_records

from gui_rec.dsl.task_protocol.fields import CONDITION_KEYS, FIELDS, INPUT_ALLOWED
from gui_rec.dsl.task_protocol.model import VERSIONS, Attribute, OnFailure, StepAction, TaskStep
from gui_rec.dsl.task_protocol.parse import task_from
from gui_rec.dsl.task_protocol.schema import task_schema
from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_keys
from gui_rec.model.selector import Relation

ROOT = Path(__file__).parents[3]
VALIDATORS = {version: jsonschema.Draft202012Validator(task_schema(version)) for version in VERSIONS}


@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_a_schema(version: int) -> None:
    jsonschema.Draft202012Validator.check_schema(task_schema(version))


def test_the_files_in_the_docs_are_as_the_table_is() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "task_schemas.py"))["schemas"]()
    assert sorted(made) == [f"task-v{version}.schema.json" for version in VERSIONS]
    for name, text in made.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text


def test_every_field_of_the_table_is_one_of_the_model_and_back() -> None:
    assert {spec.attribute for spec in FIELDS.values()} == {item.name for item in fields(TaskStep)}


@given(data=st.data())
@pytest.mark.parametrize("version", VERSIONS)
def test_what_the_parser_takes_is_valid(version: int, data: st.DataObject) -> None:
    record = data.draw(task_records(version))
    task_from(record)
    VALIDATORS[version].validate(record)


ODD: list[Any] = [
    "",
    "x",
    0,
    1,
    -1,
    99,
    30_001,
    1.5,
    True,
    None,
    [],
    {},
    {"text": "a"},
    {"ref": "inputs.user"},
    ["a"],
]


def _places(record: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    items: list[tuple[Any, Any]] = []
    keys = (
        list(record) if isinstance(record, dict) else range(len(record)) if isinstance(record, list) else ()
    )
    for key in keys:
        items += [(record, key), *_places(record[key])]
    return items


@given(data=st.data())
@pytest.mark.parametrize("version", VERSIONS)
def test_parser_and_schema_refuse_the_same_damage(version: int, data: st.DataObject) -> None:
    record: Record = data.draw(task_records(version))
    container, key = data.draw(st.sampled_from(_places(record)))
    if data.draw(st.booleans()) and isinstance(container, dict):
        del container[key]
    else:
        container[key] = data.draw(st.sampled_from(ODD))
    try:
        task_from(record)
        told = None
    except InputError as error:
        told = str(error)
    valid = VALIDATORS[version].is_valid(record)
    if told is not None and any(words in told for words in _ONLY_THE_PARSER):
        return
    assert valid == (told is None), (told, record)


_ONLY_THE_PARSER = (
    "expected an id of its own",
    "expected a later step",
    "expected the id of a later step",
    "names nothing that is there",
)


def test_the_page_tells_every_action_field_and_condition() -> None:
    page = (ROOT / "docs" / "step-protocol.md").read_text(encoding="utf-8")
    words = [
        *FIELDS,
        *StepAction,
        *CONDITION_KEYS,
        *selector_keys(),
        *Relation,
        *OnFailure,
        *Attribute,
        *INPUT_ALLOWED,
    ]
    assert [word for word in words if re.search(rf"[`\"]{word}[`\"]", page) is None] == []
