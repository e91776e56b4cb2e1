"""The page about the format says what the code does."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pytest

from gui_rec.model.flags import EndReason, Flag, MissingReason, Source
from gui_rec.model.geometry import Space
from gui_rec.store import schema

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")


def members(fields: Iterable[pa.Field[pa.DataType]]) -> list[str]:
    """Names of columns and of the members of their structs, but for the action's own (told by rule)."""
    names: list[str] = []
    for field in fields:
        names.append(field.name)
        kind = field.type.value_type if isinstance(field.type, pa.ListType) else field.type
        if isinstance(kind, pa.StructType) and field.name != "action":
            names += members(kind)
    return names


@pytest.mark.parametrize(
    "table", [schema.STEP_SCHEMA, schema.EPISODES_SCHEMA, schema.VERDICTS_SCHEMA, schema.LABELS_SCHEMA]
)
def test_every_column_is_told(table: pa.Schema) -> None:
    assert [name for name in members(table) if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("values", [Flag, MissingReason, EndReason, Source])
def test_every_value_of_a_closed_list_is_told(values: Iterable[str]) -> None:
    assert [value for value in values if f"`{value}`" not in PAGE] == []


def test_every_space_and_metadata_key_is_told() -> None:
    assert [space for space in Space if f"`{space.value}" not in PAGE] == []
    keys = (
        schema.META_HUGGINGFACE,
        schema.META_VERSION,
        schema.META_RECORDER,
        schema.META_EPISODES,
        schema.META_MASK_RULES,
    )
    assert [key for key in keys if f"`{key.decode()}`" not in PAGE] == []
    assert f"the version of this format: `{schema.STORE_VERSION}`" in PAGE


def test_the_key_columns_are_told_together() -> None:
    told = " ".join(PAGE.split())
    *most, last = (f"`{name}`" for name in schema.KEY_COLUMNS)
    assert f"Only {', '.join(most)} and {last} have a dictionary" in told
