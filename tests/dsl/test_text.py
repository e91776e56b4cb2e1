from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl._text import at, check_text, check_unicode, lone_surrogate
from gui_rec.errors import DslError


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=12))
def test_a_lone_surrogate_is_found_where_it_stands(text: str) -> None:
    whole = "".join(char for char in text if not "\ud800" <= char <= "\udfff")
    assert lone_surrogate(whole) is None
    check_text(whole, "test")
    check_unicode(whole, "test")
    assert lone_surrogate(whole + "\udc00" + text) == len(whole)


def test_the_error_names_the_place() -> None:
    with pytest.raises(DslError, match="test: a lone surrogate at 2") as caught:
        check_text("ab\ud800", "test")
    assert caught.value.position == 2
    error = at("test", "a comma", "abc", 1)
    assert (str(error), error.position) == ("test: expected a comma at 1, got 'bc'", 1)
