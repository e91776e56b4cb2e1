"""The adb program and its server: which one, where, and how to have a private one.

The person's own server is only ever started through adb itself and never stopped. Tests and the demo
use `PrivateAdbServer`, which shares nothing with it: own port, own keys, no USB, no emulator scan.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

from gui_rec.device.adb.client import AdbClient
from gui_rec.errors import DeviceError, DeviceUnavailableError, UsageError

DEFAULT_PORT = 5037
_START_TIMEOUT_S = 20.0


def find_adb(environ: Mapping[str, str] | None = None) -> Path:
    """The adb program: GUI_REC_ADB, else the one in adbutils' wheel, else the first on PATH.

    Raises DeviceUnavailableError saying what to install.
    """
    environ = os.environ if environ is None else environ
    named = environ.get("GUI_REC_ADB")
    if named:
        if not os.access(named, os.X_OK):
            raise UsageError(f"GUI_REC_ADB: expected a program, got {named!r}, which cannot be run")
        return Path(named)
    bundled = _bundled()
    if bundled is not None:
        return bundled
    found = shutil.which("adb", path=environ.get("PATH"))
    if found is None:
        raise DeviceUnavailableError(
            "no adb on this machine: install Android's platform-tools "
            "(https://developer.android.com/tools/releases/platform-tools, or your system's package `adb`)"
        )
    return Path(found)


def _bundled() -> Path | None:
    """adbutils' wheels hold an adb where Google builds one: not on Linux for ARM, for instance."""
    spec = find_spec("adbutils")
    if spec is None or spec.origin is None:
        return None
    binary = Path(spec.origin).parent / "binaries" / ("adb.exe" if os.name == "nt" else "adb")
    return binary if os.access(binary, os.X_OK) else None


def address_by_environ(environ: Mapping[str, str] | None = None) -> tuple[str, int]:
    """Host and port of the person's server, by the variables that adb itself obeys.

    ADB_SERVER_SOCKET (`tcp:HOST:PORT`, `tcp:PORT`) wins over ANDROID_ADB_SERVER_ADDRESS and _PORT.
    Raises UsageError for a value that cannot be meant.
    """
    environ = os.environ if environ is None else environ
    spec = environ.get("ADB_SERVER_SOCKET")
    if spec:
        kind, _, rest = spec.partition(":")
        if kind != "tcp" or not rest:
            raise UsageError(f"ADB_SERVER_SOCKET: expected tcp:HOST:PORT or tcp:PORT, got {spec!r}")
        host, _, port = rest.rpartition(":")
        return host.strip("[]") or "127.0.0.1", _port("ADB_SERVER_SOCKET", port)
    host = environ.get("ANDROID_ADB_SERVER_ADDRESS") or "127.0.0.1"
    name = "ANDROID_ADB_SERVER_PORT"
    return host, _port(name, environ.get(name) or str(DEFAULT_PORT))


def _port(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 65535):
        raise UsageError(f"{name}: expected a port 1..65535, got {text!r}")
    return int(text)


def ensure_server(environ: Mapping[str, str] | None = None) -> AdbClient:
    """A client of the person's server, which is started through adb if none answers."""
    environ = os.environ if environ is None else environ
    host, port = address_by_environ(environ)
    client = AdbClient(host, port)
    try:
        client.version()
    except DeviceUnavailableError:
        if host not in ("127.0.0.1", "localhost", "::1"):
            raise
        _run(find_adb(environ), port, "start-server", environ)
        client.version()
    return client


def start_server(port: int, environ: Mapping[str, str] | None = None) -> None:
    """A server on `port` of this machine, started through adb. Raises DeviceUnavailableError."""
    environ = os.environ if environ is None else environ
    _run(find_adb(environ), port, "start-server", environ)


def stop_server(port: int, environ: Mapping[str, str] | None = None) -> None:
    """End the server on `port`, through adb. Only for one that the person gave away, or one of our own."""
    environ = os.environ if environ is None else environ
    _run(find_adb(environ), port, "kill-server", environ)


def _run(adb: Path, port: int, verb: str, environ: Mapping[str, str]) -> None:
    # An address in the environment, be it this machine's, makes adb refuse to start a server there.
    remote = ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS")
    local_environ = {name: value for name, value in environ.items() if name not in remote}
    # The server that adb leaves behind inherits these streams; a pipe would never end.
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(
                [str(adb), "-P", str(port), verb],
                env=local_environ,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                timeout=_START_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise DeviceUnavailableError(f"adb {verb} on port {port}: {error}") from error
        output.seek(0)
        if done.returncode != 0:
            said = output.read(2_000).decode(errors="replace").strip()
            raise DeviceUnavailableError(f"adb {verb} on port {port} ended with {done.returncode}: {said}")


class PrivateAdbServer:
    """An adb server of one's own between `with` and its end.

    It has a free port, its own HOME (adb keeps its keys there), and looks for neither USB devices nor
    emulators; a simulated phone announces itself to it. `environ` makes other programs use it.
    """

    def __init__(self, *, port: int | None = None) -> None:
        self._wanted_port = port
        self._stack = contextlib.ExitStack()
        self.port = 0
        self.environ: dict[str, str] = {}

    @property
    def client(self) -> AdbClient:
        """A client of this server."""
        return AdbClient("127.0.0.1", self.port)

    def __enter__(self) -> PrivateAdbServer:
        home = self._stack.enter_context(
            tempfile.TemporaryDirectory(prefix="gui-rec-adb-", ignore_cleanup_errors=True)
        )
        self.port = self._wanted_port or free_port()
        self.environ = private_environ(os.environ, home, self.port)
        try:
            _run(find_adb(), self.port, "start-server", self.environ)
        except DeviceError:
            self._stack.close()
            raise
        self._stack.callback(self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _stop(self) -> None:
        # A server that is gone already is what stopping wants.
        with contextlib.suppress(DeviceError):
            _run(find_adb(), self.port, "kill-server", self.environ)


def private_environ(environ: Mapping[str, str], home: str, port: int) -> dict[str, str]:
    """The variables that make adb and its clients use only the private server on `port`."""
    foreign = ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "ANDROID_SERIAL", "ADB_TRACE")
    kept = {name: value for name, value in environ.items() if name not in foreign}
    return {
        **kept,
        "HOME": home,
        "ANDROID_USER_HOME": str(Path(home) / ".android"),
        "TMPDIR": home,
        "ADB_LIBUSB": "0",
        "ADB_EMU": "0",
        "ADB_MDNS_AUTO_CONNECT": "",
        "ANDROID_ADB_SERVER_PORT": str(port),
    }


def free_port() -> int:
    """A TCP port of this machine that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
