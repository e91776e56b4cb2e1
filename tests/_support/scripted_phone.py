"""An AdbSession whose phone is a function of the shell line, over a real socket."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fake_adb_server import Connection, FakeAdbServer, HangUpError, adb_server, okay, shell_v2_output

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.session import AdbSession
from gui_rec.testing.clock import FakeClock

Answer = bytes | tuple[bytes, bytes, int] | None
"""stdout, or (stdout, stderr, status), or None for a connection that breaks."""


@dataclass
class ScriptedPhone:
    """`lines` are the shell lines that the phone got, in order."""

    session: AdbSession
    server: FakeAdbServer

    @property
    def lines(self) -> list[str]:
        prefixes = ("shell,v2,raw:", "exec:")
        return [
            request.removeprefix(prefix)
            for request in self.server.requests
            for prefix in prefixes
            if request.startswith(prefix)
        ]


@contextmanager
def scripted_phone(answer: Callable[[str], Answer]) -> Iterator[ScriptedPhone]:
    """A phone that answers each shell line by `answer`."""

    def behave(connection: Connection, request: str) -> None:
        if request.endswith(":features"):
            connection.send(okay("shell_v2"))
            raise HangUpError
        connection.send(okay())
        if request.startswith("host:"):
            return
        kind, _, line = request.partition(":")
        said = answer(line)
        if said is None:
            raise HangUpError
        stdout, stderr, status = said if isinstance(said, tuple) else (said, b"", 0)
        connection.send(shell_v2_output(stdout, stderr, status) if "v2" in kind else stdout + stderr)
        raise HangUpError

    with adb_server(behave) as server:
        clock = FakeClock()
        client = AdbClient(port=server.port, clock=clock)
        yield ScriptedPhone(AdbSession(client, "S", clock=clock), server)
