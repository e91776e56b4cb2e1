"""The phone's clock."""

from __future__ import annotations

import math

import pytest

from gui_rec.phone.clock import MovableClock
from gui_rec.testing.clock import FakeClock


def test_it_runs_with_its_base() -> None:
    base = FakeClock()
    clock = MovableClock(base)
    before_s, before_us = clock.monotonic_s(), clock.wall_us()
    clock.sleep_s(2.0)
    assert clock.monotonic_s() - before_s == pytest.approx(2.0)
    assert clock.wall_us() - before_us == 2_000_000


def test_it_is_moved_on_both_clocks() -> None:
    clock = MovableClock(FakeClock())
    before_s, before_us = clock.monotonic_s(), clock.wall_us()
    clock.advance(1.5)
    assert clock.monotonic_s() - before_s == pytest.approx(1.5)
    assert clock.wall_us() - before_us == 1_500_000


def test_the_wall_alone_can_jump_and_back() -> None:
    clock = MovableClock(FakeClock())
    before_s = clock.monotonic_s()
    clock.set_wall(1_000)
    assert clock.wall_us() == 1_000
    assert clock.monotonic_s() == before_s


def test_time_never_runs_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        MovableClock(FakeClock()).advance(-1)


def test_without_a_base_it_is_the_machines() -> None:
    assert MovableClock().wall_us() > 1_600_000_000_000_000


@pytest.mark.parametrize("seconds", [math.nan, math.inf, 1e14, -math.inf])
def test_a_step_that_no_calendar_has_is_refused_and_changes_nothing(seconds: float) -> None:
    clock = MovableClock(FakeClock())
    before = (clock.monotonic_s(), clock.wall_us())
    with pytest.raises(ValueError, match=r"clock|number"):
        clock.advance(seconds)
    assert (clock.monotonic_s(), clock.wall_us()) == before


@pytest.mark.parametrize("wall_us", [-1, 10**17])
def test_a_wall_clock_shows_years_that_a_phone_knows(wall_us: int) -> None:
    with pytest.raises(ValueError, match="1970 to 2096"):
        MovableClock(FakeClock()).set_wall(wall_us)
