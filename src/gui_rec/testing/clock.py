"""A clock that only a test moves."""

from __future__ import annotations

from gui_rec._clock import Clock


class FakeClock(Clock):
    """Time stands still until `sleep_s` or `advance` is called; nothing ever really waits."""

    def __init__(self, *, start_s: float = 1_000.0, wall_start_us: int = 1_700_000_000_000_000) -> None:
        self.now_s = start_s
        self.slept_s: list[float] = []
        self._start_s = start_s
        self._wall_start_us = wall_start_us

    def monotonic_s(self) -> float:
        return self.now_s

    def wall_us(self) -> int:
        return self._wall_start_us + round((self.now_s - self._start_s) * 1_000_000)

    def sleep_s(self, seconds: float) -> None:
        """Move on by `seconds` and remember that somebody waited."""
        self.slept_s.append(seconds)
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Move on by `seconds`, which must not be negative: a monotonic clock never runs back."""
        if seconds < 0:
            raise ValueError(f"expected 0 or more seconds, got {seconds!r}")
        self.now_s += seconds
