"""A person at a terminal: sees what a command prints there, and presses keys."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from gui_rec._clock import Deadline, SystemClock

_READ_BYTES = 65536


class Person:
    """Reads the terminal `master` of the process; what was seen is not seen again."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self._process = process
        self._unseen = ""
        self.screen = ""

    def sees(self, words: str, timeout_s: float = 60.0) -> None:
        """Wait until `words` are shown. Fails with what is shown instead."""
        deadline = Deadline.after(SystemClock(), timeout_s)
        while words not in self._unseen:
            assert not deadline.passed, (
                f"{words!r} was not shown in {timeout_s:g} s, but: {self.screen[-2000:]}"
            )
            assert self._look(deadline.left_s), f"{words!r} was never shown, but: {self.screen[-2000:]}"
        self._unseen = self._unseen.partition(words)[2]

    def presses(self, keys: str) -> None:
        """Press keys; a line is typed with its end."""
        os.write(self._master, keys.encode())

    def ends(self, timeout_s: float = 60.0) -> int:
        """Wait for the end of the command; its exit code."""
        deadline = Deadline.after(SystemClock(), timeout_s)
        while self._look(deadline.left_s):
            assert not deadline.passed, f"it goes on: {self.screen[-2000:]}"
        return self._process.wait(timeout_s)

    def _look(self, timeout_s: float) -> bool:
        """Take in what is shown; False when the terminal was left."""
        if not select.select([self._master], [], [], timeout_s)[0]:
            return True
        try:
            data = os.read(self._master, _READ_BYTES)
        except OSError:  # Linux says so when the last program has left the terminal
            return False
        text = data.decode("utf-8", "replace").replace("\r", "")
        self._unseen += text
        self.screen += text
        return bool(data)


@contextmanager
def person_at(words: list[str], environ: Mapping[str, str]) -> Iterator[Person]:
    """`gui-rec WORDS` in a terminal of its own; ended with the block."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "gui_rec", *words],
        env={**os.environ, **environ, "COLUMNS": "400"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Person(master, process)
    finally:
        process.kill()
        process.wait(10)
        os.close(master)
