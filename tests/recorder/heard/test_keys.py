from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.adb.keycodes import KEY_NAMES
from gui_rec.model.actions import Key
from gui_rec.phone.world.key_codes import KEY_CODES
from gui_rec.recorder.heard.keys import NAMES, key_of, name_of, presses


def test_every_number_of_the_simulated_phone_has_the_same_name_here() -> None:
    assert {name: name_of(code) for name, code in KEY_CODES.items()} == {name: name for name in KEY_CODES}


def test_every_key_that_can_be_sent_is_known() -> None:
    assert set(NAMES) >= KEY_NAMES
    assert len(NAMES) == len(set(NAMES)) == 289


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("4", "BACK"),
        ("BACK", "BACK"),
        ("KEYCODE_BACK", "BACK"),
        ("KEYCODE_4", "4"),
        ("66", "ENTER"),
        ("288", "PROFILE_SWITCH"),
    ],
)
def test_names_and_numbers(word: str, name: str) -> None:
    assert key_of(word) == name


@pytest.mark.parametrize("word", ["back", "Back", "", "289", "-1", "٤", "KEYCODE_", "9" * 30])
def test_what_is_no_key(word: str) -> None:
    assert key_of(word) is None


def test_a_number_below_zero_has_no_name() -> None:
    assert name_of(-1) is None


@given(st.integers(0, 1000))
def test_presses_are_told_in_hundreds(count: int) -> None:
    made = presses("DEL", count)
    assert all(isinstance(one, Key) and one.code == "DEL" for one in made)
    assert sum(one.presses for one in made if isinstance(one, Key)) == count
