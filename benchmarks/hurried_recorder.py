"""`gui-rec` whose device is in memory and whose clock runs fast, so that a step takes moments; its disk is the real one.

Each line of standard input is a JSON list: the file for its stderr, then the command line. It runs in a process of its
own, forked after everything heavy was imported, since most of a session's seconds would be its start. Standard output
tells the process's number; it is waited for after one more line, so that until then the number is its own.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pyarrow.parquet  # noqa: F401
from memory import SIZE, EndlessApp, Pages

import gui_rec.cli.record
import gui_rec.device.opening
import gui_rec.recorder.session
from gui_rec._clock import SystemClock
from gui_rec.cli.main import main as gui_rec_main
from gui_rec.device._api import Device
from gui_rec.testing.clock import FakeClock

_HASTE = 20


class HurriedClock(SystemClock):
    """A second of it is a twentieth of the world's."""

    def monotonic_s(self) -> float:
        return super().monotonic_s() * _HASTE

    def sleep_s(self, seconds: float) -> None:
        super().sleep_s(seconds / _HASTE)


def open_endless(name: str | None = None) -> Device:
    """The device of every session."""
    assert name is None
    return EndlessApp(Pages(), "0", clock=FakeClock(), size=SIZE)


def become_gui_rec(said: Path, words: list[str]) -> None:
    """Never returns: this process is the command now."""
    stderr = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(stderr, 2)
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    sys.argv = ["gui-rec", *words]
    try:
        gui_rec_main()
    finally:
        sys.stderr.flush()
        os._exit(0)


def main() -> None:
    """One process for each line."""
    gui_rec.recorder.session.SystemClock = HurriedClock  # type: ignore[attr-defined]
    gui_rec.device.opening.open_named = open_endless
    for line in iter(sys.stdin.readline, ""):
        said, *words = json.loads(line)
        child = os.fork()
        if not child:
            become_gui_rec(Path(said), words)
        print(child, flush=True)
        sys.stdin.readline()
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
