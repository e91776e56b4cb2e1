"""Bounded waits for a recorded state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gui_rec._clock import Clock, Deadline
from gui_rec.capture.observe import Observer
from gui_rec.capture.pixels import bars_in, same_pixels
from gui_rec.capture.settle import same_screen
from gui_rec.model.flags import MissingReason
from gui_rec.model.observation import Observation
from gui_rec.replayer.checks._windows import overlay_of, shows_anr, shows_crash, shows_permission
from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from gui_rec.replayer.looks import Look, attention, same_state
from gui_rec.replayer.viewport import cut_edits, is_another_view

_MAX_LOOKS = 64
_STABLE_US = 1_000_000


@dataclass(slots=True)
class Looks:
    """The looks of one wait, oldest first; only the last few are kept, and without their pictures.

    `stable` is the last one, whole, whose state had stood for a second.
    """

    kept: list[Look] = field(default_factory=list)
    stable: Look | None = None
    _since_us: int | None = None

    def add(self, observation: Observation) -> Look:
        look = Look.of(observation)
        self._watch(look)
        light = replace(look, seen=replace(observation, screenshot=None))
        self.kept = [*self.kept[-(_MAX_LOOKS - 1) :], light]
        return look

    def _watch(self, look: Look) -> None:
        at_us = look.seen.captured_at_us
        if not self.kept or not same_state(self.kept[-1], look):
            self._since_us = at_us
        if look.key is not None and None not in (at_us, self._since_us):
            assert at_us is not None
            assert self._since_us is not None
            if at_us - self._since_us >= _STABLE_US:
                self.stable = look


def is_recorded(expected: Look, look: Look) -> bool:
    """The recorded state: equal state keys, or where there is no usable hierarchy, equal pixels; of an app
    that is withheld wholly, the same app.

    A hierarchy that could not be had this time may come with the next look, unless the screen never idles.
    """
    if expected.is_withheld:
        return look.is_withheld and look.seen.package == expected.seen.package
    if look.tree is None and not expected.is_opaque and not _never_idles(look.seen):
        return False
    if expected.is_opaque or look.is_opaque:
        return expected.seen.screenshot is not None and _same_pixels(expected.seen, look.seen)
    return same_state(expected, look)


def is_scaled(expected: Look, look: Look, elsewhere: Elsewhere) -> bool:
    """The recorded state as another screen shows it: the same page, which differs in what it shows of its lists only."""
    same_page = (expected.seen.package, expected.seen.activity) == (look.seen.package, look.seen.activity)
    if not same_page or not is_another_view(expected, look, elsewhere):
        return False
    if expected.tree is None or look.tree is None:
        return False
    edits = tree_edits(expected, look)
    return cut_edits(expected, look, edits, elsewhere).issuperset(edits)


def looks_recorded(expected: Look, look: Look) -> bool:
    """The recorded state down to the pixels, so that images which are still loading are waited for."""
    return is_recorded(expected, look) and _same_pixels(expected.seen, look.seen)


def _never_idles(observation: Observation) -> bool:
    return any(item.reason is MissingReason.DUMP_NOT_IDLE for item in observation.missing)


def _same_pixels(a: Observation, b: Observation) -> bool:
    return same_pixels(a.screenshot, b.screenshot, (*bars_in(a), *bars_in(b)))


def is_trouble(expected: Look, look: Look) -> bool:
    """Something no waiting helps against: a crash, an ANR or permission dialog, a system window."""
    shown = any(shows(look) and not shows(expected) for shows in (shows_crash, shows_anr, shows_permission))
    return shown or (overlay_of(look) is not None and overlay_of(expected) != overlay_of(look))


class Attention(StrEnum):
    """What is waited for besides the state."""

    NONE = "none"
    FOCUS = "focus"
    ALL = "focus and keyboard"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is waited for: the recorded state, and where it matters its focus and keyboard.

    `elsewhere` is in what the device differs from the recorded one. `also` knows what is as good by the rules.
    """

    expected: Look
    attention: Attention = Attention.NONE
    elsewhere: Elsewhere = LIKE_THERE
    also: Callable[[Look], bool] | None = None

    def is_met_by(self, look: Look) -> bool:
        """True for the recorded state. Without a hierarchy nobody knows the focus, so it is not asked for."""
        is_there = is_recorded(self.expected, look) or is_scaled(self.expected, look, self.elsewhere)
        if not is_there and (self.also is None or not self.also(look)):
            return False
        keyboard, focus = attention(look)
        expected_keyboard, expected_focus = attention(self.expected)
        if self.attention is Attention.ALL and keyboard != expected_keyboard:
            return False
        return self.attention is Attention.NONE or look.tree is None or focus == expected_focus


def is_whole(observer: Observer, wanted: Wanted, looks: Looks, look: Look) -> bool:
    """Whether picture and hierarchy of `look`, the latest of `looks`, speak of one moment.

    The picture is taken first, so on a page that changes by itself it may be of the state before. It is of
    this one when it is the recorded one, when nothing moved until after the hierarchy, or when the
    hierarchies on either side of it are equal (an animation that never stands still).
    """
    if _same_pixels(wanted.expected.seen, look.seen):
        return True
    if len(looks.kept) >= 2 and same_state(looks.kept[-2], look):
        return True
    return look.seen.screenshot is None or same_screen(observer, observer.screenshot(), look.seen)


def wait_for(
    observer: Observer,
    clock: Clock,
    wanted: Wanted,
    looks: Looks,
    deadline: Deadline,
    gaps_s: Sequence[float],
) -> Look:
    """Look until the recorded state is there, trouble is, or time is up; the last look."""
    for attempt in range(_MAX_LOOKS):
        look = looks.add(observer.observe())
        is_met = wanted.is_met_by(look)
        if is_trouble(wanted.expected, look) or (is_met and is_whole(observer, wanted, looks, look)):
            return look
        if deadline.passed:
            # Here in the last moment, with the picture of the moment before: one look more is bounded, too.
            return looks.add(observer.observe()) if is_met else look
        clock.sleep_s(min(gaps_s[min(attempt + 1, len(gaps_s) - 1)], deadline.left_s))
    return look
