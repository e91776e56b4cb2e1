from __future__ import annotations

import pytest
from driven_phone import Driven, in_settings

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.state import UPTIME_AT_START_US


def test_uptime_runs_with_the_clock() -> None:
    driven = Driven()
    assert driven.phone.uptime_us() == UPTIME_AT_START_US
    driven.clock.advance(1.25)
    assert driven.phone.uptime_us() == UPTIME_AT_START_US + 1_250_000


@pytest.mark.parametrize(
    ("automatic", "user", "turns"),
    [("1", "1", 0), ("0", "1", 1), ("0", "3", 3), ("0", "x", 0), ("0", "0", 0)],
)
def test_the_user_s_rotation_counts_while_the_automatic_one_is_off(
    automatic: str, user: str, turns: int
) -> None:
    driven = Driven()
    driven.phone.settings.put("system", "accelerometer_rotation", automatic)
    driven.phone.settings.put("system", "user_rotation", user)
    assert driven.phone.orientation == turns


def test_in_landscape_the_screen_is_wide_and_the_dump_says_so() -> None:
    driven = in_settings()
    driven.phone.settings.put("system", "accelerometer_rotation", "0")
    driven.phone.settings.put("system", "user_rotation", "1")
    assert driven.phone.screen == ScreenSize(2400, 1080)
    assert '<hierarchy rotation="1">' in driven.phone.hierarchy()
    assert driven.nodes()[0]["bounds"] == "[0,0][2400,1080]"


def test_a_new_version_comes_with_every_change() -> None:
    driven = Driven()
    world = driven.phone._engine._world
    before = world.version
    world.changed()
    assert world.version == before + 1


def test_serials_are_unique() -> None:
    world = Driven().phone._engine._world
    assert len({world.next_serial() for _ in range(5)}) == 5
