"""Which key is touched next."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import UsageError
from gui_rec.model.geometry import Rect
from gui_rec.phone.soft_typing import check_typable, next_key
from gui_rec.phone.world.keyboard import CHARACTERS, keys
from gui_rec.phone.world.state import KeyboardState

_WINDOW = Rect(0, 1500, 1080, 2200)
_TYPABLE = [*sorted(CHARACTERS), "\n"]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(_TYPABLE), st.booleans(), st.booleans())
def test_every_character_is_reached_from_every_page(character: str, shift: bool, symbols: bool) -> None:
    state = KeyboardState(shift=shift, symbols=symbols)
    codes: list[str] = []
    done = False
    while not done:
        key, done = next_key(character, keys(state, _WINDOW, 420))
        codes.append(key.code)
        assert len(codes) <= 3
        state.shift = not state.shift if key.code == "shift" else state.shift
        state.symbols = not state.symbols if key.code == "symbols" else state.symbols
    assert codes[-1] == ("enter" if character == "\n" else character)


def test_what_has_no_key_is_named() -> None:
    check_typable("".join(_TYPABLE))
    check_typable("")
    with pytest.raises(UsageError, match="no key for '\\\\t', 'é'"):
        check_typable("aé\té")
