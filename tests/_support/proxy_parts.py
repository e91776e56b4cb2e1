"""The proxy without a recording: a session on a made-up adb server, and somebody who opens the gate."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from fake_adb_server import Behaviour, adb_server

from gui_rec._clock import Deadline, SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.model.geometry import ScreenSize
from gui_rec.recorder.heard._api import Heard, Screen
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy.clients import Clients
from gui_rec.recorder.proxy.gate import Gate, Held
from gui_rec.recorder.proxy.looks import Looks
from gui_rec.recorder.proxy.server import ProxyServer
from gui_rec.recorder.proxy.session import Sayings, Session

SERIAL = "fake-1"
SCREEN = Screen(ScreenSize(1000, 2000))
TIMEOUT_S = 20.0


def session_at(port: int, *, has_shell_v2: bool = True) -> tuple[Session, list[str]]:
    """A session on the adb server at `port`, and what it says to the person."""
    said: list[str] = []
    clock = SystemClock()
    session = Session(
        client=AdbClient("127.0.0.1", port),
        serial=SERIAL,
        clock=clock,
        gate=Gate(clock),
        looks=Looks(clock),
        sayings=Sayings(said.append),
        screen=SCREEN,
        series=Series(clock),
        has_shell_v2=has_shell_v2,
    )
    return session, said


@dataclass
class Opener:
    """Lets everything through the gate and remembers it; `refusal` refuses instead."""

    session: Session
    refusal: str | None = None
    held: list[Held] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _ended: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        try:
            self._let_through()
        finally:
            self._ended.set()

    def _let_through(self) -> None:
        while not self._over.is_set():
            held = self.session.gate.take(0.05)
            if held is None:
                continue
            self.heard.append(held.hear(self.session.screen, self.session.series))
            self.held.append(held)
            if self.refusal is not None:
                held.refuse(self.refusal)
            elif held.permit(self.session.clock):
                assert held.ended.wait(TIMEOUT_S)

    def end(self) -> None:
        """Nothing is let through any more."""
        self._over.set()
        assert self._ended.wait(TIMEOUT_S)


@dataclass
class Served:
    """A proxy in front of a made-up server."""

    session: Session
    said: list[str]
    opener: Opener
    asked: list[str]
    port: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT_S)

    def ask(self, *requests: bytes) -> bytes:
        """Requests, each after the OKAY for the one before; all that comes after the first refusal or last request."""
        with self.connect() as client:
            for request in requests[:-1]:
                client.sendall(b"%04x" % len(request) + request)
                status = exactly(client, 4)
                if status != b"OKAY":
                    return status + read_all(client)
            client.sendall(b"%04x" % len(requests[-1]) + requests[-1])
            return read_all(client)

    def shell(self, service: bytes) -> bytes:
        """What a service of the device answers, its OKAY included."""
        return self.ask(f"host:transport:{SERIAL}".encode(), service)


def until(is_so: Callable[[], bool]) -> None:
    """Return once another thread has made it so."""
    deadline = Deadline.after(SystemClock(), TIMEOUT_S)
    never = threading.Event()
    while not is_so():
        assert not deadline.passed
        never.wait(0.005)


def exactly(client: socket.socket, count: int) -> bytes:
    """So many bytes, or fewer where the other side hung up."""
    data = b""
    while len(data) < count and (part := client.recv(count - len(data))):
        data += part
    return data


def read_all(client: socket.socket) -> bytes:
    data = b""
    while part := client.recv(65536):
        data += part
    return data


@contextlib.contextmanager
def served(
    behave: Behaviour, *, any_client: bool = False, refusal: str | None = None, has_shell_v2: bool = True
) -> Iterator[Served]:
    """A proxy for this very process, in front of a server that behaves so."""
    clients = Clients("a-token")
    clients.root_pid = None if any_client else os.getpid()
    with adb_server(behave) as real:
        session, said = session_at(real.port, has_shell_v2=has_shell_v2)
        opener = Opener(session, refusal)
        thread = threading.Thread(target=opener.run, daemon=True)
        thread.start()
        try:
            with ProxyServer(session, clients, any_client=any_client) as server:
                yield Served(session, said, opener, real.requests, server.port)
        finally:
            session.gate.close("over")
            opener.end()
            thread.join(TIMEOUT_S)
