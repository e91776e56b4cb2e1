"""Deadlines count on the clock they are given."""

from __future__ import annotations

from gui_rec._clock import Clock, Deadline, SystemClock


class HandClock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def monotonic_s(self) -> float:
        return self.now_s

    def wall_us(self) -> int:
        return int(self.now_s * 1e6)

    def sleep_s(self, seconds: float) -> None:
        self.now_s += seconds


def test_a_deadline_passes_exactly_at_its_moment() -> None:
    clock = HandClock()
    deadline = Deadline.after(clock, 2.0)
    assert deadline.left_s == 2.0
    clock.sleep_s(1.5)
    assert not deadline.passed
    clock.sleep_s(0.5)
    assert deadline.passed
    clock.sleep_s(10)
    assert deadline.left_s == 0.0


def test_the_system_clock_is_a_clock_and_moves_forward() -> None:
    clock: Clock = SystemClock()
    before = clock.monotonic_s()
    clock.sleep_s(0)
    assert clock.monotonic_s() >= before
    assert clock.wall_us() > 1_700_000_000_000_000
