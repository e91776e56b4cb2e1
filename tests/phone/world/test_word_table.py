from __future__ import annotations

import string
import unicodedata

from gui_rec.phone.render.bidi import visual
from gui_rec.phone.render.type import font, runs
from gui_rec.phone.world.word_table import ARABIC, CHINESE


def test_both_tables_have_the_same_texts() -> None:
    assert CHINESE.keys() == ARABIC.keys()
    assert all(text.strip() == text and text for table in (CHINESE, ARABIC) for text in table.values())


def test_every_text_keeps_its_braces() -> None:
    for table in (CHINESE, ARABIC):
        for english, text in table.items():
            assert _fields(text) == _fields(english), english


def _fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_arabic_is_written_in_arabic_without_vowel_signs() -> None:
    for text in ARABIC.values():
        assert any(unicodedata.bidirectional(character) == "AL" for character in text)
        assert not any(unicodedata.combining(character) for character in text)


def test_the_shipped_fonts_have_every_character() -> None:
    missing = bytes(font("CJK", 20).getmask("\U0010fffd"))
    arabic_missing = bytes(font("Arabic", 20).getmask("\U0010fffd"))
    for text in (*CHINESE.values(), *ARABIC.values()):
        for part, name in runs(visual(text), "Regular"):
            for character in part:
                if character == " " or name == "Regular":
                    continue
                shape = bytes(font(name, 20).getmask(character))
                assert shape != (missing if name == "CJK" else arabic_missing), f"{character!r} of {text!r}"
