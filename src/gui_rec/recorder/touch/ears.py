"""All input nodes of a device, listened to at once: fingers on the screen, and keys.

The node with the best score is the screen until a touch shows otherwise: where another one that could be
it speaks first, it is taken instead, and the person is told. A better node that speaks later is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from gui_rec.device._api import TouchNode
from gui_rec.model.flags import Flag
from gui_rec.recorder.touch.contacts import GestureTracker, RawGesture
from gui_rec.recorder.touch.getevent import EV_KEY, EventReader, InputEvent, NodeChange
from gui_rec.recorder.touch.keys import android_name
from gui_rec.recorder.touch.nodes import choose, score

_RELEASED, _PRESSED = 0, 1
_LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Touch:
    """A finished gesture, and when the lines of its begin and of its end arrived (host monotonic seconds)."""

    gesture: RawGesture
    began_s: float
    ended_s: float
    node: TouchNode


@dataclass(frozen=True, slots=True)
class KeyPress:
    """One of the phone's own keys, by Android's name, from press to release."""

    code: str
    began_s: float
    ended_s: float
    raw: str


TouchOrKey = Touch | KeyPress


@dataclass(slots=True)
class _Ear:
    """One touch node: what its fingers do, and since when they are down."""

    node: TouchNode
    tracker: GestureTracker
    began_s: float | None = None

    @classmethod
    def at(cls, node: TouchNode) -> _Ear:
        return cls(node, GestureTracker(node.slot))


@dataclass(slots=True)
class Ears:
    """Turns chunks of the stream into what was done. `tell` hears what the person should know.

    Raises ActionUnsupportedError when no node can be the screen.
    """

    nodes: Sequence[TouchNode]
    tell: Callable[[str], None]
    reader: EventReader = field(default_factory=EventReader)
    node: TouchNode = field(init=False)
    confirmed: bool = False
    gone: bool = False
    changed: bool = False
    _ears: dict[str, _Ear] = field(init=False)
    _keys: dict[tuple[str | None, int], tuple[float, str]] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)
    _last: RawGesture | None = None
    _heard_at_s: float | None = None

    def __post_init__(self) -> None:
        self.node = choose(self.nodes)
        self._ears = {node.path: _Ear.at(node) for node in self.nodes}

    @property
    def touching(self) -> bool:
        """Whether a finger that counts, or a key, is down."""
        return bool(self._keys) or any(ear.tracker.fingers_down for ear in self._counting())

    def feed(self, data: bytes, at_s: float) -> Iterator[TouchOrKey]:
        """What ends in this chunk."""
        self._heard_at_s = at_s
        for event in self.reader.feed(data):
            yield from self._take(event, at_s)

    def close(self, at_s: float) -> Iterator[TouchOrKey]:
        """What the stream's end cuts off, lifted here and flagged."""
        for event in self.reader.close():
            yield from self._take(event, at_s)
        for ear in self._ears.values():
            yield from self._ended(ear, ear.tracker.close(), at_s)

    def give_up(self, now_s: float, after_s: float) -> Iterator[TouchOrKey]:
        """End gestures whose lift was among dropped events: nothing was heard for `after_s`."""
        if self._heard_at_s is None or now_s - self._heard_at_s < after_s:
            return
        for ear in self._ears.values():
            if ear.tracker.unsure:
                yield from self._ended(ear, ear.tracker.close(), now_s)

    def renew(self, nodes: Sequence[TouchNode]) -> None:
        """The nodes as they are now, after one came: ranges may be others. Fingers that are down stay."""
        self.changed = False
        for node in nodes:
            ear = self._ears.get(node.path)
            if ear is None or (ear.node != node and not ear.tracker.fingers_down):
                self._ears[node.path] = _Ear.at(node)
        present = {node.path for node in nodes}
        self._ears = {path: ear for path, ear in self._ears.items() if path in present}
        self.nodes = list(nodes)
        if self.node.path in present:
            self.node = self._ears[self.node.path].node
            self.gone = False
        elif any(score(node) >= 0 for node in nodes):
            self._switch(choose(nodes), "the one before went away")

    def _take(self, event: InputEvent | NodeChange, at_s: float) -> Iterator[TouchOrKey]:
        if isinstance(event, NodeChange):
            yield from self._node_changed(event, at_s)
            return
        if event.type == EV_KEY:
            yield from self._key(event, at_s)
        ear = self._ears.get(event.node or self.node.path)
        if ear is None:
            return
        yield from self._ended(ear, ear.tracker.feed(event), at_s)
        if ear.tracker.fingers_down and ear.began_s is None:
            ear.began_s = at_s

    def _node_changed(self, change: NodeChange, at_s: float) -> Iterator[TouchOrKey]:
        ear = self._ears.get(change.node)
        if change.added:
            # The stream begins with all nodes that are there; what is known already is no news.
            self.changed = self.changed or ear is None or self.gone
            return
        for key in [key for key in self._keys if key[0] == change.node]:
            del self._keys[key]
        if ear is not None:
            yield from self._ended(ear, ear.tracker.close(), at_s)
            self._ears.pop(change.node)
        if change.node == self.node.path:
            self._lost()

    def _lost(self) -> None:
        left = [ear.node for ear in self._ears.values() if score(ear.node) >= 0]
        if left:
            self._switch(choose(left), "the one before went away")
        else:
            self.gone = True

    def _key(self, event: InputEvent, at_s: float) -> Iterator[TouchOrKey]:
        name = android_name(event.code)
        if name is None:
            if " KEY_" in event.raw and event.value == _PRESSED:
                self._once(f"{event.node}: a key that gui-rec has no name for is {_LEFT_OUT}")
            return
        place = (event.node, event.code)
        if event.value == _PRESSED:
            self._keys.setdefault(place, (at_s, event.raw))
        elif event.value == _RELEASED and place in self._keys:
            began_s, raw = self._keys.pop(place)
            yield KeyPress(name, began_s, at_s, f"{raw}\n{event.raw}")

    def _ended(self, ear: _Ear, gesture: RawGesture | None, at_s: float) -> Iterator[TouchOrKey]:
        if gesture is None:
            if not ear.tracker.fingers_down:
                ear.began_s = None
            return
        began_s, ear.began_s = ear.began_s, None
        if self._counts(ear.node, gesture):
            self._last = gesture
            yield Touch(gesture, at_s if began_s is None else began_s, at_s, ear.node)

    def _counts(self, node: TouchNode, gesture: RawGesture) -> bool:
        """Whether a gesture of `node` is one on the screen; settles which node that is."""
        if node.path == self.node.path:
            self.confirmed = True
            return True
        if score(node) < 0 or not _makes_sense(gesture, node):
            self._once(f"{_named(node)}: touches on it are {_LEFT_OUT}, it is not the screen")
            return False
        if node.pen:
            self._once(f"{_named(node)}: a pen is recorded as a finger")
            return True
        if _overlap(gesture, self._last):
            return False  # the same finger, told by two nodes
        if not self.confirmed or score(node) > score(self.node):
            self.confirmed = True
            self._switch(node, "the touch came from it")
            return True
        self._once(f"{_named(node)}: touches on it are {_LEFT_OUT}, it is not the screen")
        return False

    def _switch(self, node: TouchNode, why: str) -> None:
        self.node = node
        self.tell(f"The touch screen is {_named(node)}: {why}.")

    def _once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self.tell(text)

    def _counting(self) -> Iterator[_Ear]:
        for ear in self._ears.values():
            mine = ear.node.path == self.node.path
            could_be = score(ear.node) >= 0 and (ear.node.pen or not self.confirmed)
            if mine or could_be:
                yield ear


def _named(node: TouchNode) -> str:
    return f"{node.path} ({node.name})" if node.name else node.path


def _makes_sense(gesture: RawGesture, node: TouchNode) -> bool:
    """Every place is known and lies on the node."""
    return Flag.GESTURE_POSITION_UNKNOWN not in gesture.flags and all(
        node.min_x <= sample.x <= node.max_x and node.min_y <= sample.y <= node.max_y
        for contact in gesture.contacts
        for sample in contact.samples
    )


def _overlap(gesture: RawGesture, other: RawGesture | None) -> bool:
    mine, theirs = _span_us(gesture), None if other is None else _span_us(other)
    return mine is not None and theirs is not None and mine[0] <= theirs[1] and theirs[0] <= mine[1]


def _span_us(gesture: RawGesture) -> tuple[int, int] | None:
    """From the first finger's touch to the last one's lift; None without time stamps."""
    began = [contact.started_us for contact in gesture.contacts if contact.started_us is not None]
    ended = [contact.ended_us for contact in gesture.contacts if contact.ended_us is not None]
    return (min(began), max(ended)) if began and ended else None
