"""A touch panel's lines as they come, without blocking whoever watches the screen."""

from __future__ import annotations

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


class ThreadedFeed:
    """Reads the device's stream in a thread of its own.

    An error of the stream is raised by `poll` after all chunks that came before it.
    """

    def __init__(self, device: EmitsTouches, clock: Clock) -> None:
        self._device = device
        self._clock = clock
        self._chunks: queue.Queue[Chunk | GuiRecError | None] = queue.Queue()
        self._ended = False
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._read, name="touch-feed", daemon=True)

    def __enter__(self) -> ThreadedFeed:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # The thread may sit in a read; it is a daemon and ends with the stream or the process.
        self._leaving.set()

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

    def _read(self) -> None:
        try:
            with self._device.touch_lines() as lines:
                self._hand_over(lines)
        except GuiRecError as error:
            self._chunks.put(error)
        except OSError as error:
            self._chunks.put(DeviceLostError(f"the touch panel's stream broke: {error}"))
        else:
            self._chunks.put(None)

    def _hand_over(self, lines: Iterator[bytes]) -> None:
        for data in lines:
            if self._leaving.is_set():
                return
            self._chunks.put(Chunk(data, self._clock.monotonic_s()))
