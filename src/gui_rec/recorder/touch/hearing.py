"""The stream of input events as a queue of what was done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gui_rec._clock import Clock
from gui_rec.device._api import Device, Display, EmitsTouches, TouchNode
from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError, GuiRecError
from gui_rec.recorder.touch.ears import Ears, TouchOrKey
from gui_rec.recorder.touch.feed import Chunk, TouchFeed

_LOST_LIFT_S = 2.0
_NODE_BACK_S = 2.0


@dataclass(frozen=True, slots=True)
class Glance:
    """The display as it was asked for when a finger had come down; `in_time` if it was still down."""

    display: Display
    in_time: bool


class Hearing:
    """What was done on the device, oldest first, and whether somebody touches it now."""

    def __init__(
        self,
        device: Device,
        clock: Clock,
        feed: TouchFeed,
        nodes: list[TouchNode],
        tell: Callable[[str], None],
        ears: Ears | None = None,
    ) -> None:
        self._device = device
        self._clock = clock
        self._feed = feed
        self._ears = ears or Ears(nodes, tell)
        self._queue: deque[TouchOrKey] = deque()
        self._glance: Glance | None = None
        self._was_touching = False
        self._glances = True
        self._closed = False
        self._error: GuiRecError | None = None
        self._gone_since_s: float | None = None

    @property
    def touching(self) -> bool:
        """Whether a finger or a key is down."""
        return self._ears.touching

    @property
    def waiting(self) -> bool:
        """Whether something was done that nobody took yet."""
        return bool(self._queue)

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self._feed.ended

    @property
    def glance(self) -> Glance | None:
        """The display at the begin of what is first in the queue."""
        return self._glance

    def listen(self, timeout_s: float) -> bool:
        """Take what arrived, waiting at most `timeout_s` for the first of it; True when somebody touches or did."""
        chunk = self._poll(timeout_s)
        while chunk is not None:
            self._queue.extend(self._ears.feed(chunk.data, chunk.at_s))
            chunk = self._poll(0.0)
        now_s = self._clock.monotonic_s()
        self._queue.extend(self._ears.give_up(now_s, _LOST_LIFT_S))
        if self._feed.ended and not self._closed:
            self._closed = True
            self._queue.extend(self._ears.close(now_s))
        self._look_at_the_display()
        return self.touching or self.waiting

    def _poll(self, timeout_s: float) -> Chunk | None:
        """A stream that breaks is told by `tend`, once what was done before is taken."""
        try:
            return self._feed.poll(timeout_s)
        except GuiRecError as error:
            self._error = error
            return None

    def peek(self) -> TouchOrKey | None:
        """What was done first and not taken yet."""
        return self._queue[0] if self._queue else None

    def take(self) -> TouchOrKey | None:
        """What was done first and not taken yet; it is gone from the queue."""
        return self._queue.popleft() if self._queue else None

    def tend(self) -> None:
        """Nobody touches: learn about nodes that came, and raise DeviceLostError for a panel that stays away, or
        the error that the stream broke by.
        """
        if self._error is not None:
            raise self._error
        if self._ears.changed and isinstance(self._device, EmitsTouches):
            self._ears.renew(self._device.touch_nodes())
        if not self._ears.gone:
            self._gone_since_s = None
            return
        now_s = self._clock.monotonic_s()
        if self._gone_since_s is None:
            self._gone_since_s = now_s
        if self._feed.ended or now_s - self._gone_since_s >= _NODE_BACK_S:
            raise DeviceLostError(f"the touch panel {self._ears.node.path} went away")

    def _look_at_the_display(self) -> None:
        """Ask for size and rotation once a gesture begins: they may have changed since the last look."""
        touching = self.touching
        begins = touching and not self._was_touching
        self._was_touching = touching
        if not self._glances or (not begins and not (self._queue and self._glance is None)):
            return
        try:
            self._glance = Glance(self._device.display(), touching)
        except (DeviceLostError, DeviceUnavailableError):
            self._glance = (
                None  # what was done is still recorded; the next look tells that the device is gone
            )
        except DeviceError:
            self._glance = None

    @contextmanager
    def without_glances(self) -> Iterator[None]:
        """Fingers may come fast now, and the display is known."""
        self._glances = False
        try:
            yield
        finally:
            self._glances = True

    def forget_glance(self) -> None:
        """What it was asked for is recorded."""
        if not self._queue and not self.touching:
            self._glance = None
