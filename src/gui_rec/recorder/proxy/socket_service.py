"""A socket on the device: uiautomator2's server is understood, anything else is said to be unseen.

`9008` is where uiautomator2's server listens, `7912` where its older agent did, which passes the same calls on.
"""

from __future__ import annotations

import re
import select
import socket
from dataclasses import dataclass

from gui_rec.recorder.heard._api import Heard, Screen, opaque
from gui_rec.recorder.heard.rpc import RpcListener
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy import hearing
from gui_rec.recorder.proxy.framing import encode, fail, read_answer, readable
from gui_rec.recorder.proxy.gate import Hear, Held
from gui_rec.recorder.proxy.http import AnswerReader, body_of, is_request
from gui_rec.recorder.proxy.relay import CHUNK_BYTES, relay
from gui_rec.recorder.proxy.requests import DeviceRequest
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.shell_service import is_gone

WATCHED = ("tcp:9008", "tcp:7912")
RPC_DIALECT = "u2_jsonrpc"
_LOOK_S = 0.2


@dataclass(slots=True)
class SocketService:
    """One connection to a socket of the device. `server` has the device chosen; nothing is sent yet.

    `answers` says that the client waits for the adb server's OKAY, which a forwarded port has not.
    """

    session: Session
    client: socket.socket
    server: socket.socket
    request: DeviceRequest
    who: str
    answers: bool = True

    def run(self) -> None:
        """Serve it to its end. Raises OSError, DeviceError where a connection breaks."""
        is_watched = self.request.line in WATCHED
        if not is_watched and not self._pass_unseen():
            return
        self.server.sendall(encode(self.request.text))
        is_okay, answer = read_answer(self.server)
        if self.answers:
            self.client.sendall(answer)
        if not is_okay:
            return
        if is_watched:
            self.session.u2_socket = self.request.line
            _Calls(self).run()
        else:
            relay(self.client, self.server)

    def _pass_unseen(self) -> bool:
        """A channel that may carry touches (scrcpy, minitouch) opens: the recording says so, at its place."""
        note = f"what goes through the device's socket {self.request.line} is not seen"
        held = Held(
            f"(opens {self.request.line})",
            "proxy socket",
            self.who,
            lambda _screen, _series: opaque(note),
            "adb",
        )
        passed = self.session.gate.pass_through(held, lambda: is_gone(self.client))
        held.finish(self.session.clock)
        if not passed and held.refused is not None and self.answers:
            self.client.sendall(fail(held.refused))
        return passed


class _Calls:
    """HTTP calls, one after the other, each held where it acts. What is no HTTP is held once, passed on, and said."""

    def __init__(self, service: SocketService) -> None:
        self.service = service
        session = service.session
        self._cutter = RpcListener(session.series.copied())  # only cuts; each call is heard at its time

    def run(self) -> None:
        service = self.service
        while data := service.client.recv(CHUNK_BYTES):
            for request in self._cutter.feed(data, service.session.screen):
                if not is_request(request.data):
                    self._give_up(request.data)
                    return
                if not self._call(request.data):
                    return

    def _give_up(self, data: bytes) -> None:
        service = self.service
        held = Held(
            f"(bytes to {service.request.line})",
            "proxy socket",
            service.who,
            _unseen(service.request.line),
            "adb",
        )
        if not service.session.gate.pass_through(held, lambda: is_gone(service.client)):
            return
        service.server.sendall(data)
        held.finish(service.session.clock)
        relay(service.client, service.server)

    def _call(self, request: bytes) -> bool:
        """Whether the connection goes on."""
        session = self.service.session
        heard = hearing.look_ahead_call(request, session.screen, session.series)
        if heard.acts:
            return self._hold(request, readable(body_of(request).decode("utf-8", "surrogateescape")))
        if heard.changes_state:
            session.gate.wait_until_seen()
        return self._exchange(request).is_over

    def _hold(self, request: bytes, body: str) -> bool:
        session, client = self.service.session, self.service.client

        def hear(screen: Screen, series: Series) -> Heard:
            return hearing.hear_call(request, screen, series)

        held = Held(body, "proxy u2", self.service.who, hear, RPC_DIALECT)
        if not session.gate.pass_through(held, lambda: is_gone(client)):
            return False
        try:
            answer = self._exchange(request)
            held.exit_status = _status(bytes(answer.body)) if answer.is_over else None
            held.said(bytes(answer.body))
        finally:
            held.finish(session.clock)
        return answer.is_over

    def _exchange(self, request: bytes) -> AnswerReader:
        """Send it and carry the answer; that is not over where a side hung up before."""
        server, client = self.service.server, self.service.client
        answer = AnswerReader(ends_with_interim=_waits(request))
        server.sendall(request)
        while not answer.is_over:
            readable_now, _, _ = select.select([server], [], [], _LOOK_S)
            if not readable_now:
                if is_gone(client):
                    break
                continue
            data = server.recv(CHUNK_BYTES)
            if not data:
                break
            answer.feed(data)
            client.sendall(data)
        return answer


def _unseen(name: str) -> Hear:
    return lambda _screen, _series: opaque(f"what goes through the device's socket {name} is not seen")


def _waits(request: bytes) -> bool:
    """Whether it is a head whose client waits for `100 Continue` before it sends the body."""
    return b"100-continue" in request.lower() and not body_of(request)


_ERROR = re.compile(rb'"error"\s*:\s*\{')


def _status(body: bytes) -> int:
    """0 for a call that returned, 1 for one that raised."""
    return 1 if _ERROR.search(body) else 0
