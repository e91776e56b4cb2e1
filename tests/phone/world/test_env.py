from __future__ import annotations

from driven_phone import Driven, in_settings

from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.env import ScreenEnv, clock_text, wall_time
from gui_rec.phone.world.state import World


def _world(driven: Driven) -> World:
    return driven.phone._engine._world


def _env(driven: Driven) -> ScreenEnv:
    return ScreenEnv(_world(driven), _world(driven).top)


def test_the_clock_has_minutes_of_two_digits() -> None:
    assert clock_text(_world(Driven())) == "22:13"
    later = Driven(PhoneConfig(wall_offset_s=2 * 3600 - 8 * 60))
    assert clock_text(_world(later)) == "0:05"


def test_the_wall_clock_can_be_set_off() -> None:
    ahead = Driven(PhoneConfig(wall_offset_s=86_400.0))
    assert ahead.phone.wall_us() - Driven().phone.wall_us() == 86_400_000_000
    assert wall_time(_world(ahead)).day == wall_time(_world(Driven())).day + 1


def test_the_date_is_written_out() -> None:
    assert _env(Driven()).date_text == "Tue, Nov 14"


def test_unknown_variables_have_their_default() -> None:
    env = _env(Driven())
    assert env.get("x") == ""
    assert env.get("x", "d") == "d"
    assert env.get("app.x", "e") == "e"


def test_settings_are_read_through() -> None:
    driven = Driven()
    assert _env(driven).setting("global", "wifi_on") == "1"
    assert _env(driven).setting("global", "none", "9") == "9"
    driven.phone.settings.put("global", "none", "")
    assert _env(driven).setting("global", "none", "9") == ""


def test_the_configuration_overrides_single_texts() -> None:
    env = _env(Driven(PhoneConfig(values={"a.b": "over"})))
    assert env.value("a.b", "own") == "over"
    assert env.value("a.c", "own") == "own"


def test_recent_apps_leave_the_launcher_out() -> None:
    assert _env(in_settings()).recent == (("Settings", "com.android.settings"),)


def test_facts_tell_of_the_phone_and_not_of_its_seed() -> None:
    first, second = _env(Driven(PhoneConfig(seed=1))), _env(Driven(PhoneConfig(seed=2)))
    assert first.facts == second.facts
    assert first.facts["release"] == "14"
