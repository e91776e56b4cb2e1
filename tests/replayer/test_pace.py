from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from small_recordings import small_look, small_step

from gui_rec.model.actions import Tap
from gui_rec.model.step import Sent, Step
from gui_rec.replayer.pace import Pace, pause_between
from gui_rec.testing.clock import FakeClock

TAP = Tap(0.5, 0.5)


def step(index: int, *, seen_at_s: float | None = None, sent_at_s: float | None = None) -> Step:
    sent = None if sent_at_s is None else Sent("x", "input tap", 0, "", round(sent_at_s * 1e6), 0)
    at_us = None if seen_at_s is None else round(seen_at_s * 1e6)
    made = small_step(index, TAP, sent=sent)
    return replace(made, pre=small_look(index, captured_at_us=at_us))


@pytest.mark.parametrize(
    ("earlier", "later", "pause_s"),
    [
        (step(0, sent_at_s=1), step(1, sent_at_s=4.5), 3.5),
        (step(0, seen_at_s=10), step(1, seen_at_s=12), 2.0),
        (step(0, seen_at_s=10, sent_at_s=1), step(1, seen_at_s=12), 2.0),
        (step(0, seen_at_s=12), step(1, seen_at_s=10), None),
        (step(0), step(1, seen_at_s=10), None),
    ],
)
def test_the_pause_is_told_by_what_was_sent_else_by_the_screens(
    earlier: Step, later: Step, pause_s: float | None
) -> None:
    assert pause_between(earlier, later) == pause_s


def test_steps_are_held_apart_as_recorded_and_a_slow_device_is_not_waited_for_twice() -> None:
    clock = FakeClock()
    pace = Pace(clock, longest_s=60)
    begun: list[float] = []
    for at_s in (0, 5, 7, 107):
        pace.wait(step(0, seen_at_s=at_s))
        begun.append(clock.monotonic_s())
        clock.advance(3)  # what the step itself takes
    assert [round(b - a, 3) for a, b in pairwise(begun)] == [5, 3, 60]


def test_the_first_step_begins_at_once() -> None:
    clock = FakeClock()
    before = clock.monotonic_s()
    Pace(clock, longest_s=60).wait(step(0, seen_at_s=1_000))
    assert clock.monotonic_s() == before
