"""A raw gesture of the panel -> the action that a person would name it.

Thresholds are Android's own (AOSP ViewConfiguration): touch slop 8 dp, long press 400 ms (500 up to
Android 9; the duration is kept, so a replay of 450 ms is on either what it was).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Drag, Gesture, Invalid, LongPress, Swipe, Tap, TimedPoint
from gui_rec.model.geometry import Point, PxPoint, to_px
from gui_rec.recorder.touch.contacts import Contact, RawGesture, Sample
from gui_rec.recorder.touch.panel import DEFAULT_DPI, Panel

LONG_PRESS_MS = 400
_ONE_PLACE_DP = 24
_STRAIGHT_SHARE = 0.06  # a thumb's stroke bends a little; more than this share of its length is a curve


def to_action(gesture: RawGesture, panel: Panel) -> Action:
    """The action that `gesture` is.

    One finger: a tap, a long press (held 400 ms), a straight swipe, or a drag (held, then moved).
    Everything else keeps its points as a `gesture`, a pinch too: the canonical `pinch` knows neither the
    fingers' distance nor their direction, so it could not say what was done. Without time stamps durations are None, and the
    points of a gesture all stand at 0 ms: no time is invented. A gesture whose place was never told
    is Invalid, never a touch at (0, 0), and so is one whose times run back or that lasted for hours.
    """
    try:
        return _action(gesture, panel)
    except InputError as error:
        return Invalid(gesture.raw, str(error))


def _action(gesture: RawGesture, panel: Panel) -> Action:
    contacts = [contact for contact in gesture.contacts if contact.samples]
    if not contacts:
        return Invalid(gesture.raw, "the panel never said where the finger was")
    if len(contacts) == 1 and len(gesture.contacts) == 1:
        simple = _one_finger(contacts[0], panel)
        if simple is not None:
            return simple
    return _gesture(contacts, panel)


def _one_finger(contact: Contact, panel: Panel) -> Action | None:
    pixels = [panel.to_px(s.x, s.y) for s in contact.samples]
    first, last = panel.to_unit(contact.samples[0]), panel.to_unit(contact.samples[-1])
    duration_ms = _ms(contact.started_us, contact.ended_us)
    if all(_distance(pixels[0], pixel) <= panel.slop_px for pixel in pixels):
        if duration_ms is not None and duration_ms >= LONG_PRESS_MS:
            return LongPress(first.x, first.y, duration_ms)
        return Tap(first.x, first.y)
    if not _is_straight(pixels, panel.slop_px):
        return None
    hold_ms = _hold_ms(contact, pixels, panel.slop_px)
    if hold_ms is not None and hold_ms >= LONG_PRESS_MS and duration_ms is not None:
        return Drag(first.x, first.y, last.x, last.y, hold_ms, duration_ms - hold_ms)
    return Swipe(first.x, first.y, last.x, last.y, duration_ms)


def _hold_ms(contact: Contact, pixels: Sequence[PxPoint], slop_px: float) -> int | None:
    """How long the finger rested before it left the slop."""
    for sample, pixel in zip(contact.samples, pixels, strict=True):
        if _distance(pixels[0], pixel) > slop_px:
            return _ms(contact.started_us, sample.at_us)
    return None


def _is_straight(pixels: Sequence[PxPoint], slop_px: float) -> bool:
    """No sample strays from the chord, and the finger never turns back along it."""
    start, end = pixels[0], pixels[-1]
    length = _distance(start, end)
    if length <= slop_px:
        return False
    tolerance = max(slop_px, length * _STRAIGHT_SHARE)
    furthest = 0.0
    for pixel in pixels:
        dx, dy = pixel.x - start.x, pixel.y - start.y
        along = (dx * (end.x - start.x) + dy * (end.y - start.y)) / length
        aside = abs(dx * (end.y - start.y) - dy * (end.x - start.x)) / length
        if aside > tolerance or along < furthest - slop_px or along > length + slop_px:
            return False
        furthest = max(furthest, along)
    return True


def _gesture(contacts: Sequence[Contact], panel: Panel) -> Gesture:
    starts = [contact.started_us for contact in contacts if contact.started_us is not None]
    origin = min(starts) if starts else None
    return Gesture(tuple(tuple(_timed(s, panel, origin) for s in contact.samples) for contact in contacts))


def _timed(sample: Sample, panel: Panel, origin_us: int | None) -> TimedPoint:
    point = panel.to_unit(sample)
    return TimedPoint(point.x, point.y, _ms(origin_us, sample.at_us) or 0)


def _ms(start_us: int | None, end_us: int | None) -> int | None:
    if start_us is None or end_us is None:
        return None
    return max(0, round((end_us - start_us) / 1000))


def _distance(a: PxPoint, b: PxPoint) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def is_double(first: Action, second: Action, gap_ms: int, panel: Panel) -> bool:
    """Two taps at one place: at most 300 ms apart (as AOSP's ViewConfiguration has it) and within 24 dp.

    Android itself allows 100 dp, but neighbouring keys of a keyboard lie about 40 dp apart, and two letters
    are two taps.
    """
    if not isinstance(first, Tap) or not isinstance(second, Tap) or gap_ms > 300:
        return False
    a, b = (to_px(Point(tap.x, tap.y), panel.size) for tap in (first, second))
    return _distance(a, b) <= _ONE_PLACE_DP * (panel.density_dpi or DEFAULT_DPI) / 160
