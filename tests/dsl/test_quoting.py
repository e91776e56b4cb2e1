from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl.quoting import read_text, write_text
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("'\"\\\n\r\t\x00"), max_size=30)


def _read(literal: str, *, lenient: bool = False) -> str:
    text, end = read_text(Reading(literal, "test", lenient), 0)
    assert end == len(literal) or lenient
    return text


@settings(max_examples=150, deadline=None)
@given(_TEXTS)
def test_what_is_written_reads_back_here_and_in_python(text: str) -> None:
    literal = write_text(text)
    assert literal.isprintable() or not any(char in literal for char in "\n\r\u2028\u2029\x85")
    assert _read(literal) == text
    assert ast.literal_eval(literal) == text


@settings(max_examples=150, deadline=None)
@given(st.text("ab'\"\\nxu0\u00e9", max_size=12))
def test_what_python_reads_is_read_alike(body: str) -> None:
    literal = f"'{body}'"
    try:
        expected = ast.parse(literal, mode="eval").body
    except (SyntaxError, ValueError):
        return
    # Joined literals ('a' 'b') are one constant to Python and an error to us; their source holds more quotes.
    if isinstance(expected, ast.Constant) and isinstance(expected.value, str):
        text, end = read_text(Reading(literal, "test"), 0)
        assert end < len(literal) or text == expected.value


@pytest.mark.parametrize(
    ("literal", "position"),
    [
        ("'abc", 4),
        ("'a\nb'", 2),
        ("'\\", 1),
        ("'\\x1'", 3),
        ("'\\u12'", 3),
        ("'\\U00110000'", 3),
        ("'\\ud800'", 0),
    ],
)
def test_a_broken_literal_is_an_error_that_says_where(literal: str, position: int) -> None:
    with pytest.raises(DslError) as caught:
        _read(literal)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("'a 'b' c')", "a 'b' c"),
        ("'a', 'b')", "a', 'b"),
        ("'a', k='b')", "a"),
        ("'a') b')", "a') b"),
        ("'a')</action>", "a"),
        ("'a\r\nb')", "a\r\nb"),
    ],
)
def test_a_lenient_reading_closes_only_where_the_call_goes_on_or_ends(literal: str, text: str) -> None:
    reading = Reading(literal, "test", lenient=True)
    assert read_text(reading, 0)[0] == text
    assert bool(reading.repairs) == (text != "a")


def test_a_lone_surrogate_is_never_written() -> None:
    with pytest.raises(DslError, match="surrogate"):
        write_text("a\ud800")
