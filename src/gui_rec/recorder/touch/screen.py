"""What the screen showed while nobody touched it.

A picture that was taken while a finger was down may show what the finger does: a pressed button, a page on
its way. So every look ends as soon as a finger comes down, and what it saw by then is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gui_rec._clock import Clock
from gui_rec.capture.settle import Settled, same_screen, settle
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Observation
from gui_rec.recorder.session import Recorder

Touched = Callable[[float], bool]
"""Listens for so many seconds at most; True as soon as somebody touches, or did."""


class TouchedError(Exception):
    """A finger came down while the screen was looked at."""


class WatchfulClock:
    """A clock that raises TouchedError once somebody touches, and listens instead of sleeping."""

    def __init__(self, clock: Clock, touched: Touched) -> None:
        self._clock = clock
        self._touched = touched
        self.clear_at_s = clock.monotonic_s()

    def monotonic_s(self) -> float:
        now_s = self._clock.monotonic_s()
        if self._touched(0.0):
            raise TouchedError
        self.clear_at_s = now_s
        return now_s

    def wall_us(self) -> int:
        return self._clock.wall_us()

    def sleep_s(self, seconds: float) -> None:
        until_s = self._clock.monotonic_s() + seconds
        if self._touched(seconds):
            raise TouchedError
        self._clock.sleep_s(max(0.0, until_s - self._clock.monotonic_s()))


class RestingScreen:
    """The last state at rest, and whether it still is what is shown."""

    def __init__(self, recorder: Recorder, touched: Touched) -> None:
        self._recorder = recorder
        self._clock = WatchfulClock(recorder.clock, touched)
        self._rest = recorder.rest()
        self._rested_at_s = recorder.clock.monotonic_s()
        self._glimpse: Observation | None = None
        self._waited_s = 0.0
        self._moved = False

    @property
    def package(self) -> str | None:
        """The app of the last state at rest."""
        return self._rest.observation.package

    def before(self, began_s: float) -> tuple[Observation, bool]:
        """The state before a finger that came down at `began_s`, and whether it is older than that.

        Where the screen did not come to rest since, it is the last state that was seen in full before the finger.
        """
        stale = self._moved or not self._rest.settled or began_s < self._rested_at_s
        return self._glimpse or self._rest.observation, stale

    def follow(self) -> None:
        """Nobody touches: see what the screen does by itself (a page that arrives late)."""
        try:
            picture = self._recorder.observer.screenshot()
            self._clock.monotonic_s()
        except TouchedError:
            return
        at_rest = self._rest.settled and not self._moved
        if at_rest and same_screen(self._recorder.observer, picture, self._rest.observation):
            return
        self._moved = True
        self.settle(None)

    def settle(self, before: Observation | None) -> Settled | None:
        """Wait until the screen rests; None when somebody touched it before it did."""
        looks: list[Observation] = []
        began_s = self._recorder.clock.monotonic_s()
        config = self._recorder.config.settle
        try:
            done = settle(self._recorder.observer, self._clock, config, before=before, seen=looks.append)
        except TouchedError:
            self._moved = True
            self._waited_s = self._recorder.clock.monotonic_s() - began_s
            self._glimpse = looks[-1] if looks else self._glimpse if before is None else None
            return None
        self._rest, self._rested_at_s = done, self._clock.clear_at_s
        self._glimpse, self._moved = None, False
        return done

    def overtaken(self) -> Settled:
        """What was seen last before the finger that ended the wait: never what that finger did."""
        seen = self._glimpse
        if seen is None:
            seen = Observation.absent(MissingReason.NOT_RECORDED, self._recorder.clock.wall_us())
        return Settled(
            replace(seen, flags=(*seen.flags, Flag.UNSETTLED)), False, round(self._waited_s * 1000), 0
        )
