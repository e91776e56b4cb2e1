"""Ctrl-C once asks to stop, twice stops at once. A farm's child is asked by a word on its standard input; where that ends
without the word, the farm has gone.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOP_WITH_STDIN = "GUI_REC_STOP_WITH_STDIN"
"""With this variable the end of standard input asks to stop, as the first Ctrl-C does."""
STOP_WORD = "stop"
"""What stands there where that is meant."""


class Stop:
    """True once somebody asked to stop. `is_abandoned` says that nobody did: who was to ask has gone."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self.is_abandoned = False

    def __call__(self) -> bool:
        return self._asked.is_set()

    def ask(self) -> None:
        """Ask to stop."""
        self._asked.set()


@contextmanager
def stop_on_interrupt(on_first: Callable[[], None]) -> Iterator[Stop]:
    """Yields `stop()`, true after the first Ctrl-C or SIGTERM; the second raises KeyboardInterrupt.

    `on_first` tells the person what happens now. The earlier handlers come back at the end.
    """
    stop = Stop()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stop():
            raise KeyboardInterrupt
        stop.ask()
        on_first()

    def watch() -> None:
        heard = b""
        while data := os.read(0, 1024):
            heard = (heard + data)[-len(STOP_WORD) - 1 :]
        if not stop():
            stop.is_abandoned = heard.strip() != STOP_WORD.encode()
            stop.ask()
            on_first()

    if os.environ.pop(STOP_WITH_STDIN, None):  # what this process starts is not to read it as well
        threading.Thread(target=watch, daemon=True).start()
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
