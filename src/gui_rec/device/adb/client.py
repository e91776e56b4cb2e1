"""A client of the adb server in which one deadline covers a whole call.

Connecting, choosing the device, opening the service and reading its output all count, so a device
that never answers costs `timeout_s` and no more. Errors before the service was asked for say that
nothing ran on the device; `Service` keeps the two halves apart for those who must know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import TracebackType

from gui_rec._clock import Clock, Deadline, SystemClock
from gui_rec.device.adb.quote import RemoteCommand, command
from gui_rec.device.adb.shell_v2 import FrameReader, ShellResult
from gui_rec.device.adb.smart_socket import SmartSocket
from gui_rec.errors import DeviceError, DeviceLostError

MAX_OUTPUT_BYTES = 1 << 27
_V1_MARK = "gui-rec-exit:"
_V1_END = re.compile(rb"gui-rec-exit:(\d{1,3})\r?\n?\Z")

Words = Sequence[str] | RemoteCommand


class Service:
    """A connection that stands with the device chosen; nothing has run on the device yet."""

    def __init__(self, socket: SmartSocket, *, shell_v2: bool) -> None:
        self._socket = socket
        self._shell_v2 = shell_v2

    def __enter__(self) -> Service:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def shell(self, words: Words) -> ShellResult:
        """Run a command to its end. Raises DeviceLostError for an output without its end."""
        line = command(words).line
        if self._shell_v2:
            return self._shell_framed(line)
        return self._shell_marked(line)

    def exec(self, words: Words, *, pause_s: float | None = None) -> bytes:
        """Everything the command prints, stderr mixed in; this service tells no end from a cut."""
        self._socket.ask(f"exec:{command(words).line}")
        return self._socket.read_to_end(MAX_OUTPUT_BYTES, pause_s=pause_s)

    def _shell_framed(self, line: str) -> ShellResult:
        self._socket.ask(f"shell,v2,raw:{line}")
        frames = FrameReader(MAX_OUTPUT_BYTES)
        while frames.exit_status is None and (chunk := self._socket.read_some()):
            frames.feed(chunk)
        return frames.result(line)

    def _shell_marked(self, line: str) -> ShellResult:
        """Android 6 and older tell neither exit status nor end, so the line prints both itself."""
        self._socket.ask(f"shell:{line}; echo {_V1_MARK}$?")
        output = self._socket.read_to_end(MAX_OUTPUT_BYTES)
        match = _V1_END.search(output)
        if match is None:
            raise DeviceLostError(f"the device hung up before the end of {line!r}")
        return ShellResult(output[: match.start()], b"", int(match[1]))


class AdbClient:
    """Speaks to the adb server at `host:port`; a new connection for every call."""

    def __init__(self, host: str = "127.0.0.1", port: int = 5037, *, clock: Clock | None = None) -> None:
        self.address = (host, port)
        self._clock = clock or SystemClock()
        self._shell_v2: dict[str, bool] = {}

    def query(self, request: str, timeout_s: float = 5.0) -> str:
        """The text a `host:` request is answered with."""
        with self._connect(timeout_s) as socket:
            socket.ask(request)
            return socket.read_block().decode(errors="replace")

    def tell(self, request: str, timeout_s: float = 5.0) -> None:
        """A `host:` request that is answered by nothing but a closed connection (`host:emulator:PORT`)."""
        with self._connect(timeout_s) as socket:
            socket.send(request)
            socket.read_to_end(1 << 16)

    def version(self, timeout_s: float = 5.0) -> int:
        """The server's protocol number, 41 for all of today's."""
        text = self.query("host:version", timeout_s)
        try:
            return int(text, 16)
        except ValueError as error:
            raise DeviceError(f"adb server version: expected hex digits, got {text!r}") from error

    def devices(self, timeout_s: float = 5.0) -> str:
        """The listing as `adb devices -l` prints it, without its header."""
        return self.query("host:devices-l", timeout_s)

    def features(self, serial: str, timeout_s: float = 5.0) -> frozenset[str]:
        """What server and device both offer."""
        return frozenset(self.query(f"host-serial:{serial}:features", timeout_s).split(","))

    def service(self, serial: str, timeout_s: float) -> Service:
        """A connection to the device, ready to run one thing. An error here means that nothing ran."""
        deadline = Deadline.after(self._clock, timeout_s)
        shell_v2 = self._has_shell_v2(serial, timeout_s)
        return Service(self._transport(serial, deadline), shell_v2=shell_v2)

    def shell(self, serial: str, words: Words, timeout_s: float) -> ShellResult:
        """Run a command on the device to its end."""
        with self.service(serial, timeout_s) as service:
            return service.shell(words)

    def exec(self, serial: str, words: Words, timeout_s: float, *, pause_s: float | None = None) -> bytes:
        """The raw output of a command on the device, which makes no pause of more than `pause_s` in it."""
        deadline = Deadline.after(self._clock, timeout_s)
        with Service(self._transport(serial, deadline), shell_v2=False) as service:
            return service.exec(words, pause_s=pause_s)

    def stream(self, serial: str, words: Words, timeout_s: float) -> SmartSocket:
        """An open connection that the command's raw output arrives on; the caller closes it.

        `timeout_s` is for the opening. For reading, the caller renews `deadline` as it likes.
        """
        return self.open(serial, f"exec:{command(words).line}", timeout_s)

    def open(self, serial: str, service: str, timeout_s: float) -> SmartSocket:
        """A connection to a service of the device; the one deadline covers all that is done with it."""
        socket = self._transport(serial, Deadline.after(self._clock, timeout_s))
        try:
            socket.ask(service)
        except DeviceError:
            socket.close()
            raise
        return socket

    def _connect(self, timeout_s: float) -> SmartSocket:
        return SmartSocket(self.address, Deadline.after(self._clock, timeout_s))

    def _transport(self, serial: str, deadline: Deadline) -> SmartSocket:
        socket = SmartSocket(self.address, deadline)
        try:
            socket.ask(f"host:transport:{serial}")
        except DeviceError:
            socket.close()
            raise
        return socket

    def _has_shell_v2(self, serial: str, timeout_s: float) -> bool:
        if serial not in self._shell_v2:
            self._shell_v2[serial] = "shell_v2" in self.features(serial, timeout_s)
        return self._shell_v2[serial]
