"""`python -m gui_rec.phone`."""

from __future__ import annotations

import signal
import subprocess
import sys

_QUIET = ["--no-announce"]


def test_the_module_ends_cleanly_on_a_signal() -> None:
    command = [sys.executable, "-m", "gui_rec.phone", "--high-port", *_QUIET]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"emulator-" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr.read() == b""
