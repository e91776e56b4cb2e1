from __future__ import annotations

import pytest

from gui_rec._clock import Deadline
from gui_rec.testing.clock import FakeClock


def test_time_stands_still_until_it_is_moved() -> None:
    clock = FakeClock(start_s=5.0)
    assert clock.monotonic_s() == clock.monotonic_s() == 5.0
    clock.sleep_s(1.5)
    clock.advance(0.5)
    assert clock.now_s == 7.0
    assert clock.slept_s == [1.5]


def test_wall_time_moves_along() -> None:
    clock = FakeClock(wall_start_us=1_000)
    clock.advance(0.25)
    assert clock.wall_us() == 251_000


def test_it_never_runs_back() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        FakeClock().advance(-1)


def test_deadlines_pass_on_it() -> None:
    clock = FakeClock()
    deadline = Deadline.after(clock, 2.0)
    assert not deadline.passed
    clock.sleep_s(2.0)
    assert deadline.passed
