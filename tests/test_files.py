from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec._files import (
    MAX_DOCUMENT_BYTES,
    path_text,
    read_bytes,
    read_document,
    read_text,
    unique_keys,
    utf8_text,
)
from gui_rec.errors import InputError


def test_json_and_yaml_spell_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": [1, "二"]}', encoding="utf-8")
    (tmp_path / "a.yaml").write_text("a:\n- 1\n- 二\n", encoding="utf-8")
    assert (
        read_document(tmp_path / "a.json", "x") == read_document(tmp_path / "a.yaml", "x") == {"a": [1, "二"]}
    )


@pytest.mark.parametrize("data", [b"{", b"a: !!python/object:os.system x", b"\xff\xfe\xff", b"\x00"])
def test_what_does_not_parse_is_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match="expected app names in JSON or YAML") as caught:
        read_document(tmp_path / "x", "app names")
    assert "\n" not in str(caught.value)


def test_what_cannot_be_read_or_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_document(tmp_path / "missing", "x")
    (tmp_path / "large").write_bytes(b"#" * (MAX_DOCUMENT_BYTES + 1))
    with pytest.raises(InputError, match="got more"):
        read_document(tmp_path / "large", "x")


@given(st.dictionaries(st.text("abc", min_size=1), st.lists(st.integers() | st.booleans() | st.none())))
def test_any_json_reads_back(tmp_path_factory: pytest.TempPathFactory, value: dict[str, object]) -> None:
    path = tmp_path_factory.mktemp("documents") / "x.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert read_document(path, "x") == value


def test_an_alias_is_refused_since_a_few_grow_without_bound(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a: &x [b]\nb: *x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"plain YAML, got an alias \(\*x\)"):
        read_document(tmp_path / "x", "rules")


@pytest.mark.parametrize(
    "text",
    ["a: 1\nb: 2\na: 3\n", '{"a": {"b": [1]}, "a": 2}', "x:\n- {k: {c: 1}, k: 2}\n", "a: {}\nb: a\na: 1\n"],
)
def test_a_key_that_stands_twice_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"got '(a|k)' twice in one object \(line \d\)"):
        read_document(tmp_path / "x", "rules")


def test_a_key_may_stand_in_several_objects_and_as_a_value(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a: a\nb: {a: b}\nc: [{a: 1}, {a: 2}, a]\n", encoding="utf-8")
    assert read_document(tmp_path / "x", "x") == {"a": "a", "b": {"a": "b"}, "c": [{"a": 1}, {"a": 2}, "a"]}


@pytest.mark.parametrize("data", ["é\n".encode(), "\ufeffé\n".encode()])
def test_text_may_begin_with_a_byte_order_mark(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    assert read_text(tmp_path / "x", "lines") == "é\n"


def test_text_that_is_none_is_named_by_its_byte(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"ab\xff")
    with pytest.raises(InputError, match="expected lines in UTF-8, got byte 0xff at 2"):
        read_text(tmp_path / "x", "lines")


def test_a_file_without_end_is_read_no_further_than_its_bound() -> None:
    with pytest.raises(InputError, match="expected things in at most 10 bytes, got more"):
        read_bytes(Path("/dev/zero"), "things", 10)


def test_a_document_as_deep_as_a_well_is_refused_in_time(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"[" * 100_000)
    with pytest.raises(InputError, match="of at most 64 levels, got more"):
        read_document(tmp_path / "x", "rules")


def test_a_key_stands_once_in_an_object() -> None:
    assert json.loads('{"a": 1, "b": {"a": 2}}', object_pairs_hook=unique_keys) == {"a": 1, "b": {"a": 2}}
    with pytest.raises(InputError, match="a: stands twice"):
        json.loads('{"b": {"a": 1, "a": 2}}', object_pairs_hook=unique_keys)


@pytest.mark.parametrize("text", ['{"a": ["\\ud800"]}', '{"a\\udfff": 1}', 'a: "x\\ud83d"\n'])
def test_half_a_character_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"plain YAML, got a lone surrogate.*\(line 1\)"):
        read_document(tmp_path / "x", "rules")


def test_a_path_of_any_bytes_can_be_written() -> None:
    assert path_text(Path(os.fsdecode(b"a\xff/\xc3\xa9.parquet"))) == "a\\xff/é.parquet"
    assert utf8_text("half \ud83d") == "half \\ud83d"


@given(st.text())
def test_text_that_utf8_carries_stays(text: str) -> None:
    assert utf8_text(text) == text
