"""Actions from a person's finger on the device's own panel.

The finger has acted already when its lines arrive, so nothing is sent. The state before it is the last
one seen at rest before the finger came down: the screen is watched while nobody touches it. Where the
finger was quicker than the screen, that state is flagged `pre_state_stale`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from gui_rec._clock import Deadline
from gui_rec.capture.settle import Settled, same_screen
from gui_rec.capture.target import find_target
from gui_rec.device._api import TouchNode
from gui_rec.errors import DeviceLostError, DeviceUnavailableError
from gui_rec.model.actions import Action, DoubleTap, Tap
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Missing, Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import Stop
from gui_rec.recorder.touch.contacts import GestureTracker, RawGesture
from gui_rec.recorder.touch.feed import TouchFeed
from gui_rec.recorder.touch.gestures import is_double, to_action
from gui_rec.recorder.touch.getevent import EventReader, InputEvent, NodeChange
from gui_rec.recorder.touch.panel import Panel

_DOUBLE_TAP_S = 0.3
RAW_DIALECT = "getevent"


@dataclass(frozen=True, slots=True)
class Touch:
    """A finished gesture and when its first finger's line arrived (host monotonic seconds)."""

    gesture: RawGesture
    began_s: float


@dataclass(slots=True)
class Panelist:
    """Turns chunks of the stream into gestures of one node."""

    node: TouchNode
    reader: EventReader = field(default_factory=EventReader)
    tracker: GestureTracker = field(default_factory=GestureTracker)
    began_s: float | None = None
    gone: bool = False

    @property
    def touching(self) -> bool:
        return self.began_s is not None

    def feed(self, data: bytes, at_s: float) -> Iterator[Touch]:
        """The gestures that end in this chunk."""
        for event in self.reader.feed(data):
            yield from self._take(event, at_s)

    def close(self, at_s: float) -> Iterator[Touch]:
        """What the stream's end cuts off, lifted here and flagged."""
        for event in self.reader.close():
            yield from self._take(event, at_s)
        yield from self._over(self.tracker.close(), at_s)

    def _take(self, event: InputEvent | NodeChange, at_s: float) -> Iterator[Touch]:
        if event.node not in (None, self.node.path):
            return
        if isinstance(event, NodeChange):
            self.gone = not event.added
            if self.gone:
                yield from self._over(self.tracker.close(), at_s)
            return
        yield from self._over(self.tracker.feed(event), at_s)
        if self.tracker.fingers_down and self.began_s is None:
            self.began_s = at_s

    def _over(self, gesture: RawGesture | None, at_s: float) -> Iterator[Touch]:
        if gesture is not None:
            began_s, self.began_s = self.began_s, None
            yield Touch(gesture, at_s if began_s is None else began_s)


class TouchWatcher:
    """Watches screen and panel together and records a step for each gesture."""

    def __init__(self, recorder: Recorder, feed: TouchFeed, node: TouchNode, idle_look_s: float) -> None:
        self._recorder = recorder
        self._feed = feed
        self._panel = Panelist(node)
        self._idle_look_s = idle_look_s
        self._waiting: deque[Touch] = deque()
        self._density = recorder.device.display().density_dpi
        self._versions: dict[str, str | None] = {}
        self._rest = recorder.rest()
        self._rested_at_s = recorder.clock.monotonic_s()

    def steps(self, stop: Stop) -> Iterator[Step]:
        """A step for each gesture, until the stream ends or `stop()` is true.

        What the finger had done by then is still recorded: it was done, whether its step is written or not.
        """
        while True:
            stopping = stop()
            self._learn_version()
            touch = self._next(0.0 if stopping else self._idle_look_s)
            if touch is not None:
                yield self._record(touch)
            elif self._feed.ended or stopping:
                return
            elif not self._panel.touching:
                self._look_again()

    def _next(self, timeout_s: float) -> Touch | None:
        if not self._waiting:
            self._take(timeout_s)
        return self._waiting.popleft() if self._waiting else None

    def _take(self, timeout_s: float) -> None:
        """Move what arrived into the queue; waits only for the first chunk."""
        chunk = self._feed.poll(timeout_s)
        while chunk is not None:
            self._waiting.extend(self._panel.feed(chunk.data, chunk.at_s))
            chunk = self._feed.poll(0.0)
        if self._feed.ended:
            self._waiting.extend(self._panel.close(self._recorder.clock.monotonic_s()))
        if self._panel.gone and not self._waiting:
            raise DeviceLostError(f"the touch panel {self._panel.node.path} went away")

    def _look_again(self) -> None:
        """Nobody touches: follow what the screen does by itself (a page that arrives late)."""
        observer, rest = self._recorder.observer, self._rest.observation
        if self._rest.settled and same_screen(observer, observer.screenshot(), rest):
            return
        self._settle(None)

    def _settle(self, before: Observation | None) -> Settled:
        self._rest = self._recorder.rest(before=before)
        self._rested_at_s = self._recorder.clock.monotonic_s()
        return self._rest

    def _record(self, touch: Touch) -> Step:
        pre, rested_at_s, was_settled = self._rest.observation, self._rested_at_s, self._rest.settled
        panel = self._scaled(pre)
        action, gestures = self._whole(touch, panel)
        flags = [flag for gesture in gestures for flag in gesture.flags]
        if touch.began_s < rested_at_s or not was_settled:
            flags.append(Flag.PRE_STATE_STALE)
        target, target_missing = find_target(pre, self._recorder.observer.tree(pre), action)
        after, code = self._after(pre)
        if self._was_overtaken():
            flags.append(Flag.UNSETTLED)
        step = Step(
            index=self._recorder.next_index,
            pre=pre,
            action=action,
            post=after.observation,
            action_dialect=RAW_DIALECT,
            action_raw="\n".join(gesture.raw for gesture in gestures),
            app_version=self._versions.get(pre.package or ""),
            target=target,
            target_missing=target_missing,
            result_code=code,
            settled=after.settled and Flag.UNSETTLED not in flags,
            settle_ms=after.settle_ms,
            flags=tuple(dict.fromkeys((*pre.flags, *flags, *after.observation.flags))),
        )
        return self._recorder.keep(step)

    def _was_overtaken(self) -> bool:
        """Whether the next finger came down before the screen rested: then the post-state is its work, too."""
        with suppress(
            DeviceLostError
        ):  # a panel that went away is told by the next look, once this step is kept
            self._take(0.0)
        return self._panel.touching or any(touch.began_s < self._rested_at_s for touch in self._waiting)

    def _learn_version(self) -> None:
        """Between gestures, so that a device lost after one costs no step."""
        package = self._rest.observation.package
        if package is not None and package not in self._versions:
            self._versions[package] = self._recorder.device.app_version(package)

    def _after(self, pre: Observation) -> tuple[Settled, Code | None]:
        try:
            return self._settle(pre), None
        except (DeviceLostError, DeviceUnavailableError):
            columns = ("screenshot", "ui_xml", "package")
            missing = tuple(Missing(column, MissingReason.DEVICE_LOST) for column in columns)
            lost = Observation(captured_at_us=self._recorder.clock.wall_us(), missing=missing)
            return Settled(lost, False, 0, 0), Code.DEVICE_LOST

    def _whole(self, touch: Touch, panel: Panel) -> tuple[Action, tuple[RawGesture, ...]]:
        """The gesture's action; two quick taps at one place are one double tap."""
        action = to_action(touch.gesture, panel)
        if not isinstance(action, Tap):
            return action, (touch.gesture,)
        deadline = Deadline.after(self._recorder.clock, _DOUBLE_TAP_S)
        while (not self._waiting or self._panel.touching) and not deadline.passed and not self._feed.ended:
            before_s = deadline.left_s
            self._take(before_s)
            if deadline.left_s == before_s:
                break  # a clock that stands still: what has come has come
        if self._waiting:
            second = self._waiting[0]
            gap_ms = _gap_ms(touch.gesture, second.gesture)
            if gap_ms is not None and is_double(action, to_action(second.gesture, panel), gap_ms, panel):
                self._waiting.popleft()
                return DoubleTap(action.x, action.y), (touch.gesture, second.gesture)
        return action, (touch.gesture,)

    def _scaled(self, pre: Observation) -> Panel:
        node = self._panel.node
        size, rotation = pre.size, pre.rotation
        if size is None or rotation is None:
            display = self._recorder.device.display()
            size, rotation = display.size, display.rotation
        return Panel(node.min_x, node.max_x, node.min_y, node.max_y, size, rotation, self._density)


def _gap_ms(first: RawGesture, second: RawGesture) -> int | None:
    """From the first gesture's lift to the second one's touch; None without time stamps."""
    lifted = [contact.ended_us for contact in first.contacts if contact.ended_us is not None]
    touched = [contact.started_us for contact in second.contacts if contact.started_us is not None]
    return round((min(touched) - max(lifted)) / 1000) if lifted and touched else None
