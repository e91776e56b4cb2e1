from __future__ import annotations

import pytest
from driven_phone import Driven, rect_of

from gui_rec.phone.world.reveal import reveal_focus


def _login(turns: int) -> Driven:
    driven = Driven()
    driven.phone.turn(turns)
    driven.phone.launch("com.example.shop")
    return driven


@pytest.mark.parametrize("turns", [1, 3])
def test_a_field_under_the_keyboard_comes_above_it(turns: int) -> None:
    driven = _login(turns)
    driven.tap("username")
    keyboard = driven.phone._engine.scene().keyboard
    assert keyboard is not None
    bounds = rect_of(driven.node("username"))
    assert bounds.bottom <= keyboard.top
    assert bounds.height == 147, "all of it is seen"


def test_the_next_field_comes_too() -> None:
    driven = _login(1)
    driven.tap("username")
    driven.phone.key("TAB")
    assert driven.node("password")["focused"] == "true"
    assert rect_of(driven.node("password")).height == 147


def test_a_field_that_is_seen_moves_nothing() -> None:
    driven = _login(0)
    before = rect_of(driven.node("password"))
    driven.tap("password")
    assert rect_of(driven.node("password")) == before


def test_without_a_focus_nothing_moves() -> None:
    driven = _login(1)
    world = driven.phone._engine._world
    version = world.version
    reveal_focus(world)
    assert world.version == version
