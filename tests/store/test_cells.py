"""Cells are read as what they must be, or refused with the column's full name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError, StoreError
from gui_rec.model.flags import Flag
from gui_rec.store.cells import Cells

READERS: dict[str, Callable[[Cells], object]] = {
    "text": lambda cells: cells.text("c"),
    "integer": lambda cells: cells.integer("c", 0, 9),
    "number": lambda cells: cells.number("c"),
    "flag": lambda cells: cells.flag("c"),
    "blob": lambda cells: cells.blob("c"),
    "struct": lambda cells: cells.struct("c"),
}


def test_nan_is_the_null_of_pandas() -> None:
    cells = Cells({"c": float("nan")})
    assert (cells.integer("c"), cells.number("c")) == (None, None)


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_null_and_an_absent_column_are_none(name: str) -> None:
    assert READERS[name](Cells({"c": None})) is None
    assert READERS[name](Cells({})) is None


ANY = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.lists(st.none())


@pytest.mark.parametrize("name", sorted(READERS))
@settings(max_examples=30, deadline=None)
@given(value=ANY | st.dictionaries(st.text(), st.none()))
def test_any_value_is_taken_or_refused_by_name(name: str, value: object) -> None:
    try:
        READERS[name](Cells({"c": value}, "outer"))
    except StoreError as error:
        field = error.field
    else:
        field = "outer.c"
    assert field == "outer.c"


def test_places_are_spelled_in_full() -> None:
    row = Cells({"facts": {"windows": [{"title": "a"}, {"title": 5}]}})
    facts = row.struct("facts")
    assert facts is not None
    first, second = facts.structs("windows")
    assert first.text("title") == "a"
    with pytest.raises(StoreError, match=r"^facts\.windows\[1\]\.title: expected text, got 5$"):
        second.text("title")


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda cells: cells.required_text("n"), "n: expected text, got None"),
        (lambda cells: cells.required_integer("n"), "n: expected a whole number, got None"),
        (lambda cells: cells.integer("big", 0, 3), r"big: expected 0\.\.3, got 7"),
        (lambda cells: cells.integer("yes"), "yes: expected a whole number, got True"),
        (lambda cells: cells.number("inf"), "inf: expected a finite number, got inf"),
        (lambda cells: cells.member("word", Flag), "word: expected one of unsettled, "),
        (lambda cells: cells.structs("list"), "list: expected a struct, got 1"),
        (lambda cells: cells.items("big"), "big: expected a list, got 7"),
    ],
)
def test_refusals_say_what_was_expected(read: Callable[[Cells], object], message: str) -> None:
    values = {"n": None, "big": 7, "yes": True, "inf": float("inf"), "word": "x" * 200, "list": [1]}
    with pytest.raises(StoreError, match=message) as caught:
        read(Cells(values))
    assert len(str(caught.value)) < 700


def test_members_of_a_closed_list() -> None:
    cells = Cells({"flags": ["masked", "unsettled"]})
    assert cells.members("flags", Flag) == (Flag.MASKED, Flag.UNSETTLED)
    assert cells.members("none", Flag) == ()


def refuse() -> None:
    raise InputError("not so")


def test_what_the_model_refuses_carries_the_column() -> None:
    with pytest.raises(StoreError, match="size: not so") as caught:
        Cells({}).made("size", refuse)
    assert caught.value.field == "size"
    assert Cells({}).made("size", lambda: 5) == 5
