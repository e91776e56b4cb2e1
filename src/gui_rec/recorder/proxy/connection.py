"""One connection of a client: what it asks of the server, and then of the device."""

from __future__ import annotations

import socket
from dataclasses import dataclass, replace

from gui_rec.recorder.proxy.forwards import Forwards
from gui_rec.recorder.proxy.framing import decode, encode, hang_up, read_answer, read_exactly, read_request
from gui_rec.recorder.proxy.relay import relay
from gui_rec.recorder.proxy.requests import Ask, HostRequest, Service, parse_host, parse_service
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.shell_service import ShellService
from gui_rec.recorder.proxy.socket_service import SocketService
from gui_rec.recorder.proxy.sync_service import serve_sync
from gui_rec.recorder.proxy.typed_service import serve_interactive

_IDLE_S = 600.0
_ID_BYTES = 8


@dataclass(slots=True)
class Connection:
    """Serves one client until it leaves. `who` names it in the recording."""

    session: Session
    forwards: Forwards
    client: socket.socket
    who: str

    def serve(self) -> None:
        """To the end. Raises OSError, DeviceError where a side breaks or says what adb does not say."""
        self.client.settimeout(_IDLE_S)
        payload = read_request(self.client)
        if payload is None:
            return
        asked = parse_host(decode(payload))
        if asked.ask is Ask.TRANSPORT:
            self._serve_device(payload, asked)
        elif not self._answer(asked):
            self._pass(payload)

    def _answer(self, asked: HostRequest) -> bool:
        """Answer in the server's place; False where the server itself should."""
        if asked.ask is Ask.KILL:
            self.client.sendall(b"OKAY")
            self.session.sayings.once(f"{self.who} asked the adb server to end; it goes on (host:kill)")
            return True
        answer = None if asked.ask is Ask.OTHER else self.forwards.answer(asked)
        if answer is not None:
            self.client.sendall(answer)
        return answer is not None

    def _pass(self, payload: bytes) -> None:
        """To the real server, whatever it is."""
        server = self.session.connect()
        try:
            server.sendall(encode(payload))
            relay(self.client, server)
        finally:
            hang_up(server)

    def _serve_device(self, payload: bytes, asked: HostRequest) -> None:
        server = self.session.connect()
        try:
            serial = self._choose(server, payload, asked)
            service = None if serial is None else read_request(self.client)
            if serial is not None and service is not None:
                self._serve_service(server, serial, service)
        finally:
            hang_up(server)

    def _choose(self, server: socket.socket, payload: bytes, asked: HostRequest) -> str | None:
        """The serial of the device that was chosen; None after a refusal.

        The id is asked for before the client hears of it, since the device may be gone a moment later.
        """
        server.sendall(encode(payload))
        is_okay, answer = read_answer(server)
        number = read_exactly(server, _ID_BYTES) if is_okay and asked.tells_id else b""
        if not is_okay or number is None:
            self.client.sendall(answer)
            return None
        chooser = f"id:{int.from_bytes(number, 'little')}" if number else asked.chooser
        serial = self.session.serial_of(chooser)
        self.client.sendall(answer + number)
        return serial

    def _serve_service(self, server: socket.socket, serial: str, payload: bytes) -> None:
        # Newer adb programs choose the device first for the server's own requests, too.
        asked = replace(parse_host(decode(payload)), chooser=f"serial:{serial}")
        if asked.ask is not Ask.OTHER and self._answer(asked):
            return
        if serial != self.session.serial:
            self.session.sayings.once(f"{serial or 'another device'} is used, too, and is not recorded")
            server.sendall(encode(payload))
            relay(self.client, server)
            return
        request = parse_service(decode(payload))
        match request.service:
            case Service.SHELL:
                ShellService(self.session, self.client, server, request, self.who).run()
            case Service.INTERACTIVE:
                serve_interactive(self.session, self.client, server, request, self.who)
            case Service.SYNC:
                serve_sync(self.session, self.client, server, payload)
            case Service.SOCKET:
                SocketService(self.session, self.client, server, request, self.who).run()
            case _:
                server.sendall(encode(payload))
                relay(self.client, server)
