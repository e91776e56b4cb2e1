"""The schema is what STORE_VERSION says, laid out as it was measured to be best."""

from __future__ import annotations

import hashlib

import pyarrow as pa
import pytest

from gui_rec.model.actions import ACTION_TYPES
from gui_rec.store.action_columns import ACTION_STRUCT
from gui_rec.store.schema import (
    EPISODES_SCHEMA,
    IMAGE_COLUMNS,
    LABELS_SCHEMA,
    STEP_SCHEMA,
    STORE_VERSION,
    VERDICTS_SCHEMA,
    XML_COLUMNS,
)

HASHES = {
    "steps": (STEP_SCHEMA, "052fe8ab4a845551"),
    "episodes": (EPISODES_SCHEMA, "628bb9a3fa135fbf"),
    "verdicts": (VERDICTS_SCHEMA, "50b2ce6a07faba32"),
    "labels": (LABELS_SCHEMA, "fb59ddcb9fef2b7f"),
}


def schema_hash(schema: pa.Schema) -> str:
    text = "\n".join(f"{field.name}: {field.type}" for field in schema)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", sorted(HASHES))
def test_a_changed_schema_needs_a_new_version(name: str) -> None:
    schema, known = HASHES[name]
    assert STORE_VERSION == 2
    assert schema_hash(schema) == known, (
        f"the schema of {name} changed: bump STORE_VERSION, add the migration n -> n+1 and a set of "
        "recordings of the new version, then put the new hash here"
    )


def test_pictures_stand_last_and_hierarchies_before_them() -> None:
    assert tuple(STEP_SCHEMA.names[-4:]) == (*XML_COLUMNS, *IMAGE_COLUMNS)


def test_every_observation_column_stands_twice() -> None:
    pre = [name.removeprefix("pre_") for name in STEP_SCHEMA.names if name.startswith("pre_")]
    post = [name.removeprefix("post_") for name in STEP_SCHEMA.names if name.startswith("post_")]
    assert pre == post
    assert len(pre) == 15


def test_the_action_struct_has_every_field_of_every_action_and_all_may_be_null() -> None:
    names = {field.name for field in ACTION_STRUCT}
    for cls in ACTION_TYPES.values():
        assert set(cls.__dataclass_fields__) <= names
    assert all(field.nullable for field in ACTION_STRUCT)
    assert ACTION_STRUCT.field(0).name == "type"


def test_texts_that_may_pass_two_gigabytes_in_a_chunk_have_long_offsets() -> None:
    for name in (*XML_COLUMNS, "action_raw", "thought"):
        assert STEP_SCHEMA.field(name).type == pa.large_string()


def test_no_map_types_since_hugging_face_datasets_has_none() -> None:
    assert "map<" not in str(STEP_SCHEMA)
