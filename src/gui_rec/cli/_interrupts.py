"""Ctrl-C once asks to stop, twice stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stop_on_interrupt(on_first: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Yields `stop()`, true after the first Ctrl-C or SIGTERM; the second raises KeyboardInterrupt.

    `on_first` tells the person what happens now. The earlier handlers come back at the end.
    """
    asked = threading.Event()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        on_first()

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
