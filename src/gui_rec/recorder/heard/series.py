"""Touches that are told piece by piece: `input motionevent`, `sendevent`, uiautomator2's injectInputEvent.

The pieces of one device come in the order in which they are sent, in one line or in many. A gesture is over when
the last finger lifts, and then is the same canonical action as if the panel had been touched.

Time: a piece happens when it is heard, plus what the line itself sleeps before it. Pieces of one line that sleeps
nowhere have no time of their own, so durations are None then: none is invented.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gui_rec._clock import Clock
from gui_rec.model.actions import Invalid, Key
from gui_rec.model.flags import Flag
from gui_rec.recorder.heard._api import QUERY, Heard, Kind, Screen, acted, opaque
from gui_rec.recorder.heard.places import nearest, place
from gui_rec.recorder.touch.contacts import Contact, GestureTracker, RawGesture, Sample
from gui_rec.recorder.touch.gestures import to_action
from gui_rec.recorder.touch.getevent import EV_KEY, EV_SYN, InputEvent
from gui_rec.recorder.touch.panel import Panel

_MOST_SAMPLES = 20_000
_MOST_NODES = 32
# AOSP data/keyboards/Generic.kl: the keys on a phone's rim and those that every layout has alike.
_RIM_KEYS = {14: "DEL", 28: "ENTER", 114: "VOLUME_DOWN", 115: "VOLUME_UP", 116: "POWER", 139: "MENU", 158: "BACK",
             172: "HOME", 212: "CAMERA", 217: "SEARCH", 580: "APP_SWITCH"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece of one finger's touch: DOWN, MOVE, UP or CANCEL, in px of the screen as the user sees it."""

    event: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RawEvent:
    """One `sendevent`: an event of an input node, in the panel's units."""

    node: str
    type: int
    code: int
    value: int


Piece = Motion | RawEvent


@dataclass(slots=True)
class _Finger:
    screen: Screen
    samples: list[Sample]
    cut: bool = False

    def add(self, x: float, y: float, at_us: int) -> None:
        size = self.screen.size
        point = nearest(x, y, size)
        sample = Sample(round(point.x * size.width_px), round(point.y * size.height_px), at_us)
        if len(self.samples) < _MOST_SAMPLES:
            self.samples.append(sample)
        else:
            self.cut = True

    def gesture(self, at_us: int, *, lifted: bool) -> RawGesture:
        contact = Contact(tuple(self.samples), lifted, self.samples[0].at_us, at_us, True, self.cut)
        flags = () if lifted and not self.cut else (Flag.GESTURE_TRUNCATED,)
        return RawGesture((contact,), flags, "")


class Series:
    """The open touches of one device. `clipboard` is the text that uiautomator2 put there last, until an act.

    One thread goes on with it, while others may ask for copies to look ahead with.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._finger: _Finger | None = None
        self._trackers: dict[str, tuple[GestureTracker, Screen]] = {}
        self._pressed: set[tuple[str, int]] = set()
        self.clipboard: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether a finger is down, as far as was heard."""
        return self._finger is not None or any(tracker.fingers_down for tracker, _ in self._trackers.values())

    @property
    def is_idle(self) -> bool:
        """Whether no finger and no key is down: what is heard next is the same as at the beginning."""
        return not self.is_open and not self._pressed

    def now_s(self) -> float:
        """The present moment of the clock that times the pieces."""
        return self._clock.monotonic_s()

    def feed(self, piece: Piece, screen: Screen, *, at_s: float | None = None) -> Heard:
        """Take one piece, which happens now or at `at_s`: SERIES, or what it ends."""
        at_us = round((self.now_s() if at_s is None else at_s) * 1_000_000)
        with self._lock:
            if isinstance(piece, Motion):
                return self._motion(piece, screen, at_us)
            if any(node.path == piece.node for node in screen.nodes):
                return self._touch(piece, screen, at_us)
            return self._other_node(piece, screen)

    def close(self) -> Heard | None:
        """The gesture that is open, flagged `gesture_truncated`; None where none is."""
        at_us = round(self._clock.monotonic_s() * 1_000_000)
        with self._lock:
            return self._close(at_us)

    def _close(self, at_us: int) -> Heard | None:
        finger, self._finger = self._finger, None
        if finger is not None:
            return _heard(finger.gesture(at_us, lifted=False), _identity(finger.screen))
        for node, (tracker, screen) in list(self._trackers.items()):
            gesture = tracker.close(at_us)
            del self._trackers[node]
            if gesture is not None:
                return _heard(gesture, _panel(screen, node))
        return None

    def copied(self) -> Series:
        """Another one that is open as this one is now."""
        other = Series(self._clock)
        with self._lock:
            other._finger = copy.deepcopy(self._finger)
            other._trackers = copy.deepcopy(self._trackers)
            other._pressed = set(self._pressed)
            other.clipboard = self.clipboard
        return other

    def back_to(self, before: Series) -> None:
        """Be as `before` is, which was copied from here: what was heard since was never sent."""
        with self._lock:
            self._finger, self._trackers = before._finger, before._trackers
            self._pressed, self.clipboard = before._pressed, before.clipboard

    def _motion(self, piece: Motion, screen: Screen, at_us: int) -> Heard:
        if piece.event == "DOWN":
            return self._down(piece, screen, at_us)
        finger = self._finger
        if finger is None:
            return opaque(f"motionevent {piece.event} without a DOWN before it")
        if piece.event == "MOVE":
            finger.add(piece.x, piece.y, at_us)
            return Heard(Kind.SERIES)
        self._finger = None
        if piece.event == "CANCEL":
            return opaque("a touch that was cancelled: what its moves did is not told")
        last = finger.samples[-1]
        finger.add(piece.x, piece.y, at_us)
        if (finger.samples[-1].x, finger.samples[-1].y) == (last.x, last.y) and not finger.cut:
            finger.samples.pop()
        return _heard(finger.gesture(at_us, lifted=True), _identity(finger.screen))

    def _down(self, piece: Motion, screen: Screen, at_us: int) -> Heard:
        lost = self._finger is not None
        if place(piece.x, piece.y, screen.size) is None:
            self._finger = None
            return opaque(f"a touch at ({piece.x:g},{piece.y:g}) px, outside the screen {screen.size}")
        self._finger = _Finger(screen, [])
        self._finger.add(piece.x, piece.y, at_us)
        return Heard(Kind.SERIES, note="the touch before it never lifted" if lost else None)

    def _touch(self, piece: RawEvent, screen: Screen, at_us: int) -> Heard:
        if piece.node not in self._trackers and len(self._trackers) >= _MOST_NODES:
            return opaque("sendevent on too many input nodes")
        slot = next(node.slot for node in screen.nodes if node.path == piece.node)
        tracker, first = self._trackers.setdefault(piece.node, (GestureTracker(slot), screen))
        if not tracker.fingers_down:
            first = screen
            self._trackers[piece.node] = tracker, screen
        gesture = tracker.feed(
            InputEvent(piece.node, at_us, piece.type, piece.code, piece.value, _raw(piece))
        )
        if gesture is None:
            return Heard(Kind.SERIES)
        return _heard(gesture, _panel(first, piece.node))

    def _other_node(self, piece: RawEvent, screen: Screen) -> Heard:
        """A node that is no touch panel of this screen: keys, or nothing that can be told."""
        if piece.type == EV_SYN:
            return QUERY
        if not screen.nodes:
            return opaque(f"sendevent {piece.node}: the ranges of the input nodes are not known")
        if piece.type != EV_KEY or piece.code not in _RIM_KEYS:
            return opaque(
                f"sendevent {piece.node} {piece.type} {piece.code}: no touch panel, no key of a phone"
            )
        pressed = (piece.node, piece.code)
        if piece.value:
            if len(self._pressed) < _MOST_SAMPLES:
                self._pressed.add(pressed)
            return Heard(Kind.SERIES)
        if pressed not in self._pressed:
            return QUERY
        self._pressed.discard(pressed)
        return acted(Key(_RIM_KEYS[piece.code]), "named by Android's generic key layout")


def _raw(piece: RawEvent) -> str:
    return f"{piece.node}: {piece.type:04x} {piece.code:04x} {piece.value & 0xFFFFFFFF:08x}"


def _identity(screen: Screen) -> Panel:
    """A panel whose units are the pixels that the user sees."""
    size = screen.size
    return Panel(0, size.width_px - 1, 0, size.height_px - 1, size, 0, screen.density_dpi)


def _panel(screen: Screen, path: str) -> Panel:
    node = next(node for node in screen.nodes if node.path == path)
    ranges = (node.min_x, node.max_x, node.min_y, node.max_y)
    return Panel(*ranges, screen.size, screen.rotation, screen.density_dpi, screen.glass, screen.frame)


def _heard(gesture: RawGesture, panel: Panel) -> Heard:
    action = to_action(_without_empty_time(gesture), panel)
    if isinstance(action, Invalid):
        return opaque(f"a touch whose place was not told: {action.reason}")
    return Heard(Kind.ACTION, action, flags=gesture.flags)


def _without_empty_time(gesture: RawGesture) -> RawGesture:
    """Where all pieces came at one moment, that is not their time."""
    times = {sample.at_us for contact in gesture.contacts for sample in contact.samples}
    times |= {contact.ended_us for contact in gesture.contacts}
    if len(times) > 1:
        return gesture
    return replace(gesture, contacts=tuple(_timeless(contact) for contact in gesture.contacts))


def _timeless(contact: Contact) -> Contact:
    samples: Sequence[Sample] = [replace(sample, at_us=None) for sample in contact.samples]
    return replace(contact, samples=tuple(samples), started_us=None, ended_us=None)
