from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec._files import MAX_BYTES, read_document
from gui_rec.errors import InputError


def test_json_and_yaml_spell_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": [1, "二"]}', encoding="utf-8")
    (tmp_path / "a.yaml").write_text("a:\n- 1\n- 二\n", encoding="utf-8")
    assert (
        read_document(tmp_path / "a.json", "x") == read_document(tmp_path / "a.yaml", "x") == {"a": [1, "二"]}
    )


@pytest.mark.parametrize(
    "data", [b"{", b"a: !!python/object:os.system x", b"\xff\xfe\xff", b"\x00", b"[" * 100_000]
)
def test_what_does_not_parse_is_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match="expected app names in JSON or YAML") as caught:
        read_document(tmp_path / "x", "app names")
    assert "\n" not in str(caught.value)


def test_what_cannot_be_read_or_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_document(tmp_path / "missing", "x")
    (tmp_path / "large").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InputError, match="got more"):
        read_document(tmp_path / "large", "x")


@given(st.dictionaries(st.text("abc", min_size=1), st.lists(st.integers() | st.booleans() | st.none())))
def test_any_json_reads_back(tmp_path_factory: pytest.TempPathFactory, value: dict[str, object]) -> None:
    path = tmp_path_factory.mktemp("documents") / "x.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert read_document(path, "x") == value
