"""The phone's own keys."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.side_keys import (
    KEYBOARD_NODE,
    KEYS,
    NAMES,
    POWER_NODE,
    SideKey,
    labels_of,
    repeats_ms,
    side_key,
)


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_one_of_android_and_of_one_node(name: str) -> None:
    key = side_key(name)
    assert side_key(name.upper()) == key
    assert key_name(key.name) == key.name
    assert key.label in labels_of(key.node)
    assert key.node in (POWER_NODE, KEYBOARD_NODE)


def test_the_codes_are_those_of_the_kernel() -> None:
    codes = {key.name: key.code for key in KEYS}
    assert codes == {
        "POWER": 116,
        "HOME": 102,
        "VOLUME_DOWN": 114,
        "VOLUME_UP": 115,
        "BACK": 158,
        "APP_SWITCH": 580,
    }


def test_another_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="expected one of power, home, volume_down, volume_up, back"):
        side_key("camera")


@given(st.sampled_from(KEYS), st.integers(0, 5_000))
def test_a_held_key_repeats_at_the_kernels_pace_while_it_is_held(key: SideKey, held_ms: int) -> None:
    repeats = repeats_ms(key, held_ms)
    assert all(250 <= at < held_ms for at in repeats)
    assert all(later - earlier == 33 for earlier, later in pairwise(repeats))


def test_a_tap_of_a_key_and_the_power_key_never_repeat() -> None:
    assert repeats_ms(side_key("back"), 250) == []
    assert repeats_ms(side_key("volume_up"), 317) == [250, 283, 316]
    assert repeats_ms(side_key("power"), 5_000) == []
