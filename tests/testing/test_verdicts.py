"""Verdicts as lines of JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.testing.verdicts import TransitionVerdict

_TEXT = st.text()


@given(
    st.builds(
        TransitionVerdict,
        name=_TEXT,
        verdict=_TEXT,
        code=_TEXT,
        detail=_TEXT,
        confidence=st.floats(0, 1),
        line=st.none() | _TEXT,
        elapsed_ms=st.integers(0, 10**9),
        folder=st.none() | _TEXT,
        test=st.none() | _TEXT,
    )
)
def test_a_verdict_comes_back_from_its_line(verdict: TransitionVerdict) -> None:
    text = verdict.to_json()
    assert "\n" not in text
    assert TransitionVerdict.from_json(text) == verdict


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"name": 1, "cake": 2}'])
def test_anything_else_is_none(text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        TransitionVerdict.from_json(text)
