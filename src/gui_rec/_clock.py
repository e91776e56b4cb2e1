"""Time as something that is handed in, so that tests drive it and every wait has a deadline."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """What the product needs of time."""

    def monotonic_s(self) -> float:
        """Seconds that never run backwards; for durations and deadlines."""
        ...

    def wall_us(self) -> int:
        """Microseconds since 1970 UTC; for stamps that people read."""
        ...

    def sleep_s(self, seconds: float) -> None:
        """Let `seconds` pass; only between two looks at the world, never instead of one."""
        ...


class SystemClock:
    """The machine's own clock."""

    def monotonic_s(self) -> float:
        return time.monotonic()

    def wall_us(self) -> int:
        return time.time_ns() // 1_000

    def sleep_s(self, seconds: float) -> None:
        time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on `clock` after which waiting ends."""

    clock: Clock
    at_s: float

    @classmethod
    def after(cls, clock: Clock, timeout_s: float) -> Deadline:
        """The moment `timeout_s` seconds from now."""
        return cls(clock, clock.monotonic_s() + timeout_s)

    @property
    def left_s(self) -> float:
        """Seconds that remain, never below 0."""
        return max(0.0, self.at_s - self.clock.monotonic_s())

    @property
    def passed(self) -> bool:
        return self.left_s == 0.0
