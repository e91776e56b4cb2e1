"""Ctrl-C once asks to stop, twice stops at once. A farm's child is asked by the end of its standard input."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOP_WITH_STDIN = "GUI_REC_STOP_WITH_STDIN"
"""With this variable the end of standard input asks to stop, as the first Ctrl-C does."""


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

    def watch() -> None:
        while os.read(0, 1024):
            pass
        if not asked.is_set():
            asked.set()
            on_first()

    if os.environ.pop(STOP_WITH_STDIN, None):  # what this process starts is not to read it as well
        threading.Thread(target=watch, daemon=True).start()
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
