"""The kernel's input nodes: the touch panel with the protocol B events of fingers, and the phone's own keys.

Facts: the Android emulator offers eleven nodes `virtio_input_multi_touch_N`, each with ranges 0..32767,
of which the first drives the display, and the second the second one; they have no BTN_TOUCH (captured with `getevent -lp`, API 36).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gui_rec.phone.world.side_keys import KEYBOARD_NODE, POWER_NODE, labels_of

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT = 0
SYN_DROPPED = 3
MOST_WAITING = 65536
ABS_MT_SLOT = 0x2F
ABS_MT_TOUCH_MAJOR = 0x30
ABS_MT_POSITION_X = 0x35
ABS_MT_POSITION_Y = 0x36
ABS_MT_TRACKING_ID = 0x39
ABS_MT_PRESSURE = 0x3A
LIFTED = 0xFFFFFFFF
KEY_RELEASED, KEY_PRESSED, KEY_REPEATED = 0, 1, 2
AXIS_MAX = 32767
NODE_COUNT = 11
NODE, SECOND_NODE = "/dev/input/event1", "/dev/input/event2"
_PRESSURE = 0x262
_TOUCH_MAJOR = 8


@dataclass(frozen=True, slots=True)
class Axis:
    """An absolute axis as `getevent -lp` prints it."""

    code: int
    name: str
    maximum: int
    value: int = 0
    minimum: int = 0


@dataclass(frozen=True, slots=True)
class PanelNode:
    """One input node: `/dev/input/eventN`, its name, its keys, axes and switches."""

    path: str
    name: str
    keys: tuple[str, ...]
    axes: tuple[Axis, ...]
    switches: tuple[str, ...] = ("SW_LID",)
    props: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RawEvent:
    """One kernel event; `time_us` is CLOCK_MONOTONIC of the phone, `value` an unsigned 32-bit number."""

    time_us: int
    node: str
    type: int
    code: int
    value: int


_AXES = (
    Axis(0x00, "ABS_X", AXIS_MAX),
    Axis(0x01, "ABS_Y", AXIS_MAX),
    Axis(0x02, "ABS_Z", AXIS_MAX),
    Axis(ABS_MT_SLOT, "ABS_MT_SLOT", 10),
    Axis(ABS_MT_TOUCH_MAJOR, "ABS_MT_TOUCH_MAJOR", 0x7FFFFFFF),
    Axis(0x31, "ABS_MT_TOUCH_MINOR", 0x7FFFFFFF),
    Axis(0x34, "ABS_MT_ORIENTATION", 90),
    Axis(ABS_MT_POSITION_X, "ABS_MT_POSITION_X", AXIS_MAX),
    Axis(ABS_MT_POSITION_Y, "ABS_MT_POSITION_Y", AXIS_MAX),
    Axis(0x37, "ABS_MT_TOOL_TYPE", 15),
    Axis(ABS_MT_TRACKING_ID, "ABS_MT_TRACKING_ID", 65535),
    Axis(ABS_MT_PRESSURE, "ABS_MT_PRESSURE", 1024),
)


class Subscription:
    """A reader of the panel. `take()` hands out what came since; `on_event` is called for each event.

    Of who does not read the kernel keeps no more than a buffer: then all that waits is lost, and SYN_DROPPED says so.
    """

    def __init__(self, panel: TouchPanel, on_event: Callable[[RawEvent], None] | None) -> None:
        self._panel = panel
        self._queue: deque[RawEvent] = deque()
        self.on_event = on_event

    def put(self, event: RawEvent) -> None:
        """Called by the panel."""
        if len(self._queue) >= MOST_WAITING:
            self._queue.clear()
            self._queue.append(RawEvent(event.time_us, event.node, EV_SYN, SYN_DROPPED, 0))
        self._queue.append(event)
        if self.on_event is not None:
            self.on_event(event)

    def take(self) -> list[RawEvent]:
        """The events since the last call, oldest first."""
        events = list(self._queue)
        self._queue.clear()
        return events

    def close(self) -> None:
        """No more events."""
        self._panel.unsubscribe(self)


class Glass:
    """One touch node: turns fingers' raw positions into protocol B events.

    The kernel does not send an axis whose value is the one it sent last in that slot, even across contacts,
    and names the slot only when it is another one than before; slot 0 is implied at first.
    """

    def __init__(self, node: str, emit: Callable[[RawEvent], None]) -> None:
        self._node = node
        self._emit = emit
        self._sent: dict[int, dict[int, int]] = {}
        self._slot = 0
        self._tracking_id = 0x65

    def down(self, x_raw: int, y_raw: int, time_us: int, slot: int = 0) -> None:
        """A finger arrives at raw axis values 0..32767; every finger on the glass has a slot 0..10 of its own."""
        self._tracking_id = (self._tracking_id + 1) & 0xFFFF
        self._turn_to(slot, time_us)
        self._send(time_us, ABS_MT_TRACKING_ID, self._tracking_id)
        self._position(x_raw, y_raw, time_us)
        self._changed(time_us, ABS_MT_PRESSURE, _PRESSURE)
        self._changed(time_us, ABS_MT_TOUCH_MAJOR, _TOUCH_MAJOR)
        self._report(time_us)

    def move(self, x_raw: int, y_raw: int, time_us: int, slot: int = 0) -> None:
        """The finger moves; nothing is sent when neither axis changed."""
        sent = self._sent.get(slot, {})
        if (sent.get(ABS_MT_POSITION_X), sent.get(ABS_MT_POSITION_Y)) != (x_raw, y_raw):
            self._turn_to(slot, time_us)
            self._position(x_raw, y_raw, time_us)
            self._report(time_us)

    def up(self, time_us: int, slot: int = 0) -> None:
        """The finger leaves."""
        self._turn_to(slot, time_us)
        self._send(time_us, ABS_MT_TRACKING_ID, LIFTED)
        self._report(time_us)

    def saved(self) -> tuple[list[tuple[int, int]], int]:
        """(axis code, value) pairs that were sent last, and the number of the last contact.

        The axes of another slot than 0 have its number in the code's upper half; ABS_MT_SLOT is there
        unless slot 0 is the one in force.
        """
        pairs = [
            (slot << 16 | code, value) for slot, axes in self._sent.items() for code, value in axes.items()
        ]
        in_force = [(ABS_MT_SLOT, self._slot)] if self._slot else []
        return (sorted([*pairs, *in_force]), self._tracking_id)

    def restore(self, sent: Iterable[tuple[int, int]], tracking_id: int) -> None:
        """Go on as a panel that has sent these."""
        self._sent, self._slot = {}, 0
        for code, value in sent:
            if code == ABS_MT_SLOT:
                self._slot = value
            else:
                self._sent.setdefault(code >> 16, {})[code & 0xFFFF] = value
        self._tracking_id = tracking_id & 0xFFFF

    def _turn_to(self, slot: int, time_us: int) -> None:
        if slot != self._slot:
            self._slot = slot
            self._emit(RawEvent(time_us, self._node, EV_ABS, ABS_MT_SLOT, slot))

    def _position(self, x_raw: int, y_raw: int, time_us: int) -> None:
        self._changed(time_us, ABS_MT_POSITION_X, x_raw)
        self._changed(time_us, ABS_MT_POSITION_Y, y_raw)

    def _changed(self, time_us: int, code: int, value: int) -> None:
        if self._sent.get(self._slot, {}).get(code) != value:
            self._send(time_us, code, value)

    def _send(self, time_us: int, code: int, value: int) -> None:
        self._sent.setdefault(self._slot, {})[code] = value
        self._emit(RawEvent(time_us, self._node, EV_ABS, code, value))

    def _report(self, time_us: int) -> None:
        self._emit(RawEvent(time_us, self._node, EV_SYN, SYN_REPORT, 0))


class TouchPanel(Glass):
    """The first display's glass with all other nodes, and who reads them; `second` is the second display's glass.

    A snapshot keeps the first one's state; the second begins anew, and sends all its axes with its next contact.
    """

    def __init__(self) -> None:
        super().__init__(NODE, self._to_all)
        self.second = Glass(SECOND_NODE, self._to_all)
        self._subscribers: list[Subscription] = []

    def nodes(self) -> tuple[PanelNode, ...]:
        """All nodes; the first one drives the display, the second one a second display, the last two have the phone's
        own keys.
        """
        touch = tuple(
            PanelNode(
                f"/dev/input/event{number}",
                f"virtio_input_multi_touch_{number}",
                ("BTN_TOOL_RUBBER", "BTN_STYLUS"),
                _AXES,
            )
            for number in range(1, NODE_COUNT + 1)
        )
        keys = (
            PanelNode(path, name, labels_of(path), (), ())
            for path, name in ((POWER_NODE, "gpio-keys"), (KEYBOARD_NODE, "qwerty2"))
        )
        return (*touch, *keys)

    def subscribe(self, on_event: Callable[[RawEvent], None] | None = None) -> Subscription:
        """Start reading; events from now on. Close the subscription when done."""
        subscription = Subscription(self, on_event)
        self._subscribers.append(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        if subscription in self._subscribers:
            self._subscribers.remove(subscription)

    def key(self, node: str, code: int, value: int, time_us: int) -> None:
        """A key of the phone goes down (1), is repeated (2) or goes up (0)."""
        self._to_all(RawEvent(time_us, node, EV_KEY, code, value))
        # The kernel packs a repeat in a report whose value says so (input_repeat_key).
        self._to_all(RawEvent(time_us, node, EV_SYN, SYN_REPORT, int(value == KEY_REPEATED)))

    def restore(self, sent: Iterable[tuple[int, int]], tracking_id: int) -> None:
        """See `Glass.restore`."""
        super().restore(sent, tracking_id)
        self.second.restore((), 0)

    def _to_all(self, event: RawEvent) -> None:
        for subscription in tuple(self._subscribers):
            subscription.put(event)
