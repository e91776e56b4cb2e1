"""The phone's clock: the machine's, moved by hand."""

from __future__ import annotations

import math

from gui_rec._clock import Clock, SystemClock

LAST_WALL_US = 4_000_000_000_000_000
"""In the year 2096: a file's time is 32 bits of seconds on the wire, and calendars end somewhere too."""


class MovableClock:
    """Runs with `base`; tests move it on, or set its wall time, without waiting."""

    def __init__(self, base: Clock | None = None) -> None:
        self._base = base or SystemClock()
        self._ahead_s = 0.0
        self._wall_us = 0

    def monotonic_s(self) -> float:
        return self._base.monotonic_s() + self._ahead_s

    def wall_us(self) -> int:
        return self._base.wall_us() + self._wall_us

    def sleep_s(self, seconds: float) -> None:
        self._base.sleep_s(seconds)

    def advance(self, seconds: float) -> None:
        """Let `seconds` have passed, on both clocks. Raises ValueError for a step back, and for one beyond 2096."""
        if seconds < 0:
            raise ValueError(f"a monotonic clock never runs backwards; got {seconds} s")
        if not math.isfinite(seconds):
            raise ValueError(f"expected a number of seconds, got {seconds}")
        _check_wall(self.wall_us() + round(seconds * 1_000_000))
        self._ahead_s += seconds
        self._wall_us += round(seconds * 1_000_000)

    def set_wall(self, wall_us: int) -> None:
        """Jump the wall clock only, as a network time update does; it may go back.

        Raises ValueError for a time before 1970 or beyond 2096.
        """
        _check_wall(wall_us)
        self._wall_us = wall_us - self._base.wall_us()


def _check_wall(wall_us: int) -> None:
    if not 0 <= wall_us <= LAST_WALL_US:
        raise ValueError(f"a phone's wall clock shows 1970 to 2096, got {wall_us} us since 1970")
