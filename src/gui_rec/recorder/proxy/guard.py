"""Ends the agent when gui-rec dies without a last word (`kill -9`, no memory).

What is left would go on acting on the phone, unrecorded, and its adb would start a server of its own on the port that
the proxy left. So a small process holds the end of a pipe: a byte lets it go, an end without one is gui-rec's death.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

_LET_GO = b"."
_LEAVES_S = 5.0
_PATIENCE_S = 5.0
_PROGRAM = """
import os, signal, sys, time
group, patience_s = int(sys.argv[1]), float(sys.argv[2])
if not os.read(0, 1):
    try:
        os.killpg(group, signal.SIGTERM)
        until = time.monotonic() + patience_s
        while time.monotonic() < until:
            os.killpg(group, 0)
            time.sleep(0.1)
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
"""


class LastWord:
    """Runs `argv` for as long as this process lives, on POSIX systems only: a byte on its standard input lets it go
    (`let_go`), an end without one tells it that this process has died.
    """

    def __init__(self, argv: Sequence[str]) -> None:
        self._process = None if os.name != "posix" else _started(argv)

    def let_go(self) -> None:
        """Nothing is to be done for this process; a second call does nothing."""
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        with suppress(BrokenPipeError), process.stdin:  # somebody ended it: then there is none
            process.stdin.write(_LET_GO)
            process.stdin.flush()
        try:
            process.wait(_LEAVES_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Guard(LastWord):
    """Watches over the process group `group`, which is ended when this process has died."""

    def __init__(self, group: int, *, patience_s: float = _PATIENCE_S) -> None:
        super().__init__([sys.executable, "-I", "-S", "-c", _PROGRAM, str(group), str(patience_s)])


def _started(argv: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        list(argv),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
