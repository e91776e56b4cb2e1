from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.datasets.importers import fields
from gui_rec.datasets.importers.fields import SourceRow, read_rows
from gui_rec.errors import InputError


def _row(**values: object) -> SourceRow:
    return SourceRow(Path("a.json"), 3, values)


def test_fields_have_their_kinds() -> None:
    row = _row(text="t", empty="", none=None, count=4, pair="[0.5, 1]")
    assert row.text("text") == "t"
    assert [row.optional_text(name) for name in ("text", "empty", "none", "absent")] == [
        "t",
        None,
        None,
        None,
    ]
    assert row.whole("count") == 4
    assert row.pair("pair") == (0.5, 1.0)


@settings(max_examples=80, deadline=None)
@given(st.none() | st.booleans() | st.floats() | st.text(max_size=12) | st.lists(st.integers(), max_size=3))
def test_another_kind_is_an_error_that_names_file_row_and_field(value: object) -> None:
    row = _row(x=value)
    with pytest.raises(InputError, match=r"a\.json: row 3, field 'x': expected"):
        row.whole("x")
    with pytest.raises(InputError, match=r"a\.json: row 3, field 'x': expected"):
        row.pair("x")


def test_a_message_stays_short() -> None:
    with pytest.raises(InputError) as caught:
        _row(x="y" * 10_000).whole("x")
    assert len(str(caught.value)) < 200


def test_rows_know_their_place(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([{"a": "x"}, {"a": "y"}]), encoding="utf-8")
    assert [(row.index, row.text("a")) for row in read_rows(file)] == [(0, "x"), (1, "y")]


def test_a_file_that_is_too_large_or_not_utf8_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.json"
    file.write_bytes(b'[{"a": "\xff"}]')
    with pytest.raises(InputError, match="UTF-8"):
        read_rows(file)
    monkeypatch.setattr(fields, "MAX_FILE_BYTES", 3)
    with pytest.raises(InputError, match="at most 3 bytes"):
        read_rows(file)
