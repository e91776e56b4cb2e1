from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.dsl.reading import Reading
from gui_rec.dsl.sections import check_words, section
from gui_rec.errors import DslError


@given(words=st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_words_that_pass_the_check_come_back_whole(words: str) -> None:
    try:
        check_words("w", {"thought": words}, ("Action:",))
    except DslError:
        assert any(line.startswith("Action:") for line in words.split("\n"))
        return
    text = f"Thought: {words}\nAction: f()"
    found, position = section(Reading(text, "test"), "Thought", 0, until="Action:")
    assert (found, text[position:]) == (words.strip() or None, "Action: f()")


def test_a_section_that_is_not_there_is_none_and_one_without_an_end_an_error() -> None:
    assert section(Reading("f()", "test"), "Thought", 0, until="Action:") == (None, 0)
    with pytest.raises(DslError, match="a line that begins with Action:"):
        section(Reading("Thought: f()", "test"), "Thought", 0, until="Action:")


def test_a_closing_tag_ends_early() -> None:
    check_words("w", {"thought": "</b>"}, (), tag="a")
    with pytest.raises(DslError, match="end it early"):
        check_words("w", {"thought": "x </a>"}, (), tag="a")
