"""The one gate that everything which acts on the device goes through, in order.

A connection's thread brings what it heard, and waits; the recording's thread takes it, captures the state before,
lets it through, waits for its end and captures the state after. Nothing passes a closed gate.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from gui_rec._clock import Clock
from gui_rec.model.step import Sent
from gui_rec.recorder.heard._api import Heard, Screen
from gui_rec.recorder.heard.series import Series

_MOST_WAITING = 1_000
_LOOK_S = 0.1
_SEEN_S = 120.0
_FULL = f"more than {_MOST_WAITING} commands wait for the device"
MOST_OUTPUT_BYTES = 1 << 16

Hear = Callable[[Screen, Series], Heard]


@dataclass(slots=True)
class Held:
    """Something that is to be sent, held back until it is let through.

    `hear` tells what it does, on the screen that it is going to act on. Between `permit` and `finish` it is on its
    way; `answer` is what came of it.
    """

    what: str
    method: str
    client: str
    hear: Hear
    dialect: str = "adb_shell"
    output: bytearray = field(default_factory=bytearray)
    exit_status: int | None = None
    refused: str | None = None
    started_us: int = 0
    ended_us: int = 0
    permitted: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)
    _decision: threading.Lock = field(default_factory=threading.Lock)
    _withdrawn: bool = False

    def permit(self, clock: Clock) -> bool:
        """Let it go. False when its client has left meanwhile: then it was never sent."""
        with self._decision:
            if self._withdrawn:
                return False
            self.started_us = _now_us(clock)
            self.permitted.set()
            return True

    def refuse(self, why: str) -> None:
        """It is not sent; its client hears why."""
        with self._decision:
            if not self.permitted.is_set():
                self.refused = why
                self.permitted.set()

    def withdraw(self) -> bool:
        """Its client has left. False when it was let through before."""
        with self._decision:
            if self.permitted.is_set():
                return False
            self._withdrawn = True
            return True

    def said(self, data: bytes) -> None:
        """A part of what the device answered; only the beginning is kept."""
        room = MOST_OUTPUT_BYTES - len(self.output)
        self.output += data[: max(room, 0)]

    def finish(self, clock: Clock) -> None:
        """The device is done with it, as far as its stream tells."""
        self.ended_us = _now_us(clock)
        self.ended.set()

    def sent(self, clock: Clock) -> Sent:
        """What was sent, and what the device answered until now."""
        output = self.output.decode("utf-8", "replace")
        if not self.ended.is_set():
            output += " (it had not ended yet when the state after it was captured)"
        ended_us = self.ended_us or _now_us(clock)
        return Sent(self.what, self.method, self.exit_status, output, self.started_us, ended_us, self.client)


def _now_us(clock: Clock) -> int:
    return round(clock.monotonic_s() * 1_000_000)


class Gate:
    """Between the connections and the recording. `looking` is held while the device is being captured; who asks it
    for a hierarchy waits, since Android lets only one ask at a time.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.looking = threading.Lock()
        self._waiting: queue.Queue[Held | None] = queue.Queue(_MOST_WAITING)
        self._closed: str | None = None
        self._closing = threading.Lock()

    def pass_through(self, held: Held, is_gone: Callable[[], bool]) -> bool:
        """Wait until `held` may be sent; False when it must not be (`held.refused` says why, or its client left).

        There is no deadline but the client's own patience: whoever leaves is not waited for.
        """
        with self._closing:
            self._queue_up(held)
        while not held.permitted.wait(_LOOK_S):
            if is_gone() and held.withdraw():
                return False
        return held.refused is None

    def _queue_up(self, held: Held) -> None:
        if self._closed is not None:
            held.refuse(self._closed)
            return
        try:
            self._waiting.put_nowait(held)  # who waited here for room would keep the gate from being closed
        except queue.Full:
            held.refuse(_FULL)

    def wait_until_seen(self) -> None:
        """Return once nothing is being captured: what changes the device without acting comes after the state that
        the last action led to.
        """
        if self.looking.acquire(timeout=_SEEN_S):
            self.looking.release()

    def take(self, timeout_s: float) -> Held | None:
        """The next in line; None when none came in time, or `wake` was called."""
        try:
            return self._waiting.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def wake(self) -> None:
        """Somebody has something else to tell whoever waits in `take`."""
        with contextlib.suppress(queue.Full):  # then `take` returns at once anyway
            self._waiting.put_nowait(None)

    def close(self, why: str) -> None:
        """From now on nothing passes; who waits is refused."""
        with self._closing:
            self._closed = why
        while True:
            try:
                held = self._waiting.get_nowait()
            except queue.Empty:
                return
            if held is not None:
                held.refuse(why)
