"""A shell command of the agent: let through at once, or held as a whole, or run part by part."""

from __future__ import annotations

import contextlib
import re
import select
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.look_place import read_file
from gui_rec.recorder.heard.shell_line import Part
from gui_rec.recorder.proxy import hearing
from gui_rec.recorder.proxy.framing import encode, fail, hang_up, readable
from gui_rec.recorder.proxy.gate import Hear, Held
from gui_rec.recorder.proxy.relay import relay, unchanged
from gui_rec.recorder.proxy.requests import DeviceRequest
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.streams import EXIT, STDERR, AnswerFilter, OutputEar, PartFilter, frame

_FRAMED_HEAD = "shell,v2,raw:"
_REFUSED_STATUS = 255
_LOOKING_S = 120.0
_JOINED_OUTPUTS = re.compile(r"(?<=\s)[012]?>&[012](?=\s|$)")


@dataclass(slots=True)
class ShellService:
    """One command line. `server` is a connection to the real server with the device chosen; nothing is sent yet."""

    session: Session
    client: socket.socket
    server: socket.socket
    request: DeviceRequest
    who: str

    def run(self) -> None:
        """Serve it to its end. Raises OSError, DeviceError where a connection breaks."""
        session = self.session
        line = readable(self.request.line)
        parts = hearing.look_ahead(line, session.screen, session.series, session.scripts)
        if not hearing.acts(parts):
            if hearing.changes_state(parts):
                session.gate.wait_until_seen()
            self._let_through(hearing.looks(parts))
        elif len(parts) == 1 or not self._can_be_cut:
            self._hold_whole(line)
        else:
            _Compound(self, parts).run()

    @property
    def _can_be_cut(self) -> bool:
        """A part's exit status decides about the next one, so it must be told."""
        return self.session.has_shell_v2 and not self.request.head.startswith("abb")

    @property
    def method(self) -> str:
        """How a step calls the way it was sent."""
        return f"proxy {self.request.head.partition(',')[0].rstrip(':')}"

    def _let_through(self, kind: Kind | None) -> None:
        if kind is None:
            self._read_or_pass()
            return
        looks = self.session.looks
        taking = looks.begin(self.request.line, is_dump=kind is Kind.HIERARCHY)
        ear = OutputEar(self.request.framed, _nobody, tell_stdout=taking.hear, tell_stderr=taking.complain)
        with self._alone() if kind is Kind.HIERARCHY else contextlib.nullcontext():
            self._carry(ear.hear, goes_on=True)
        # Only then the client sees the end, and may read the file.
        looks.end(taking, ear.exit_status)

    def _read_or_pass(self) -> None:
        """A line that is no look itself; it may print the file of one."""
        looks = self.session.looks
        path = read_file(self.request.line) if looks.has_files else None
        made = None if path is None else looks.file(path)
        if made is None:
            looks.passes(self.request.line)
            self._carry(unchanged)
            return
        data = bytearray()
        self._carry(OutputEar(self.request.framed, _nobody, tell_stdout=data.extend).hear)
        looks.read(made, bytes(data))

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Android lets one program at a time ask for a hierarchy; the agent's must not fail of ours."""
        held = self.session.gate.looking.acquire(timeout=_LOOKING_S)
        try:
            yield
        finally:
            if held:
                self.session.gate.looking.release()

    def _carry(self, hear: Callable[[bytes], bytes], *, goes_on: bool = False) -> None:
        self.server.sendall(encode(self.request.text))
        relay(self.client, self.server, down=AnswerFilter(hear).hear, goes_on=goes_on)

    def _hold_whole(self, line: str) -> None:
        held = self.hold(line)
        if held is None:
            return
        ear = OutputEar(self.request.framed, held.said)
        try:
            self._carry(ear.hear)
        finally:
            held.exit_status = ear.exit_status if is_one_command(line) else None
            held.finish(self.session.clock)

    def hold(self, line: str) -> Held | None:
        """Wait at the gate; None when it must not be sent (its client was told why)."""
        held = Held(line, self.method, self.who, self.hears(line))
        if self.session.gate.pass_through(held, lambda: is_gone(self.client)):
            return held
        if held.refused is not None:
            self.refuse(held.refused)
        return None

    def hears(self, line: str) -> Hear:
        """What the gate asks when its turn has come."""
        scripts = self.session.scripts
        return lambda screen, series: hearing.told(hearing.hear(line, screen, series, scripts))

    def refuse(self, why: str) -> None:
        """Tell the client, which has had no answer yet."""
        self.client.sendall(fail(why))


class _Compound:
    """A line of several actions: each part is a service of its own, and the client sees one."""

    def __init__(self, service: ShellService, parts: Sequence[Part]) -> None:
        self._service = service
        self._session = service.session
        self._parts = parts
        self._framed = service.request.framed
        self._server: socket.socket | None = service.server
        self._status = 0
        self._answered = False

    def run(self) -> None:
        for part in self._parts:
            if not part.is_due(self._status):
                continue
            status = self._run(part)
            if status is None:
                return
            self._status = status
        if self._framed and self._answered:
            self._service.client.sendall(frame(EXIT, bytes([self._status])))

    def _run(self, part: Part) -> int | None:
        """The part's exit status; None when the line cannot go on."""
        if is_gone(self._service.client):
            return None
        if not part.heard.acts:
            return self._carry(part, None)
        text = readable(part.text)
        held = Held(text, self._service.method, self._service.who, self._service.hears(text))
        if not self._session.gate.pass_through(held, lambda: is_gone(self._service.client)):
            self._refuse(held.refused)
            return None
        try:
            status = self._carry(part, held)
            # A part may go on behind its act (`input tap 1 1; pidof x`): then the status is not the act's.
            held.exit_status = status if is_one_command(text) else None
        finally:
            held.finish(self._session.clock)
        return status

    def _carry(self, part: Part, held: Held | None) -> int | None:
        server = self._server or self._session.connect_device()
        self._server = None
        ear = OutputEar(framed=True, tell=held.said if held is not None else _nobody)
        output = PartFilter(self._framed, ear)
        answer = AnswerFilter(output.hear, keeps_okay=self._answered)
        try:
            server.sendall(encode(self._head + part.text_after(self._status)))
            up = unchanged if self._framed else _nothing
            relay(self._service.client, server, up=up, down=answer.hear, goes_on=True)
        finally:
            hang_up(server)
        self._answered = self._answered or bool(answer.is_okay)
        return ear.exit_status

    @property
    def _head(self) -> str:
        return self._service.request.head if self._framed else _FRAMED_HEAD

    def _refuse(self, why: str | None) -> None:
        if why is None:
            return
        if not self._answered:
            self._service.refuse(why)
            return
        said = f"{why}\n".encode()
        ending = frame(STDERR, said) + frame(EXIT, bytes([_REFUSED_STATUS])) if self._framed else said
        self._service.client.sendall(ending)


def is_one_command(line: str) -> bool:
    """Whether the line's exit status is surely the action's own."""
    return not any(sign in _JOINED_OUTPUTS.sub("", line) for sign in ";|&\n")


def _nobody(_data: bytes) -> None:
    """Nobody wants to hear this."""


def _nothing(_data: bytes) -> bytes:
    """What a client that speaks no frames types into a line of several parts reaches none of them."""
    return b""


def is_gone(client: socket.socket) -> bool:
    """Whether the other side has hung up; nothing is read."""
    readable, _, _ = select.select([client], [], [], 0)
    if not readable:
        return False
    try:
        return client.recv(1, socket.MSG_PEEK) == b""
    except OSError:
        return True
