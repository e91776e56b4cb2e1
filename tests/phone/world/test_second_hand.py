"""Injected input for the second display."""

from __future__ import annotations

import pytest
from driven_phone import Driven

from gui_rec.phone.world.phone import PhoneConfig
from gui_rec.phone.world.second_display import drawer, drawer_button
from gui_rec.phone.world.second_hand import SecondHand


@pytest.fixture
def driven() -> Driven:
    return Driven(PhoneConfig(displays=2))


def _is_open(driven: Driven) -> bool:
    shown = driven.phone.state()["second_display"]
    assert isinstance(shown, dict)
    return bool(shown["drawer"])


def _open(driven: Driven) -> SecondHand:
    hand, middle = driven.phone.second_hand, drawer_button().center
    hand.tap(middle.x, middle.y)
    assert _is_open(driven)
    return hand


def test_a_tap_opens_the_list_of_the_other_display_alone(driven: Driven) -> None:
    before, frame = driven.phone.hierarchy(), driven.phone.second_frame()
    _open(driven)
    assert driven.phone.hierarchy() == before
    assert driven.phone.second_frame() != frame


@pytest.mark.parametrize("key", ["BACK", "KEYCODE_HOME", "4"])
def test_keys_shut_the_list_and_leave_the_first_display_alone(driven: Driven, key: str) -> None:
    driven.tap("Shop")
    hand = _open(driven)
    assert hand.key(key)
    assert not _is_open(driven)
    assert driven.phone.focus().package == "com.example.shop"


def test_keys_and_text_without_a_meaning_there_do_nothing_anywhere(driven: Driven) -> None:
    driven.tap("Shop")
    driven.tap("username")
    before = driven.phone.version
    hand = driven.phone.second_hand
    hand.text("ada")
    hand.chord(["CTRL_LEFT", "A"])
    assert hand.key("DEL")
    assert hand.hold_key("X")
    assert not hand.key("NO_SUCH_KEY")
    assert driven.phone.version == before


@pytest.mark.parametrize("how", ["swipe", "draganddrop", "motion"])
def test_a_swipe_down_over_the_list_shuts_it(driven: Driven, how: str) -> None:
    hand, list_ = _open(driven), drawer()
    x, top, bottom = list_.center.x, list_.top + 20, list_.bottom - 20
    if how == "motion":
        for kind, y in (("DOWN", top), ("MOVE", 300), ("UP", bottom)):
            hand.motion(kind, x, y)
    else:
        getattr(hand, how)(x, top, x, bottom)
    assert not _is_open(driven)


def test_other_swipes_leave_the_list(driven: Driven) -> None:
    hand, middle = _open(driven), drawer().center
    hand.swipe(middle.x, middle.y, middle.x, middle.y - 200)
    hand.swipe(middle.x, middle.y, middle.x + 300, middle.y + 10)
    hand.swipe(-50, middle.y, middle.x, middle.y)
    assert _is_open(driven)


def test_a_cancelled_gesture_and_a_lonely_up_do_nothing(driven: Driven) -> None:
    hand, middle = driven.phone.second_hand, drawer_button().center
    before = driven.phone.version
    for kind in ("DOWN", "CANCEL", "UP"):
        hand.motion(kind, middle.x, middle.y)
    assert driven.phone.version == before


def test_a_tap_can_be_lost_there_too() -> None:
    driven = Driven(PhoneConfig(displays=2, faults=("lost-tap:1",)))
    middle = drawer_button().center
    driven.phone.second_hand.tap(middle.x, middle.y)
    assert not _is_open(driven)


def test_a_touch_that_was_let_go_has_no_end(driven: Driven) -> None:
    hand, middle = driven.phone.second_hand, drawer_button().center
    hand.motion("DOWN", middle.x, middle.y)
    driven.phone.thaw(driven.phone.freeze())
    hand.motion("UP", middle.x, middle.y)
    assert not _is_open(driven)
