from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tf_examples import bytes_field, example, number_field, write_shard

from gui_rec.datasets.importers.example import Example, examples, parse
from gui_rec.errors import InputError

_FLOATS = st.floats(width=32, allow_nan=False)
_VALUES = (
    st.lists(st.binary(max_size=8), min_size=1, max_size=4)
    | st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=4)
    | st.lists(_FLOATS, min_size=1, max_size=4)
)


@given(st.dictionaries(st.text(max_size=8), _VALUES, max_size=4))
def test_features_come_back(features: dict[str, list[bytes] | list[int] | list[float]]) -> None:
    assert parse(example(features)) == features


def test_unpacked_numbers_are_read_as_well() -> None:
    entry = bytes_field(1, "n") + bytes_field(2, bytes_field(3, number_field(1, 5) + number_field(1, 6)))
    assert parse(bytes_field(1, bytes_field(1, entry))) == {"n": [5, 6]}


def test_a_feature_is_what_it_should_be_or_an_error_with_its_place() -> None:
    found = Example("shard: record 3", parse(example({"t": ["é"], "b": [b"\xff"], "n": [1, 2], "f": [0.5]})))
    assert (found.text("t"), found.blobs("b"), found.numbers("n"), found.floats("f")) == (
        "é",
        [b"\xff"],
        [1, 2],
        [0.5],
    )
    for read, field in (
        (found.text, "b"), (found.text, "n"), (found.number, "n"), (found.number, "t"), (found.floats, "n"),
        (found.blobs, "f"), (found.numbers, "f"), (found.text, "gone")
    ):  # fmt: skip
        with pytest.raises(InputError, match=f"shard: record 3, feature '{field}': expected"):
            read(field)


@given(st.binary(max_size=100))
def test_garbage_is_features_or_one_error(data: bytes) -> None:
    try:
        found = parse(data)
    except InputError:
        return
    assert all(isinstance(name, str) for name in found)


def test_a_record_that_is_none_does_not_lose_the_next(tmp_path: Path) -> None:
    bad = bytes_field(
        1, bytes_field(1, bytes_field(1, "f") + bytes_field(2, bytes_field(2, bytes_field(1, b"xyz"))))
    )
    file = write_shard(tmp_path / "x", [example({"n": [1]}), bad, example({"n": [2]})])
    first, second, third = examples(file)
    assert isinstance(first, Example)
    assert isinstance(third, Example)
    assert (first.number("n"), third.number("n")) == (1, 2)
    assert third.where == f"{file}: record 2"
    assert isinstance(second, InputError)
    assert "record 1: example: expected floats" in str(second)


def test_a_list_of_an_unknown_kind_is_refused() -> None:
    entry = bytes_field(1, "n") + bytes_field(2, bytes_field(9, struct.pack("<I", 1)))
    with pytest.raises(InputError, match="got field 9"):
        parse(bytes_field(1, bytes_field(1, entry)))
