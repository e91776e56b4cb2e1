"""A person's pointers become fingers on the phone's touch panel."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.phone.web.messages import Sample
from gui_rec.phone.world.finger import panel_position
from gui_rec.phone.world.phone import Phone
from gui_rec.phone.world.touch import Way

MOST_FINGERS = 10
SAMPLE_US = 8_000
_LIFT_US = 1_000


@dataclass(slots=True)
class _Finger:
    """One contact; places in px of the screen, `shown` is the place the panel sent last."""

    slot: int
    start: tuple[int, int]
    since_us: int
    place: tuple[int, int]
    shown: tuple[int, int]
    shown_us: int


class Fingers:
    """All pointers of one page. The panel samples at most every 8 ms, as a phone's does.

    Stamps follow the browser's clock, not the moment a message came through, so that a busy machine never
    makes a long press of a tap. What they do takes effect as the last one leaves; of more than two the first two
    count. `glass` is held while a finger is down.
    """

    def __init__(self, phone: Phone, glass: asyncio.Lock) -> None:
        self._phone = phone
        self._glass = glass
        self._down: dict[int, _Finger] = {}
        self._ways: dict[int, Way] = {}
        self._began_us = 0
        self._began_ms = 0.0
        self._last_us = 0

    async def down(self, pointer: int, sample: Sample) -> None:
        """A pointer is pressed. Waits while another hand is on the glass; an eleventh finger is none."""
        if pointer in self._down or len(self._down) >= MOST_FINGERS:
            return
        if not self._down:
            await self._glass.acquire()
            self._began_us = self._last_us = self._phone.uptime_us()
            self._began_ms, self._ways = sample[2], {}
        place, stamp_us = self._place(sample), self._stamp(sample[2])
        slot = min(set(range(MOST_FINGERS)) - {finger.slot for finger in self._down.values()})
        self._down[pointer] = _Finger(slot, place, stamp_us, place, place, stamp_us)
        self._ways[pointer] = (place, place)
        self._phone.panel.down(*self._raw(place), stamp_us, slot)

    def move(self, pointer: int, samples: Sequence[Sample]) -> None:
        """A pressed pointer moves; one that is not pressed is not heard."""
        finger = self._down.get(pointer)
        if finger is None:
            return
        for sample in samples:
            finger.place = self._place(sample)
            stamp_us = self._stamp(sample[2])
            if stamp_us - finger.shown_us >= SAMPLE_US:
                self._show(finger, stamp_us)

    def up(self, pointer: int, sample: Sample | None = None) -> None:
        """A pointer is released, or taken away by the browser: a panel knows no difference."""
        finger = self._down.pop(pointer, None)
        if finger is None:
            return
        if sample is not None:
            finger.place = self._place(sample)
        at_us = self._stamp(sample[2]) if sample is not None else self._phone.uptime_us()
        self._show(finger, max(at_us, finger.shown_us))
        self._ways[pointer] = (finger.start, finger.place)
        lifted_us = self._last_us = max(at_us, finger.shown_us + _LIFT_US)
        self._phone.panel.up(lifted_us, finger.slot)
        if not self._down:
            self._glass.release()
            first, *others = self._ways.values()
            duration_ms = (lifted_us - finger.since_us) // 1000
            if others:
                self._phone.two_fingers(first, others[0], duration_ms)
            else:
                self._phone.swipe(*finger.start, *finger.place, duration_ms)

    def leave(self) -> None:
        """The page is gone: its fingers leave where they are."""
        for pointer in tuple(self._down):
            self.up(pointer)

    def _show(self, finger: _Finger, stamp_us: int) -> None:
        if finger.place != finger.shown:
            self._phone.panel.move(*self._raw(finger.place), stamp_us, finger.slot)
            finger.shown, finger.shown_us = finger.place, stamp_us

    def _place(self, sample: Sample) -> tuple[int, int]:
        """The pixel below the pointer, or the nearest one of the screen."""
        screen = self._phone.screen
        x, y = int(sample[0] * screen.width_px), int(sample[1] * screen.height_px)
        return (min(max(0, x), screen.width_px - 1), min(max(0, y), screen.height_px - 1))

    def _raw(self, place: tuple[int, int]) -> tuple[int, int]:
        return panel_position(*place, self._phone.display[0], self._phone.orientation)

    def _stamp(self, at_ms: float) -> int:
        """Microseconds of the phone's clock: never later than now, never before the sample before."""
        wanted_us = self._began_us + round((at_ms - self._began_ms) * 1000)
        self._last_us = max(self._last_us, min(wanted_us, self._phone.uptime_us()))
        return self._last_us
