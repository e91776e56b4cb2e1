"""An adb server in a thread that answers, lies, dawdles or hangs up as a test wants.

A behaviour is a function of the request and the connection; it runs in the connection's own thread,
which ends when the client hangs up.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Behaviour = Callable[["Connection", str], None]


def okay(text: str = "") -> bytes:
    """OKAY, with a block behind it where there is text."""
    return b"OKAY" + (block(text) if text else b"")


def fail(text: str) -> bytes:
    """FAIL and why."""
    return b"FAIL" + block(text)


def block(text: str) -> bytes:
    """Length in four hex digits, then the text."""
    return b"%04x" % len(text.encode()) + text.encode()


def frame(kind: int, data: bytes) -> bytes:
    """One frame of shell v2."""
    return struct.pack("<BI", kind, len(data)) + data


def shell_v2_output(stdout: bytes = b"", stderr: bytes = b"", status: int = 0) -> bytes:
    """A whole command's output."""
    frames = [frame(1, stdout)] if stdout else []
    frames += [frame(2, stderr)] if stderr else []
    return b"".join([*frames, frame(3, bytes([status]))])


@dataclass
class Connection:
    """One client. `send` to it, `hold` to say nothing until it leaves."""

    socket: socket.socket

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self.socket.sendall(data)

    def hold(self) -> None:
        """Say nothing more, until the client hangs up."""
        with contextlib.suppress(OSError):
            while self.socket.recv(4096):
                pass

    def request(self) -> str | None:
        """The next request; None when the client hung up."""
        length = self._exactly(4)
        return None if not length else self._exactly(int(length, 16)).decode("utf-8", "surrogatepass")

    def _exactly(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            chunk = self.socket.recv(count - len(got))
            if not chunk:
                return b""
            got += chunk
        return got


@dataclass
class FakeAdbServer:
    """`requests` holds what was asked; `behave` decides what happens."""

    behave: Behaviour
    requests: list[str] = field(default_factory=list)
    port: int = 0

    def serve(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        connection = Connection(client)
        with client, contextlib.suppress(OSError):
            while (request := connection.request()) is not None:
                self.requests.append(request)
                self.behave(connection, request)


class HangUpError(OSError):
    """Raised by a behaviour to end the connection."""


@contextlib.contextmanager
def adb_server(behave: Behaviour) -> Iterator[FakeAdbServer]:
    """A server on a free port of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = FakeAdbServer(behave, port=listener.getsockname()[1])
    thread = threading.Thread(target=server.serve, args=(listener,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


def phone_behaviour(outputs: dict[str, bytes], *, features: str = "shell_v2,cmd") -> Behaviour:
    """A healthy device that answers device services by their text; what is not named prints nothing."""

    def behave(connection: Connection, request: str) -> None:
        if request.endswith(":features"):
            connection.send(okay(features))
            raise HangUpError
        if request.startswith("host:transport:"):
            connection.send(okay())
            return
        connection.send(okay())
        connection.send(outputs.get(request, shell_v2_output() if "v2" in request else b""))
        raise HangUpError

    return behave
