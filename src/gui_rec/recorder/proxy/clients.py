"""Which process is at the other end of a connection from this machine, and whether it belongs to the agent.

Linux tells the socket's inode by its two ports (if not directly, then in /proc/net/tcp), and in /proc the processes
that hold it (`PID/fd`), their parents (`PID/stat`) and what they were started with (`PID/environ`). Elsewhere nothing
is told.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gui_rec.recorder.proxy.sock_diag import inode_of

UNKNOWN = "unknown process"
TOKEN_VARIABLE = "GUI_REC_PROXY_SESSION"  # noqa: S105 - a mark that children inherit, no secret
_PROC = Path("/proc")
_LOOPBACK = ("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000")
_MOST_ANCESTORS = 64
_INTERPRETER = re.compile(r"(?:python|node|ruby|perl|bash|sh)[\d.]*$")


@dataclass(frozen=True, slots=True)
class Client:
    """A process, as a recording names it. `pid` is None where the system does not tell."""

    name: str
    pid: int | None

    def __str__(self) -> str:
        return self.name if self.pid is None else f"{self.name} ({self.pid})"


def can_tell() -> bool:
    """Whether this system tells whose a connection is."""
    return sys.platform == "linux" and _lists_sockets()


@cache
def _lists_sockets() -> bool:
    return (_PROC / "net" / "tcp").exists()


class Clients:
    """Names the peers of connections to `port`. `root_pid` and its descendants belong; so do the processes that
    were started with `token` in their environment, which a daemon keeps that has left its parents.
    """

    def __init__(
        self, token: str, *, proc: Path = _PROC, ask: Callable[[int, int], int | None] = inode_of
    ) -> None:
        self.token = token
        self._mark = f"{TOKEN_VARIABLE}={token}".encode()
        self._proc = proc
        self._ask = ask
        self.root_pid: int | None = None
        self._last_pid = 0

    def find(self, peer_port: int, port: int) -> Client:
        """The process that holds the peer's end."""
        inode = self._ask(peer_port, port) or self._inode(peer_port, port)
        if inode is None:
            return Client(UNKNOWN, None)
        link = f"socket:[{inode}]"
        for pid in self._pids():
            if self._holds(pid, link):
                self._last_pid = pid
                return Client(self._name(pid), pid)
        return Client(UNKNOWN, None)

    def belongs(self, client: Client) -> bool:
        """Whether it is the child, or was started by it."""
        if client.pid is None:
            return False
        return self._descends(client.pid) or self._mark in self._environ(client.pid).split(b"\0")

    def _descends(self, pid: int) -> bool:
        if self.root_pid is None:
            return False
        for _ in range(_MOST_ANCESTORS):
            if pid == self.root_pid:
                return True
            parent = self._parent(pid)
            if parent is None or parent <= 1:
                return False
            pid = parent
        return False

    def _inode(self, local_port: int, remote_port: int) -> str | None:
        """The inode of the socket whose own port is `local_port`, on this machine."""
        for table in ("tcp", "tcp6"):
            for fields in self._sockets(table):
                local, remote = fields[1].rpartition(":"), fields[2].rpartition(":")
                ports = (int(local[2], 16), int(remote[2], 16))
                if ports == (local_port, remote_port) and local[0] in _LOOPBACK and fields[9] != "0":
                    return fields[9]
        return None

    def _sockets(self, table: str) -> Iterator[list[str]]:
        lines = self._text(f"net/{table}").splitlines()[1:]
        return (fields for fields in map(str.split, lines) if len(fields) > 9)

    def _pids(self) -> Iterator[int]:
        """All processes, the last one and the agent's own first, for it is nearly always one of them."""
        seen = {self._last_pid}
        yield self._last_pid
        for pid in self._family():
            if pid not in seen:
                seen.add(pid)
                yield pid
        for folder in self._proc.iterdir():
            if folder.name.isdigit() and int(folder.name) not in seen:
                yield int(folder.name)

    def _family(self) -> Iterator[int]:
        waiting = [] if self.root_pid is None else [self.root_pid]
        while waiting:
            pid = waiting.pop()
            yield pid
            waiting += [int(word) for word in self._text(f"{pid}/task/{pid}/children").split()]

    def _holds(self, pid: int, link: str) -> bool:
        # A connection waits meanwhile, so no paths are made into objects here.
        folder = f"{self._proc}/{pid}/fd"
        try:
            # The newest first: it is nearly always that.
            return any(_link(f"{folder}/{name}") == link for name in reversed(os.listdir(folder)))  # noqa: PTH208
        except OSError:
            return False  # it has ended, or is another person's

    def _name(self, pid: int) -> str:
        words = [word.rpartition("/")[2] for word in self._text(f"{pid}/cmdline").split("\0")[:2]]
        if _INTERPRETER.match(words[0]) and len(words) > 1 and words[1] and not words[1].startswith("-"):
            return f"{words[0]} {words[1]}"
        return words[0] or self._text(f"{pid}/comm").strip() or UNKNOWN

    def _parent(self, pid: int) -> int | None:
        # The name in brackets may hold anything; what follows the last bracket is fixed.
        fields = self._text(f"{pid}/stat").rpartition(")")[2].split()
        return int(fields[1]) if len(fields) > 1 else None

    def _environ(self, pid: int) -> bytes:
        return self._bytes(f"{pid}/environ")

    def _text(self, name: str) -> str:
        return self._bytes(name).decode("utf-8", "replace")

    def _bytes(self, name: str) -> bytes:
        try:
            with open(f"{self._proc}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
                return file.readall()
        except OSError:
            return b""  # the process has ended, or its owner is another


def _link(path: str) -> str:
    try:
        return os.readlink(path)  # noqa: PTH115
    except OSError:
        return ""  # closed in the meantime
