from __future__ import annotations

import pytest

from gui_rec.dsl._text import MAX_TEXT_CHARS, excerpt
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError


def test_a_strict_reading_raises_where_a_lenient_one_notes() -> None:
    with pytest.raises(DslError, match="expected a dot at 1, got 'b'"):
        Reading("ab", "test").repair("dot added", "a dot", 1)
    lenient = Reading("ab", "test", lenient=True)
    for _ in range(2):
        lenient.repair("dot added", "a dot", 1)
    assert lenient.repairs == ["dot added"]


def test_special_tokens_are_space_to_a_lenient_reading_only() -> None:
    text = " <|im_end|> \n<|box_end|>x"
    assert Reading(text, "test").skip_space(0) == 1
    lenient = Reading(text, "test", lenient=True)
    assert lenient.skip_space(0) == len(text) - 1
    assert len(lenient.repairs) == 2


@pytest.mark.parametrize("text", ["x" * (MAX_TEXT_CHARS + 1), "a\udfff"])
def test_a_text_that_no_model_writes_is_refused(text: str) -> None:
    with pytest.raises(DslError, match="test"):
        Reading(text, "test")


def test_an_excerpt_is_short_and_quoted() -> None:
    assert excerpt("abc", 3) == "the end of the text"
    assert excerpt("abc", 1) == "'bc'"
    assert excerpt("x" * 100, 0, 3) == "'xxx…'"
