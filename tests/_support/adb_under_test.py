"""A private adb server whose list of devices can be waited for: its own port and home, no scan, no USB."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import adbutils

TIMEOUT_S = 15.0


def adb_binary() -> Path:
    """The adb inside adbutils' wheel."""
    return Path(adbutils.__file__).parent / "binaries" / "adb"


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class PrivateAdb:
    """The adb command line against one private server."""

    port: int
    home: Path

    @property
    def env(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "ADB_LIBUSB": "0",
            "ADB_USB": "0",
            "ADB_EMU": "0",
        }

    def run(
        self, *args: str, stdin: bytes | None = None, timeout_s: float = TIMEOUT_S
    ) -> subprocess.CompletedProcess[bytes]:
        command = [str(adb_binary()), "-P", str(self.port), *args]
        return subprocess.run(
            command, input=stdin, capture_output=True, env=self.env, timeout=timeout_s, check=False
        )

    def start(self) -> None:
        assert self.run("start-server").returncode == 0

    def kill(self) -> None:
        self.run("kill-server")

    def devices(self) -> dict[str, str]:
        """serial -> state."""
        lines = self.run("devices").stdout.decode().splitlines()[1:]
        return {line.split("\t")[0]: line.split("\t")[1] for line in lines if "\t" in line}

    def until(self, wanted: Callable[[dict[str, str]], bool], timeout_s: float = TIMEOUT_S) -> dict[str, str]:
        """Wait, told by the server of every change, until its devices are as `wanted`."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout_s) as track:
            request = b"host:track-devices"
            track.sendall(b"%04x" % len(request) + request)
            assert _exactly(track, 4) == b"OKAY"
            while True:
                text = _exactly(track, int(_exactly(track, 4), 16)).decode()
                devices = {line.split("\t")[0]: line.split("\t")[1] for line in text.splitlines()}
                if wanted(devices):
                    return devices

    def until_state(self, serial: str, state: str | None) -> None:
        """Wait until a device has `state`; None waits until it is gone."""
        self.until(lambda devices: devices.get(serial) == state)


def _exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            raise ConnectionError("the adb server closed the connection")
        data += part
    return data


@contextlib.contextmanager
def private_adb(home: Path) -> Iterator[PrivateAdb]:
    """A server that runs, and is ended at the end."""
    adb = PrivateAdb(free_port(), home)
    adb.start()
    try:
        yield adb
    finally:
        adb.kill()
