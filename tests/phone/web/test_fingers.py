"""Pointers become fingers."""

from __future__ import annotations

import asyncio
import itertools

from gui_rec.phone.web.fingers import MOST_FINGERS, SAMPLE_US, Fingers
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.panel import (
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    EV_SYN,
    LIFTED,
    RawEvent,
    Subscription,
)
from gui_rec.phone.world.phone import Phone
from gui_rec.testing.clock import FakeClock

SETTINGS = (0.812, 0.776)


class Hand:
    """A phone, its panel's reader and the fingers of a page, on one clock."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.phone = Phone(PhoneConfig(), self.clock)
        self.reader: Subscription = self.phone.panel.subscribe()
        self.glass = asyncio.Lock()
        self.fingers = Fingers(self.phone, self.glass)

    def front(self) -> str | None:
        return self.phone.focus().package

    def contacts(self, events: list[RawEvent]) -> list[int]:
        return [event.value for event in events if event.code == ABS_MT_TRACKING_ID]

    async def press(self, x: float, y: float, ms: float, *, lag_s: float = 0.0, pointer: int = 1) -> None:
        """A pointer that stays for `ms` by the browser's clock; its release comes `lag_s` late."""
        await self.fingers.down(pointer, (x, y, 1000.0))
        self.clock.advance(ms / 1000 + lag_s)
        self.fingers.up(pointer, (x, y, 1000.0 + ms))


def test_a_click_is_a_tap_with_the_browsers_timing() -> None:
    hand = Hand()
    asyncio.run(hand.press(*SETTINGS, 80, lag_s=5.0))
    events = hand.reader.take()
    assert events[-1].time_us - events[0].time_us == 80_000
    assert hand.contacts(events) == [0x66, LIFTED]
    assert hand.front() == "com.android.settings"
    assert not hand.glass.locked()


def test_a_browsers_clock_that_runs_ahead_never_stamps_what_is_to_come() -> None:
    hand = Hand()

    async def scenario() -> None:
        await hand.fingers.down(1, (0.5, 0.5, 0.0))
        hand.clock.advance(0.05)
        hand.fingers.move(1, [(0.5, 0.6, 9e9)])
        hand.fingers.up(1, (0.5, 0.6, 1.0))

    asyncio.run(scenario())
    stamps = [event.time_us for event in hand.reader.take()]
    assert stamps == sorted(stamps)
    assert stamps[-1] <= hand.phone.uptime_us() + 1000


def test_a_drag_scrolls_and_is_sampled_as_a_panel_samples() -> None:
    hand = Hand()

    async def scenario() -> None:
        await hand.press(*SETTINGS, 60)
        hand.reader.take()
        await hand.fingers.down(1, (0.5, 0.8, 0.0))
        for number in range(1, 301):
            hand.clock.advance(0.001)
            hand.fingers.move(1, [(0.5, 0.8 - number / 1000, float(number))])
        hand.fingers.up(1, (0.5, 0.5, 300.0))

    before = hand.phone.hierarchy()
    asyncio.run(scenario())
    reports = [event.time_us for event in hand.reader.take() if event.type == EV_SYN]
    gaps = [after - before for before, after in itertools.pairwise(reports[:-2])]
    assert min(gaps) >= SAMPLE_US
    assert len(reports) > 30
    assert hand.phone.hierarchy() != before


def test_two_fingers_have_two_slots_and_no_tap() -> None:
    hand = Hand()

    async def scenario() -> None:
        await hand.fingers.down(1, (*SETTINGS, 0.0))
        await hand.fingers.down(2, (0.5, 0.5, 5.0))
        hand.clock.advance(0.05)
        hand.fingers.up(1, (*SETTINGS, 50.0))
        assert hand.glass.locked()
        hand.fingers.up(2, (0.5, 0.5, 50.0))

    asyncio.run(scenario())
    events = hand.reader.take()
    assert [event.value for event in events if event.code == ABS_MT_SLOT] == [1, 0, 1]
    assert hand.contacts(events) == [0x66, 0x67, LIFTED, LIFTED]
    assert hand.front() != "com.android.settings"
    assert not hand.glass.locked()


def test_places_outside_are_the_nearest_of_the_screen() -> None:
    hand = Hand()

    async def scenario() -> None:
        await hand.fingers.down(1, (-1.0, 7.0, 0.0))
        hand.fingers.up(1)

    asyncio.run(scenario())
    positions = [event.value for event in hand.reader.take() if event.code in (0x35, 0x36)]
    assert positions[0] < 32
    assert positions[1] > 32750


def test_a_page_that_leaves_lifts_its_fingers() -> None:
    hand = Hand()

    async def scenario() -> None:
        for pointer in range(MOST_FINGERS + 3):
            await hand.fingers.down(pointer, (0.5, 0.5, 0.0))
        hand.fingers.leave()
        hand.fingers.leave()

    asyncio.run(scenario())
    contacts = hand.contacts(hand.reader.take())
    assert contacts.count(LIFTED) == MOST_FINGERS
    assert len(contacts) == 2 * MOST_FINGERS
    assert not hand.glass.locked()


def test_pointers_that_are_not_down_are_not_heard() -> None:
    hand = Hand()

    async def scenario() -> None:
        hand.fingers.move(1, [(0.5, 0.5, 0.0)])
        hand.fingers.up(1, (0.5, 0.5, 0.0))
        await hand.fingers.down(1, (0.5, 0.5, 0.0))
        await hand.fingers.down(1, (0.6, 0.6, 0.0))

    asyncio.run(scenario())
    assert hand.contacts(hand.reader.take()) == [0x66]


def test_a_finger_waits_for_another_hand() -> None:
    hand = Hand()

    async def scenario() -> None:
        await hand.glass.acquire()
        waiting = asyncio.ensure_future(hand.fingers.down(1, (0.5, 0.5, 0.0)))
        await asyncio.sleep(0)
        assert hand.reader.take() == []
        hand.glass.release()
        await waiting

    asyncio.run(scenario())
    assert hand.contacts(hand.reader.take()) == [0x66]
