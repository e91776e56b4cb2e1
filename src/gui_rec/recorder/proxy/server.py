"""The proxy's listener: an adb server on this machine for one agent."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable
from types import TracebackType

from gui_rec.errors import DeviceError, DeviceUnavailableError
from gui_rec.recorder.proxy.clients import Client, Clients, can_tell
from gui_rec.recorder.proxy.connection import Connection
from gui_rec.recorder.proxy.forwards import Forwards
from gui_rec.recorder.proxy.framing import fail, hang_up
from gui_rec.recorder.proxy.session import Session

HOST = "127.0.0.1"
_BACKLOG = 128
_MOST_CONNECTIONS = 256
_JOIN_S = 5.0
_RETRY_S = 0.2
_LOG = logging.getLogger(__name__)


class Listener:
    """Accepts connections on a port of this machine and serves each in a thread of its own, until closed.

    Each thread accepts for itself, and again when it is done, so that no connection waits for a thread to be made or
    woken; one more begins where none is left that waits. A client that does not belong gets one refusal. More than
    256 at once wait in the system's queue.
    """

    def __init__(
        self,
        port: int,
        clients: Clients,
        serve: Callable[[socket.socket, str], None],
        refuse: Callable[[socket.socket, Client], None],
        *,
        any_client: bool,
    ) -> None:
        try:
            self._listener = socket.create_server((HOST, port), backlog=_BACKLOG)
        except OSError as error:
            raise DeviceUnavailableError(
                f"the proxy cannot listen on {HOST}:{port}: {error.strerror or error}; choose another --proxy-port"
            ) from error
        self.port: int = self._listener.getsockname()[1]
        self._clients = clients
        self._serve = serve
        self._refuse = refuse
        self._any_client = any_client
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._waiting = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        with self._lock:
            self._one_more()

    def close(self) -> None:
        """Hang up on everybody."""
        with self._lock:
            self._closing.set()
            connections, threads = list(self._open), list(self._threads)
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(_JOIN_S)

    def _one_more(self) -> None:
        """Another thread that accepts; with the lock held."""
        self._waiting += 1
        thread = threading.Thread(target=self._accept, name=f"proxy-{self.port}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, peer = self._listener.accept()
            except OSError as error:
                if self._closing.wait(_RETRY_S):
                    return
                # No descriptor is left, or the client hung up first: the next one may do better.
                _LOG.warning("the proxy's port %s: a connection could not be taken: %s", self.port, error)
                continue
            if not self._take(connection):
                hang_up(connection)
                return
            self._talk(connection, peer[1])
            with self._lock:
                self._waiting += 1

    def _take(self, connection: socket.socket) -> bool:
        """Whether it is still served; somebody else waits for the next one then."""
        with self._lock:
            if self._closing.is_set():
                return False
            self._open.add(connection)
            self._waiting -= 1
            if not self._waiting and len(self._threads) < _MOST_CONNECTIONS:
                self._one_more()
            return True

    def _talk(self, connection: socket.socket, peer_port: int) -> None:
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client = self._clients.find(peer_port, self.port)
            if self._any_client or not can_tell() or self._clients.belongs(client):
                self._serve(connection, str(client))
            else:
                self._refuse(connection, client)
        except (OSError, DeviceError) as error:
            # A side hung up in the middle, which the other side sees by its connection ending, too.
            _LOG.info("a connection of the proxy ended: %s", error)
        finally:
            with self._lock:
                self._open.discard(connection)
            hang_up(connection)


class ProxyServer:
    """An adb server for one agent in front of the real one, between `with` and its end."""

    def __init__(
        self, session: Session, clients: Clients, *, port: int = 0, any_client: bool = False
    ) -> None:
        self._session = session
        self._clients = clients
        self._any_client = any_client
        self._forwards = Forwards(session, self._listen)
        self._listener = self._listen(port, self._serve)
        self.port = self._listener.port

    def __enter__(self) -> ProxyServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._forwards.close()
        self._listener.close()

    def _listen(self, port: int, serve: Callable[[socket.socket, str], None]) -> Listener:
        return Listener(port, self._clients, serve, self._refuse, any_client=self._any_client)

    def _serve(self, connection: socket.socket, who: str) -> None:
        self._session.has_spoken = True
        Connection(self._session, self._forwards, connection, who).serve()

    def _refuse(self, connection: socket.socket, client: Client) -> None:
        self._session.sayings.once(
            f"{client} asked this proxy and was refused: it is not the recorded command (--allow-any-client lets it)"
        )
        connection.sendall(
            fail(f"this adb server is a recording of gui-rec for one agent; {client} does not belong to it")
        )
