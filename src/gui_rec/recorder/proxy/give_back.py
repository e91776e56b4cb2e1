"""Gives the person's adb server its port back when gui-rec dies without a last word (`kill -9`) during a takeover.

The server that was moved would go on elsewhere, where nobody looks for it, and keep the devices that USB gave it.
Run as a process of its own: a byte on standard input lets it go, an end without one is gui-rec's death.
"""

from __future__ import annotations

import os
import sys

from gui_rec.recorder.proxy.guard import LastWord


def watch(source: int, target: int) -> LastWord:
    """A process that moves the server from `source` to `target`, should this one die."""
    return LastWord([sys.executable, "-m", "gui_rec.recorder.proxy.give_back", str(source), str(target)])


def main(source: int, target: int) -> None:
    """Wait, and do it if it is to be done."""
    if os.read(0, 1):
        return
    from gui_rec._clock import SystemClock
    from gui_rec.recorder.proxy.takeover import move_server

    move_server(source, target, SystemClock())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
