from __future__ import annotations

import pytest
from driven_phone import Driven, in_settings

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.clock import LAST_WALL_US
from gui_rec.phone.world.strikes import remember, run_events, take_stale_frame, take_stale_tree


def test_an_event_happens_once() -> None:
    driven = Driven()
    world = driven.phone._engine._world
    world.faults.set("size-change:480x800")
    run_events(world)
    assert driven.phone.display == (ScreenSize(480, 800), 420)
    assert world.faults.names() == ()
    version = world.version
    run_events(world)
    assert world.version == version


def test_the_clock_jumps_by_an_hour_when_nothing_else_is_said() -> None:
    driven = Driven()
    before = driven.phone.wall_us()
    driven.phone.faults.set("clock-jump")
    assert driven.phone.version
    assert driven.phone.wall_us() - before == 3_600_000_000


@pytest.mark.parametrize(("sign", "shown_us"), [("", LAST_WALL_US), ("-", 0)])
def test_jumps_add_up_to_no_year_that_a_phone_does_not_know(sign: str, shown_us: int) -> None:
    driven = Driven()
    for _ in range(20):
        driven.phone.faults.set(f"clock-jump:{sign}999999999")
        assert driven.phone.version
    assert driven.phone.wall_us() == shown_us
    assert driven.phone.frame()


def test_a_turn_locks_the_rotation() -> None:
    driven = in_settings()
    driven.phone.faults.set("rotation-change")
    assert driven.phone.version
    assert driven.phone.orientation == 1
    assert driven.phone.settings.get("system", "accelerometer_rotation") == "0"


def test_without_a_fault_nothing_is_kept() -> None:
    world = Driven().phone._engine._world
    remember(world, lambda _compressed: "tree", lambda: b"frame")
    assert take_stale_tree(world, False) is None
    assert take_stale_frame(world) is None


def test_what_is_kept_is_shown_so_often() -> None:
    world = Driven().phone._engine._world
    world.faults.set("stale-tree:2")
    world.faults.set("stale-frame")
    remember(world, lambda compressed: "small" if compressed else "tree", lambda: b"frame")
    assert [take_stale_tree(world, compressed) for compressed in (False, True, False)] == [
        "tree",
        "small",
        None,
    ]
    assert [take_stale_frame(world) for _ in range(2)] == [b"frame", None]


def test_a_fault_that_is_switched_off_shows_nothing_old() -> None:
    world = Driven().phone._engine._world
    world.faults.set("stale-tree:2")
    remember(world, lambda _compressed: "tree", lambda: b"frame")
    world.faults.clear("stale-tree")
    assert take_stale_tree(world, False) is None


def test_the_phone_itself_never_lies() -> None:
    driven = Driven()
    driven.phone.faults.set("stale-tree:5")
    driven.phone.faults.set("stale-frame:5")
    driven.tap("Settings")
    assert "homepage_title" in driven.phone.hierarchy()
    assert "homepage_title" in driven.phone.snapshot().hierarchy()
    assert "homepage_title" not in driven.phone.dumped()
    assert driven.phone.captured() != driven.phone.frame()


def test_a_crash_ends_the_process_and_is_logged_once() -> None:
    driven = in_settings()
    pid = driven.phone.pid("com.android.settings")
    driven.phone.faults.set("crash-dialog")
    died_us = driven.phone.wall_us()
    assert driven.phone.version
    assert driven.phone.pid("com.android.settings") is None
    driven.clock.advance(5)
    (crash,) = driven.phone.crashes()
    assert (crash.wall_us, crash.package, crash.pid) == (died_us, "com.android.settings", pid)
    driven.tap("App info")
    assert driven.phone.pid("com.android.settings") not in (None, pid), "another process goes on"
    assert len(driven.phone.crashes()) == 1, "the log outlives the dialog"
    driven.phone.clear_crashes()
    assert driven.phone.crashes() == ()


def test_a_closed_app_comes_back_as_another_process() -> None:
    driven = in_settings()
    driven.phone.faults.set("crash-dialog")
    driven.tap("Close app")
    assert driven.phone.pid("com.android.settings") is None
    driven.tap("Settings")
    assert driven.phone.pid("com.android.settings") is not None
