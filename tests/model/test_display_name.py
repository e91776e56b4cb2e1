from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.display_name import display_name, display_number


@pytest.mark.parametrize(
    ("number", "unique_id", "name"),
    [
        (0, "4619827259835644672", "4619827259835644672"),
        (0, None, None),
        (1, "4619827551948147201", "1/4619827551948147201"),
        (15, "virtual:com.android.shell,2000,scrcpy,5", "15/virtual:com.android.shell,2000,scrcpy,5"),
        (2, None, "2/"),
        (0, "5/of an app", "0/5/of an app"),
    ],
)
def test_the_name_tells_the_number(number: int, unique_id: str | None, name: str | None) -> None:
    assert display_name(number, unique_id) == name
    assert display_number(name) == number


@given(st.integers(0, 999_999_999), st.none() | st.text())
def test_whatever_an_id_says_the_number_comes_back(number: int, unique_id: str | None) -> None:
    assert display_number(display_name(number, unique_id)) == number


@given(st.text())
def test_any_text_is_the_name_of_some_display(name: str) -> None:
    assert 0 <= display_number(name) <= 999_999_999
