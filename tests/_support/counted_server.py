"""An adb server's door that writes down what is asked for: shell lines in the order in which they came."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

_SERVICE = re.compile(rb"[0-9a-f]{4}((?:shell|exec)[a-z0-9,=-]*:)([^\0]*)", re.S | re.I)


@dataclass
class Door:
    """`port` leads to the server behind it; `lines` are the shell lines that went through."""

    port: int = 0
    lines: list[str] = field(default_factory=list)

    def between(self, first: str, last: str) -> list[str]:
        """The lines behind the first one that has `first` in it, up to the next that has `last`."""
        begin = next(at for at, line in enumerate(self.lines) if first in line)
        end = next(at for at, line in enumerate(self.lines) if at > begin and last in line)
        return self.lines[begin + 1 : end]


@contextlib.contextmanager
def counted_server(target_port: int) -> Iterator[Door]:
    """The server on `target_port` of this machine, by another port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    door = Door(listener.getsockname()[1])
    thread = threading.Thread(target=_accept, args=(listener, target_port, door), daemon=True)
    thread.start()
    try:
        yield door
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(10)
        listener.close()


def _accept(listener: socket.socket, target_port: int, door: Door) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_pair, args=(client, target_port, door), daemon=True).start()


def _pair(client: socket.socket, target_port: int, door: Door) -> None:
    with client, socket.create_connection(("127.0.0.1", target_port)) as server:
        upward = threading.Thread(target=_carry, args=(client, server, door), daemon=True)
        upward.start()
        _carry(server, client, None)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
        upward.join()


def _carry(source: socket.socket, sink: socket.socket, door: Door | None) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            found = _SERVICE.match(data) if door is not None else None
            if found is not None and door is not None:
                door.lines.append(found[2].decode("utf-8", "replace"))
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
