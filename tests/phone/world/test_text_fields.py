from __future__ import annotations

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.world import text_fields


def test_text_goes_in_at_the_cursor() -> None:
    assert text_fields.insert("ace", 1, "bb") == ("abbce", 3)


def test_backspace_takes_the_character_before() -> None:
    assert text_fields.backspace("abc", 2) == ("ac", 1)


def test_backspace_at_the_start_does_nothing() -> None:
    assert text_fields.backspace("abc", 0) == ("abc", 0)


def test_forward_delete_takes_the_character_after() -> None:
    assert text_fields.forward_delete("abc", 1) == ("ac", 1)
    assert text_fields.forward_delete("abc", 3) == ("abc", 3)


def test_the_virtual_key_map_is_ascii() -> None:
    assert text_fields.unmapped(string.printable[:95]) == []
    assert text_fields.unmapped("café 灯 lamp é") == ["é", "灯"]


def test_emoji_count_as_one_character() -> None:
    assert text_fields.backspace("a😀", 2) == ("a", 1)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=20), st.data(), st.text(max_size=5))
def test_inserting_and_taking_back_leaves_the_text(text: str, data: st.DataObject, new: str) -> None:
    cursor = data.draw(st.integers(0, len(text)))
    edited, place = text_fields.insert(text, cursor, new)
    assert len(edited) == len(text) + len(new)
    for _ in new:
        edited, place = text_fields.backspace(edited, place)
    assert (edited, place) == (text, cursor)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=20), st.data())
def test_the_cursor_never_leaves_the_text(text: str, data: st.DataObject) -> None:
    cursor = data.draw(st.integers(0, len(text)))
    for edit in (text_fields.backspace, text_fields.forward_delete):
        edited, place = edit(text, cursor)
        assert 0 <= place <= len(edited)
