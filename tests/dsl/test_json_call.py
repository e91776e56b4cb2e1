from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.dsl.json_call import as_call, read_list, read_object
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError

_PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.text(st.characters(exclude_categories=["Cs"]))
)


@given(
    record=st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
        _PLAIN | st.lists(_PLAIN, max_size=4),
        max_size=6,
    )
)
def test_an_object_comes_as_a_call_with_all_its_values(record: dict[str, object]) -> None:
    text = json.dumps({**record, "action": "tap"}, ensure_ascii=False) + " rest"
    reading = Reading(text, "test")
    found, end = read_object(reading, 0)
    assert text[end:] == " rest"
    call = as_call(reading, found, "action", 0)
    assert call.name == "tap"
    expected = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in record.items()
        if key != "action"
    }
    assert {argument.name: argument.value for argument in call.arguments} == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"a": 1',
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        "{'a': 1}",
        "{" * 3,
        '{"a":' * 100_000,
        '{"a": ' + "[" * 100_000,
    ],
)
def test_what_is_no_whole_object_is_an_error_with_a_position(text: str) -> None:
    with pytest.raises(DslError) as caught:
        read_object(Reading(text, "test"), 0)
    assert caught.value.position is not None


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"action": null}',
        '{"action": true}',
        '{"action": "tap", "x": {"deep": 1}}',
        '{"action": "tap", "x": [[[[[[1]]]]]]}',
        '{"action": "tap", "x": "\\ud800"}',
        json.dumps({"action": "tap", **{str(n): n for n in range(40)}}),
    ],
)
def test_what_no_dialect_uses_is_an_error(text: str) -> None:
    reading = Reading(text, "test")
    with pytest.raises(DslError):
        as_call(reading, read_object(reading, 0)[0], "action", 0)


@pytest.mark.parametrize("text", ["", "0.5", "[0.5", "[0.5] x", "{}"])
def test_a_text_that_holds_no_list_is_an_error(text: str) -> None:
    with pytest.raises(DslError):
        read_list(Reading("row", "test"), text, 0)


def test_a_text_that_holds_a_list_is_that_list() -> None:
    assert read_list(Reading("row", "test"), "[0.5, 0.25]", 0) == [0.5, 0.25]
