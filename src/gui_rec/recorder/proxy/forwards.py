"""Forwards of ports whose traffic acts: they end in a listener of the proxy instead of the server's own.

The client sees one server: its listings hold the proxy's forwards beside the server's, and not those of the server
that would lead past the proxy.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gui_rec.errors import DeviceError
from gui_rec.recorder.proxy.framing import OKAY, encode, fail, hang_up
from gui_rec.recorder.proxy.requests import Ask, HostRequest, parse_service
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.socket_service import WATCHED, SocketService

_MOST = 64


class Listens(Protocol):
    """An open listener."""

    port: int

    def close(self) -> None:
        """Hang up on everybody."""
        ...


Listen = Callable[[int, Callable[[socket.socket, str], None]], Listens]
"""Opens a listener on a port of this machine (0: a free one). Raises DeviceUnavailableError."""


@dataclass(frozen=True, slots=True)
class _Forward:
    local: str
    remote: str
    listener: Listens


class Forwards:
    """The proxy's own forwards of one device."""

    def __init__(self, session: Session, listen: Listen) -> None:
        self._session = session
        self._listen = listen
        self._lock = threading.Lock()
        self._open: dict[str, _Forward] = {}

    def answer(self, asked: HostRequest) -> bytes | None:
        """What the client gets; None where the server itself should answer."""
        with self._lock:
            match asked.ask:
                case Ask.FORWARD:
                    return self._forward(asked)
                case Ask.LIST_FORWARD:
                    return self._list()
                case Ask.KILL_FORWARD:
                    return OKAY + OKAY if self._drop(asked.local) else None
                case _:
                    for local in list(self._open):
                        self._drop(local)
                    return None

    def close(self) -> None:
        """End them all."""
        with self._lock:
            for local in list(self._open):
                self._drop(local)

    def _forward(self, asked: HostRequest) -> bytes | None:
        if self._session.serial_of(asked.chooser) != self._session.serial:
            return None
        if asked.remote not in WATCHED or not asked.local.startswith("tcp:"):
            self._session.sayings.once(f"what goes through the forward of {asked.remote} is not seen")
            self._drop(asked.local)
            return None
        if asked.local in self._open:
            if asked.norebind:
                return fail(f"cannot rebind existing socket '{asked.local}'")
            self._drop(asked.local)
        return self._begin(asked)

    def _begin(self, asked: HostRequest) -> bytes:
        wanted = asked.local.removeprefix("tcp:")
        if not (wanted.isascii() and wanted.isdigit() and int(wanted) <= 65535):
            return fail(f"cannot bind listener: bad port number '{wanted}'")
        if len(self._open) >= _MOST:
            return fail("cannot bind listener: too many forwards")
        self._end_the_servers(asked)
        try:
            listener = self._listen(int(wanted), self._serve(asked.remote))
        except DeviceError as error:
            return fail(f"cannot bind listener: {error}")
        local = f"tcp:{listener.port}"
        self._open[local] = _Forward(local, asked.remote, listener)
        return OKAY + OKAY + (encode(str(listener.port)) if int(wanted) == 0 else b"")

    def _end_the_servers(self, asked: HostRequest) -> None:
        """A forward from before the session that stands on this port would lead past the proxy."""
        if asked.norebind or asked.local == "tcp:0":
            return
        if any(local == asked.local for _, local, _ in self._of_the_server()):
            with contextlib.suppress(DeviceError):  # then listening there fails, and the client hears why
                self._session.client.tell(f"host-serial:{self._session.serial}:killforward:{asked.local}")

    def _serve(self, remote: str) -> Callable[[socket.socket, str], None]:
        def serve(client: socket.socket, who: str) -> None:
            server = self._session.connect_device()
            try:
                SocketService(self._session, client, server, parse_service(remote), who, answers=False).run()
            finally:
                hang_up(server)

        return serve

    def _list(self) -> bytes | None:
        try:
            kept = [
                (serial, local, remote)
                for serial, local, remote in self._of_the_server()
                if serial != self._session.serial or remote not in WATCHED
            ]
        except DeviceError:
            return None
        own = [(self._session.serial, each.local, each.remote) for each in self._open.values()]
        return OKAY + encode("".join(f"{' '.join(each)}\n" for each in (*kept, *own)))

    def _of_the_server(self) -> list[tuple[str, str, str]]:
        found = []
        for line in self._session.client.query("host:list-forward").splitlines():
            serial, local, remote = ["", "", *line.rsplit(" ", 2)][-3:]
            found.append((serial, local, remote))
        return found

    def _drop(self, local: str) -> bool:
        forward = self._open.pop(local, None)
        if forward is not None:
            forward.listener.close()
        return forward is not None
