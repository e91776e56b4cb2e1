"""A script as data."""

from __future__ import annotations

import pytest

from gui_rec.phone.shell.ast import Text, Variable, Word


@pytest.mark.parametrize(
    ("word", "literal"),
    [
        (Word((Text("for", False),)), "for"),
        (Word((Text("for", True),)), None),
        (Word((Variable("A", False),)), None),
        (Word((Text("a", False), Text("b", True))), None),
        (Word(()), None),
    ],
)
def test_only_plain_words_can_be_keywords(word: Word, literal: str | None) -> None:
    assert word.literal == literal
