from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.world import text_fields
from gui_rec.phone.world.text_fields import Edited


@st.composite
def _fields(draw: st.DrawFn) -> Edited:
    text = draw(st.text(max_size=20))
    place = st.integers(0, len(text))
    return Edited.at(text, draw(place), draw(place))


def test_text_goes_in_at_the_cursor() -> None:
    assert text_fields.insert(Edited.at("ace", 1), "bb") == Edited.at("abbce", 3)


@pytest.mark.parametrize(("cursor", "anchor"), [(1, 3), (3, 1)])
def test_text_takes_the_place_of_what_is_selected(cursor: int, anchor: int) -> None:
    assert text_fields.insert(Edited.at("abcd", cursor, anchor), "x") == Edited.at("axd", 2)


def test_backspace_takes_the_character_before() -> None:
    assert text_fields.backspace(Edited.at("abc", 2)) == Edited.at("ac", 1)


def test_backspace_at_the_start_does_nothing() -> None:
    assert text_fields.backspace(Edited.at("abc", 0)) == Edited.at("abc", 0)


def test_forward_delete_takes_the_character_after() -> None:
    assert text_fields.forward_delete(Edited.at("abc", 1)) == Edited.at("ac", 1)
    assert text_fields.forward_delete(Edited.at("abc", 3)) == Edited.at("abc", 3)


@pytest.mark.parametrize("delete", [text_fields.backspace, text_fields.forward_delete])
def test_deleting_takes_what_is_selected_and_no_more(delete: Callable[[Edited], Edited]) -> None:
    assert delete(Edited.at("abcd", 1, 3)) == Edited.at("ad", 1)
    assert delete(text_fields.select_all(Edited.at("abcd", 2))) == Edited.at("")


def test_arrows_leave_a_selection_at_the_end_they_point_to() -> None:
    selected = Edited.at("abcd", 1, 3)
    assert text_fields.move(selected, -1, extend=False) == Edited.at("abcd", 1)
    assert text_fields.move(selected, 1, extend=False) == Edited.at("abcd", 3)
    assert text_fields.move(selected, -1, extend=True).selected == "abc"


def test_home_and_end_are_those_of_the_line() -> None:
    note = Edited.at("ab\ncd\nef", 4)
    assert text_fields.jump(note, to_end=False, extend=False).cursor == 3
    assert text_fields.jump(note, to_end=True, extend=False).cursor == 5
    assert text_fields.jump(note, to_end=True, extend=True).selected == "d"


def test_the_virtual_key_map_is_ascii() -> None:
    assert text_fields.unmapped(string.printable[:95]) == []
    assert text_fields.unmapped("café 灯 lamp é") == ["é", "灯"]


def test_emoji_count_as_one_character() -> None:
    assert text_fields.backspace(Edited.at("a😀", 2)) == Edited.at("a", 1)


@settings(max_examples=80, deadline=None)
@given(_fields(), st.text(max_size=5))
def test_inserting_and_taking_back_leaves_what_was_not_selected(field: Edited, new: str) -> None:
    edited = text_fields.insert(field, new)
    assert len(edited.text) == len(field.text) - len(field.selected) + len(new)
    for _ in new:
        edited = text_fields.backspace(edited)
    assert edited == Edited.at(field.text[: field.start] + field.text[field.end :], field.start)


@settings(max_examples=80, deadline=None)
@given(_fields(), st.booleans(), st.booleans())
def test_the_cursor_and_the_selection_never_leave_the_text(field: Edited, extend: bool, on: bool) -> None:
    for edited in (
        text_fields.backspace(field),
        text_fields.forward_delete(field),
        text_fields.select_all(field),
        text_fields.move(field, 1 if on else -1, extend=extend),
        text_fields.jump(field, to_end=on, extend=extend),
    ):
        assert 0 <= edited.start <= edited.end <= len(edited.text)


@given(st.text(max_size=9), st.integers(-5, 20), st.integers(-5, 20))
def test_places_outside_a_text_become_its_ends(text: str, cursor: int, anchor: int) -> None:
    field = Edited.at(text, cursor, anchor)
    assert 0 <= field.start <= field.end <= len(text)
    assert Edited.at(text) == Edited.at(text, len(text))
