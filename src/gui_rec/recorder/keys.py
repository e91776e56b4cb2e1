"""Keys that a person presses while a session of tasks runs, from a terminal or as lines."""

from __future__ import annotations

import os
import queue
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Protocol


class Key(StrEnum):
    """What each key means."""

    START = "s"
    SUCCESS = "y"
    FAILURE = "n"
    REDO = "r"
    DISCARD = "d"
    SKIP = "k"
    QUIT = "q"


MEANINGS: dict[Key, str] = {
    Key.START: "start",
    Key.SUCCESS: "done with success",
    Key.FAILURE: "done with failure",
    Key.REDO: "redo (discard and begin anew)",
    Key.DISCARD: "discard (kept, marked)",
    Key.SKIP: "next task",
    Key.QUIT: "quit",
}


class KeySource(Protocol):
    """Where keys come from; a test scripts one."""

    @property
    def is_live(self) -> bool:
        """Whether a key is of the moment in which it is read: True for a terminal, False for lines, which may have
        been written beforehand.
        """
        ...

    @property
    def ended(self) -> bool:
        """True when no key can come any more."""
        ...

    def poll(self, timeout_s: float) -> str | None:
        """The next key as one lower-case character, waiting at most `timeout_s`; None when none came."""
        ...


_ESCAPE = "\x1b"
_READ_BYTES = 1024
_MOST_WAITING = 1_000


def keys_in(chunk: str) -> str:
    """The keys of what a terminal sent at once; none of an arrow or function key, whose letters are not pressed."""
    return (
        ""
        if _ESCAPE in chunk
        else "".join(character for character in chunk.lower() if character.isprintable())
    )


def key_of(line: str) -> str | None:
    """The key that a line means: its first character; None for a blank line."""
    return line.strip()[:1].lower() or None


class LineKeys:
    """A line a key, read in a thread of its own from a descriptor (standard input). Whoever writes faster than keys
    are taken waits.
    """

    is_live = False

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._keys: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._ended = False
        threading.Thread(target=self._read, name="line-keys", daemon=True).start()

    @property
    def ended(self) -> bool:
        return self._ended

    def poll(self, timeout_s: float) -> str | None:
        if self._ended:
            return None
        try:
            key = self._keys.get(timeout=timeout_s) if timeout_s > 0 else self._keys.get_nowait()
        except queue.Empty:
            return None
        self._ended = key is None
        return key

    def _read(self) -> None:
        rest = b""
        while data := self._chunk():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._hand_over(line)
            rest = rest[:_READ_BYTES]  # of a line its first word is enough
        self._hand_over(rest)
        self._keys.put(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, _READ_BYTES)
        except (
            OSError
        ):  # a terminal that was closed, a descriptor that never was open: no key comes from there
            return b""

    def _hand_over(self, line: bytes) -> None:
        key = key_of(line.decode("utf-8", "replace"))
        if key is not None:
            self._keys.put(key)


if sys.platform == "win32":
    import msvcrt
    import time

    class TerminalKeys:
        """Single keys of the console."""

        is_live = True
        ended = False
        _GAP_S = 0.02

        def poll(self, timeout_s: float) -> str | None:
            until_s = time.monotonic() + timeout_s
            while not msvcrt.kbhit():
                if time.monotonic() >= until_s:
                    return None
                time.sleep(self._GAP_S)
            character = msvcrt.getwch()
            if character in "\x00\xe0":  # an arrow or function key: a second character follows
                msvcrt.getwch()
                return None
            return keys_in(character) or None

    @contextmanager
    def terminal_keys(descriptor: int) -> Iterator[KeySource]:  # noqa: ARG001 - there is one console
        """Single keys of the console, without Enter."""
        yield TerminalKeys()
else:
    import termios
    import tty

    class TerminalKeys:
        """Single keys of a terminal that hands them over one by one."""

        is_live = True

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor
            self._waiting = ""
            self._ended = False

        @property
        def ended(self) -> bool:
            return self._ended

        def poll(self, timeout_s: float) -> str | None:
            if not self._waiting and select.select([self._descriptor], [], [], timeout_s)[0]:
                self._waiting = self._chunk()
            key, self._waiting = self._waiting[:1], self._waiting[1:]
            return key or None

        def _chunk(self) -> str:
            try:
                data = os.read(self._descriptor, _READ_BYTES)
            except OSError:  # the terminal was closed
                data = b""
            self._ended = not data
            return keys_in(data.decode("utf-8", "replace"))

    @contextmanager
    def terminal_keys(descriptor: int) -> Iterator[KeySource]:
        """Single keys of the terminal, without Enter and unshown; Ctrl-C stays what it is. Put back at the end."""
        before = termios.tcgetattr(descriptor)
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # what was typed before counts
        try:
            yield TerminalKeys(descriptor)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def keys_from(descriptor: int, *, lines: bool = False) -> Iterator[KeySource]:
    """Keys of the terminal at `descriptor`; where that is none, or `lines` are asked for, a key a line."""
    if lines or not os.isatty(descriptor):
        yield LineKeys(descriptor)
        return
    with terminal_keys(descriptor) as keys:
        yield keys
