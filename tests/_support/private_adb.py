"""A real adb server of one's own: private port, private HOME, never the person's server on 5037."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import adbutils

ADB = Path(adbutils.__file__).parent / "binaries" / "adb"
TIMEOUT_S = 30.0


@dataclass(frozen=True)
class PrivateAdb:
    """The adb of adbutils' wheel against a server on `port`."""

    port: int
    home: Path

    def run(self, *words: str, serial: str | None = None) -> subprocess.CompletedProcess[bytes]:
        """`adb -P PORT [-s SERIAL] WORDS...` with its streams as bytes."""
        device = [] if serial is None else ["-s", serial]
        return subprocess.run(
            [str(ADB), "-P", str(self.port), *device, *words],
            env=dict(os.environ, ADB_LIBUSB="0", ADB_EMU="0", HOME=str(self.home)),
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )

    def shell(self, serial: str, line: str) -> subprocess.CompletedProcess[bytes]:
        """One line of the phone's shell."""
        return self.run("shell", line, serial=serial)


@contextmanager
def private_adb(home: Path) -> Iterator[PrivateAdb]:
    """A server that lives as long as the `with` block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        adb = PrivateAdb(probe.getsockname()[1], home)
    try:
        started = adb.run("start-server")
        assert started.returncode == 0, started.stderr
        yield adb
    finally:
        adb.run("kill-server")
