from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.render import type as lettering
from gui_rec.phone.render.caret import Caret, Lettering, caret, scrolled

LINE = Lettering("Regular", 40, 600)
PAGE = Lettering("Regular", 40, 600, wraps=True)
MIRRORED = Lettering("Regular", 40, 600, mirrored=True)
TEXT = st.text(st.sampled_from("ab c灯 مر\n"), max_size=60)


def test_it_runs_with_the_text() -> None:
    assert caret("ada", 0, LINE) == Caret(0, 0)
    assert caret("ada", 2, LINE) == Caret(0, round(LINE.width("ad")))
    assert caret("ada", 3, LINE) == Caret(0, round(LINE.width("ada")))


def test_it_runs_the_other_way_in_a_text_of_the_other_direction() -> None:
    assert caret("مرحبا", 0, LINE) == Caret(0, round(LINE.width("مرحبا")))
    assert caret("مرحبا", 5, LINE) == Caret(0, 0)
    assert caret("ada", 3, MIRRORED) == Caret(0, 0), "English ends at the right edge of an Arabic screen"
    assert caret("ada", 0, MIRRORED) == Caret(0, round(LINE.width("ada")))
    assert caret("مرحبا", 5, MIRRORED) == Caret(0, round(LINE.width("مرحبا")))


@pytest.mark.parametrize("setting", [LINE, PAGE, MIRRORED])
def test_in_an_empty_text_it_stands_at_the_beginning(setting: Lettering) -> None:
    assert caret("", 0, setting) == Caret(0, 0)


def test_it_goes_to_the_line_where_the_text_is() -> None:
    text = "one two three four five six seven eight\nnine"
    lines = lettering.wrap(text, "Regular", 40, 600, 9)
    assert len(lines) == 3
    assert caret(text, len(text), PAGE) == Caret(2, round(PAGE.width("nine")))
    assert caret(text, len(text) - 5, PAGE) == Caret(1, round(PAGE.width(lines[1])))


def test_a_word_that_does_not_fit_takes_the_cursor_along() -> None:
    text = "one two three four fivesixseveneight"
    assert caret(text, text.index("five") + 1, PAGE) == Caret(1, round(PAGE.width("f")))


def test_a_line_that_is_too_long_moves_until_the_cursor_is_seen() -> None:
    text = "a long name that does not fit by far into its field"
    gone = scrolled(text, len(text), LINE)
    assert gone > 0
    assert LINE.width(text[gone:]) <= 600 < LINE.width(text[gone - 1 :])
    assert scrolled(text, 5, LINE) == 0
    assert scrolled(text, len(text), PAGE) == 0


@settings(max_examples=80, deadline=None)
@given(TEXT, st.data(), st.sampled_from([LINE, PAGE, MIRRORED]))
def test_it_is_never_outside_its_field(text: str, data: st.DataObject, setting: Lettering) -> None:
    cursor = data.draw(st.integers(0, len(text)))
    gone = scrolled(text, cursor, setting)
    assert 0 <= gone <= cursor
    at = caret(text[gone:], cursor - gone, setting)
    assert 0 <= at.offset_px <= 600
    assert 0 <= at.line <= len(text)
