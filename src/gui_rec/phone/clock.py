"""The phone's clock: the machine's, moved by hand."""

from __future__ import annotations

from gui_rec._clock import Clock, SystemClock


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
        """Let `seconds` have passed, on both clocks. Raises ValueError for a step back."""
        if seconds < 0:
            raise ValueError(f"a monotonic clock never runs backwards; got {seconds} s")
        self._ahead_s += seconds
        self._wall_us += round(seconds * 1_000_000)

    def set_wall(self, wall_us: int) -> None:
        """Jump the wall clock only, as a network time update does; it may go back."""
        self._wall_us = wall_us - self._base.wall_us()
