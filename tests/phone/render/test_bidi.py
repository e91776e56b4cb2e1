from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.render.bidi import is_right_to_left, shape, starts_right_to_left, visual

ARABIC_LETTERS = "".join(chr(code) for code in range(0x620, 0x64B) if unicodedata.category(chr(code)) == "Lo")


def _names(text: str) -> list[str]:
    return [unicodedata.name(character) for character in text]


def test_letters_take_the_form_that_their_place_asks_for() -> None:
    assert _names(shape("بيت")) == [
        "ARABIC LETTER BEH INITIAL FORM",
        "ARABIC LETTER YEH MEDIAL FORM",
        "ARABIC LETTER TEH FINAL FORM",
    ]


def test_a_letter_that_joins_one_side_only_breaks_the_word() -> None:
    assert _names(shape("دار")) == [
        "ARABIC LETTER DAL ISOLATED FORM",
        "ARABIC LETTER ALEF ISOLATED FORM",
        "ARABIC LETTER REH ISOLATED FORM",
    ]


def test_lam_and_alef_become_one() -> None:
    assert _names(shape("لا")) == ["ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM"]
    assert _names(shape("سلام"))[1] == "ARABIC LIGATURE LAM WITH ALEF FINAL FORM"
    assert _names(shape("الأحد"))[1] == "ARABIC LIGATURE LAM WITH ALEF WITH HAMZA ABOVE ISOLATED FORM"


def test_vowel_signs_are_left_out() -> None:
    assert shape("مَرْحَبًا") == shape("مرحبا")


def test_a_space_ends_a_word() -> None:
    assert shape("ب ب") == "\ufe8f \ufe8f"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("אבג", "גבא"),
        ("abc", "abc"),
        ("אב 12:30 גד", "דג 12:30 בא"),
        ("אב 37% - 80.3 ג", "ג 80.3 - 37% בא"),
        ("אב Shop גד", "דג Shop בא"),
        ("Shop אב גד", "Shop דג בא"),
        ("אב (גד)", "(דג) בא"),
        ("אב, גד?", "?דג ,בא"),
        ("a אב! b", "a בא! b"),
        ("אב Wi-Fi גד", "דג Wi-Fi בא"),
    ],
)
def test_the_order_on_the_screen(text: str, seen: str) -> None:
    assert visual(text) == seen


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="abc 123.,:()-灯é", max_size=20))
def test_a_text_without_such_letters_is_left_alone(text: str) -> None:
    assert visual(text) == text


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="אבגד ab 12.,()", max_size=20))
def test_nothing_is_lost_or_added(text: str) -> None:
    swap = str.maketrans("()", "((")
    assert sorted(visual(text).translate(swap)) == sorted(text.translate(swap))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=ARABIC_LETTERS, min_size=1, max_size=12))
def test_shaping_reads_back_as_what_was_written(text: str) -> None:
    assert unicodedata.normalize("NFKC", shape(text)) == unicodedata.normalize("NFKC", text)


def test_the_first_letter_decides_the_direction() -> None:
    assert starts_right_to_left("12 אב c")
    assert not starts_right_to_left("c אב")
    assert not starts_right_to_left("12 …")
    assert is_right_to_left("ع")
    assert not is_right_to_left("x")
