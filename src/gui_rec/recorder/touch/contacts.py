"""Input events -> contacts and gestures: the kernel's multi-touch protocols A and B.

Facts (Linux Documentation/input/multi-touch-protocol.rst): in protocol B values that did not change are
not sent again, neither positions nor the slot, so each slot keeps its state across contacts and slot 0
is current before any ABS_MT_SLOT; a contact lasts from a TRACKING_ID of 0 or more to a negative one
(after a replay by sendevent some drivers show 7fffffff). In protocol A every report lists all
contacts, each closed by SYN_MT_REPORT, and an empty report means that all fingers are up. After
SYN_DROPPED everything up to the next SYN_REPORT is to be thrown away; what the axes hold then is known
only once it is told again, since a value that was dropped is not repeated, and a lift may be lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gui_rec.model.flags import Flag
from gui_rec.recorder.touch.getevent import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TRACKING_ID,
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    SYN_DROPPED,
    SYN_MT_REPORT,
    SYN_REPORT,
    InputEvent,
)

_LIFT_AFTER_SENDEVENT = 0x7FFFFFFF
_MT_CODES = range(ABS_MT_SLOT, 0x3E)
_PALM = 2  # MT_TOOL_PALM: what the driver itself takes for no finger, and Android leaves out
_MAX_SAMPLES = 20_000
_MAX_RAW_LINES = 10 * _MAX_SAMPLES


@dataclass(frozen=True, slots=True)
class Sample:
    """Where a finger was at one report, in panel units; `at_us` is None without time stamps."""

    x: int
    y: int
    at_us: int | None


@dataclass(frozen=True, slots=True)
class Contact:
    """One finger from coming down to lifting. `samples` is empty when its place was never told.

    `cut` says that it went on for longer than is kept.
    """

    samples: tuple[Sample, ...]
    lifted: bool
    started_us: int | None
    ended_us: int | None
    position_known: bool
    cut: bool = False


@dataclass(frozen=True, slots=True)
class RawGesture:
    """All contacts from the first finger down to the last one up, and the lines they came from."""

    contacts: tuple[Contact, ...]
    flags: tuple[Flag, ...]
    raw: str


@dataclass(slots=True)
class _Finger:
    started_us: int | None
    samples: list[Sample] = field(default_factory=list)
    blind: bool = False
    overlong: bool = False
    unsure: bool = False  # events were dropped, its lift may be among them

    def sample(self, x: int | None, y: int | None, at_us: int | None) -> None:
        if x is None or y is None:
            self.blind = True
        elif len(self.samples) < _MAX_SAMPLES:
            self.samples.append(Sample(x, y, at_us))
        else:
            self.overlong = True

    def finish(self, at_us: int | None, *, lifted: bool) -> Contact:
        known = not self.blind and bool(self.samples)
        return Contact(tuple(self.samples), lifted, self.started_us, at_us, known, self.overlong)


@dataclass(slots=True)
class _Slot:
    x: int | None = None
    y: int | None = None
    finger: _Finger | None = None
    touched: bool = False
    tool: int = 0


class GestureTracker:
    """Feeds on the events of ONE input node; says when a gesture is over. `slot` is the one in force at first."""

    def __init__(self, slot: int = 0) -> None:
        self._frame: list[InputEvent] = []
        self._slots: dict[int, _Slot] = {}
        self._slot = slot
        self._multi = False  # an ABS_MT_* code was seen: ABS_X/Y only mirror the first finger
        self._protocol_a = False
        self._packets: dict[int, _Finger] = {}
        self._next_packet = 0
        self._dropping = False
        self._done: list[Contact] = []
        self._flags: set[Flag] = set()
        self._raw: list[str] = []

    @property
    def fingers_down(self) -> int:
        """How many contacts are open."""
        return len(self._packets) + sum(slot.finger is not None for slot in self._slots.values())

    @property
    def unsure(self) -> bool:
        """Whether all that is down may have been lifted in what was dropped."""
        return bool(self.fingers_down) and all(finger.unsure for finger in self._open())

    def feed(self, event: InputEvent) -> RawGesture | None:
        """Take one event; the gesture that it ends, if it ends one."""
        if len(self._raw) < _MAX_RAW_LINES:
            self._raw.append(event.raw)
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            self._drop()
        if event.type == EV_SYN and event.code == SYN_REPORT:
            return self._report(event.at_us)
        if not self._dropping:
            self._frame.append(event)
        return None

    def close(self, at_us: int | None = None) -> RawGesture | None:
        """The stream ended: a gesture in the middle is lifted here and flagged `gesture_truncated`."""
        self._play_frame(at_us)
        if self.fingers_down:
            self._flags.add(Flag.GESTURE_TRUNCATED)
            self._lift_all(at_us, lifted=False)
        return self._gesture()

    def _drop(self) -> None:
        self._dropping = True
        if self.fingers_down:
            self._flags.add(Flag.GESTURE_DROPPED_EVENTS)
        for slot in self._slots.values():
            slot.x = slot.y = None
        for finger in self._open():
            finger.unsure = True

    def _open(self) -> list[_Finger]:
        held = [slot.finger for slot in self._slots.values() if slot.finger is not None]
        return [*held, *self._packets.values()]

    def _report(self, at_us: int | None) -> RawGesture | None:
        if self._dropping:
            self._dropping = False
            self._frame.clear()
        else:
            self._play_frame(at_us)
        if self.fingers_down:
            return None
        return self._gesture()

    def _gesture(self) -> RawGesture | None:
        raw, self._raw = self._raw, []
        if not self._done:
            return None
        contacts, self._done = tuple(self._done), []
        if not all(contact.position_known for contact in contacts):
            self._flags.add(Flag.GESTURE_POSITION_UNKNOWN)
        if any(contact.cut for contact in contacts) or len(raw) >= _MAX_RAW_LINES:
            self._flags.add(Flag.GESTURE_TRUNCATED)
        flags, self._flags = tuple(sorted(self._flags)), set()
        return RawGesture(contacts, flags, "\n".join(raw))

    def _play_frame(self, at_us: int | None) -> None:
        frame, self._frame = self._frame, []
        if any(event.type == EV_SYN and event.code == SYN_MT_REPORT for event in frame):
            self._protocol_a = True
        if any(event.type == EV_ABS and event.code in _MT_CODES for event in frame):
            self._multi = True
        if self._protocol_a:
            self._play_a(frame, at_us)
        elif self._multi:
            self._play_b(frame, at_us)
        else:
            self._play_single(frame, at_us)

    def _play_b(self, frame: list[InputEvent], at_us: int | None) -> None:
        for event in frame:
            if event.type == EV_KEY and event.code == BTN_TOUCH and event.value == 0:
                continue  # the lift is told by TRACKING_ID, in the same report
            if event.type != EV_ABS:
                continue
            if event.code == ABS_MT_SLOT:
                self._slot = event.value
                continue
            slot = self._slots.setdefault(self._slot, _Slot())
            self._set_axis(slot, event)
            if event.code == ABS_MT_TRACKING_ID:
                self._track(slot, event.value, event.at_us)
        self._sample_slots(at_us)

    def _set_axis(self, slot: _Slot, event: InputEvent) -> None:
        if event.code == ABS_MT_POSITION_X:
            slot.x, slot.touched = event.value, True
        elif event.code == ABS_MT_POSITION_Y:
            slot.y, slot.touched = event.value, True
        elif event.code == ABS_MT_TOOL_TYPE:
            slot.tool = event.value

    def _track(self, slot: _Slot, tracking_id: int, at_us: int | None) -> None:
        if slot.finger is not None:
            self._lift(slot, at_us)
        if 0 <= tracking_id < _LIFT_AFTER_SENDEVENT:
            self._forget_the_unsure(at_us)
            slot.finger, slot.touched = _Finger(at_us), True

    def _lift(self, slot: _Slot, at_us: int | None, *, lifted: bool = True) -> None:
        assert slot.finger is not None
        if slot.tool != _PALM:
            self._done.append(slot.finger.finish(at_us, lifted=lifted))
        slot.finger = None

    def _forget_the_unsure(self, at_us: int | None) -> None:
        """A finger came that is not the one of before the loss: whoever said nothing since then has left."""
        for slot in self._slots.values():
            if slot.finger is not None and slot.finger.unsure:
                self._flags.add(Flag.GESTURE_TRUNCATED)
                self._lift(slot, at_us, lifted=False)

    def _sample_slots(self, at_us: int | None) -> None:
        for slot in self._slots.values():
            if slot.finger is not None and slot.touched:
                slot.finger.unsure = False
                slot.finger.sample(slot.x, slot.y, at_us)
            slot.touched = False

    def _play_single(self, frame: list[InputEvent], at_us: int | None) -> None:
        slot = self._slots.setdefault(0, _Slot())
        for event in frame:
            if event.type == EV_ABS and event.code == ABS_X:
                slot.x, slot.touched = event.value, True
            elif event.type == EV_ABS and event.code == ABS_Y:
                slot.y, slot.touched = event.value, True
            elif event.type == EV_KEY and event.code == BTN_TOUCH:
                self._track(slot, 0 if event.value else -1, event.at_us)
        self._sample_slots(at_us)

    def _play_a(self, frame: list[InputEvent], at_us: int | None) -> None:
        if frame and not any(_tells_fingers(event) for event in frame):
            return  # a key beside the glass, on the same node
        seen: dict[int, _Finger] = {}
        packet: dict[int, int] = {}
        for event in frame:
            if event.type == EV_ABS:
                packet[event.code] = event.value
            elif event.type == EV_SYN and event.code == SYN_MT_REPORT:
                if ABS_MT_POSITION_X in packet and ABS_MT_POSITION_Y in packet:
                    self._place_packet(packet, seen, at_us)
                packet = {}
        for key, finger in self._packets.items():
            if key not in seen:
                self._done.append(finger.finish(at_us, lifted=True))
        self._packets = seen

    def _place_packet(self, packet: dict[int, int], seen: dict[int, _Finger], at_us: int | None) -> None:
        x, y = packet[ABS_MT_POSITION_X], packet[ABS_MT_POSITION_Y]
        key = packet.get(ABS_MT_TRACKING_ID)
        if key is None:
            key = self._nearest(x, y, seen)
        finger = self._packets.get(key) or seen.get(key) or _Finger(at_us)
        finger.unsure = False
        finger.sample(x, y, at_us)
        seen[key] = finger

    def _nearest(self, x: int, y: int, taken: dict[int, _Finger]) -> int:
        """The open contact nearest to a packet that names none; a new one when all are taken."""
        free = {key: f.samples[-1] for key, f in self._packets.items() if key not in taken}
        if free:
            return min(free, key=lambda key: (free[key].x - x) ** 2 + (free[key].y - y) ** 2)
        self._next_packet -= 1  # below 0, so that it never meets a real TRACKING_ID
        return self._next_packet

    def _lift_all(self, at_us: int | None, *, lifted: bool) -> None:
        for slot in self._slots.values():
            if slot.finger is not None:
                self._lift(slot, at_us, lifted=lifted)
        self._done.extend(finger.finish(at_us, lifted=lifted) for finger in self._packets.values())
        self._packets = {}


def _tells_fingers(event: InputEvent) -> bool:
    """Whether a report of protocol A with this event lists the fingers; one with keys alone does not."""
    if event.type == EV_SYN:
        return event.code == SYN_MT_REPORT
    return event.type == EV_KEY and event.code == BTN_TOUCH
