from __future__ import annotations

import msgspec
import pytest
from driven_phone import Driven, in_settings, signed_in

from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.saved import (
    SavedConfig,
    SavedWorld,
    load_config,
    load_world,
    save_config,
    save_world,
)


def _again(saved: SavedWorld) -> SavedWorld:
    """As from a file."""
    return msgspec.json.decode(msgspec.json.encode(saved), type=SavedWorld)


def test_a_configuration_comes_back() -> None:
    config = PhoneConfig(
        size=ScreenSize(720, 1600),
        density_dpi=320,
        seed=4,
        api=30,
        locale="ar",
        displays=2,
        values={"a": "b"},
    )
    assert load_config(save_config(config)) == config


@pytest.mark.parametrize(
    "wrong", [{"width_px": 10}, {"height_px": 99999}, {"density_dpi": 5}, {"displays": 3}, {"displays": 0}]
)
def test_a_phone_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    fields = {**msgspec.structs.asdict(save_config(PhoneConfig())), **wrong}
    with pytest.raises(InputError, match="cannot be"):
        load_config(SavedConfig(**fields))


def test_a_world_comes_back_field_by_field() -> None:
    driven = signed_in()
    driven.tap("search_box")
    driven.phone.text("la")
    driven.phone.faults.set("lost-tap:2@3")
    world = driven.phone._engine._world
    saved = _again(save_world(world))
    other = load_world(saved, Driven().phone._engine._world)
    assert save_world(other) == saved
    assert other.top.vars["search_box"] == "la"
    assert other.faults.rows() == [("lost-tap", "2", 2, 2)]
    assert other.random.random() == world.random.random()
    assert other.timers.pending() == world.timers.pending()


def test_the_saved_world_does_not_change_with_the_phone() -> None:
    driven = in_settings()
    saved = save_world(driven.phone._engine._world)
    tasks = len(saved.tasks[1].activities)
    driven.tap("Display")
    assert len(saved.tasks[1].activities) == tasks


def test_time_goes_on_from_the_saved_moment() -> None:
    driven = Driven()
    driven.clock.advance(100)
    saved = save_world(driven.phone._engine._world)
    other = Driven()
    other.clock.advance(5000)
    world = load_world(saved, other.phone._engine._world)
    assert (world.uptime_us(), world.wall_us()) == (saved.uptime_us, saved.wall_us)
    other.clock.advance(1)
    assert world.uptime_us() == saved.uptime_us + 1_000_000
    assert world.wall_us() == saved.wall_us + 1_000_000
