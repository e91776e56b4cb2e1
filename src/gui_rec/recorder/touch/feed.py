"""A touch panel's lines as they come, without blocking whoever watches the screen."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from gui_rec._clock import Clock
from gui_rec.device._api import EmitsTouches
from gui_rec.errors import DeviceLostError, GuiRecError


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes of the stream and when they arrived (host monotonic seconds)."""

    data: bytes
    at_s: float


class TouchFeed(Protocol):
    """Where chunks come from; a test scripts one."""

    def poll(self, timeout_s: float) -> Chunk | None:
        """The next chunk, waiting at most `timeout_s`; None when none came."""
        ...

    @property
    def ended(self) -> bool:
        """True when the stream is over and everything was handed out."""
        ...


_MOST_WAITING = 10_000
_FULL_LOOK_S = 0.1
_JOIN_S = 5.0


class ThreadedFeed:
    """Reads the device's stream in a thread of its own, between `with` and its end.

    An error of the stream is raised by `poll` after all chunks that came before it; one of opening it by `with`.
    A reader that is far behind makes the stream wait instead of filling the memory.
    """

    def __init__(self, device: EmitsTouches, clock: Clock) -> None:
        self._device = device
        self._clock = clock
        self._chunks: queue.Queue[Chunk | GuiRecError | None] = queue.Queue(_MOST_WAITING)
        self._ended = False
        self._leaving = threading.Event()
        self._stack = contextlib.ExitStack()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> ThreadedFeed:
        lines = self._stack.enter_context(self._device.touch_lines())
        self._thread = threading.Thread(target=self._read, args=(lines,), name="touch-feed", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving.set()
        self._stack.close()  # ends the stream, and with it the thread's read
        if self._thread is not None:
            self._thread.join(_JOIN_S)

    def poll(self, timeout_s: float) -> Chunk | None:
        if self._ended:
            return None
        try:
            item = self._chunks.get(timeout=timeout_s) if timeout_s > 0 else self._chunks.get_nowait()
        except queue.Empty:
            return None
        if isinstance(item, Chunk):
            return item
        self._ended = True
        if item is not None:
            raise item
        return None

    @property
    def ended(self) -> bool:
        return self._ended

    def _read(self, lines: Iterator[bytes]) -> None:
        end: GuiRecError | None = None
        try:
            for data in lines:
                if not self._hand_over(Chunk(data, self._clock.monotonic_s())):
                    return
        except GuiRecError as error:
            end = error
        except OSError as error:
            end = DeviceLostError(f"the touch panel's stream broke: {error}")
        self._hand_over(end)

    def _hand_over(self, item: Chunk | GuiRecError | None) -> bool:
        """False when nobody waits for it any more."""
        while not self._leaving.is_set():
            try:
                self._chunks.put(item, timeout=_FULL_LOOK_S)
            except queue.Full:
                continue
            return True
        return False
