"""One run of the uiautomator2 server: its connections from start to end."""

from __future__ import annotations

import asyncio
import logging

from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.http import HttpError, Request, read_request, response
from gui_rec.phone.u2.rpc import answer
from gui_rec.phone.wire.sockets import DeviceSockets, SocketReader, SocketWriter
from gui_rec.phone.world.phone import Phone

_LOG = logging.getLogger(__name__)
_RPC_PATHS = ("/jsonrpc/0", "/jsonrpc")
_HOME_PAGE = b"<h1>uiautomator2 server</h1>"


class U2Service:
    """The server while it runs. `connected` is False when another client holds the accessibility connection."""

    def __init__(self, phone: Phone) -> None:
        heard = phone.accessibility.last_toast
        self.pid = phone.accessibility.connect()
        self.session = Session(phone, asyncio.Event(), toasts_until=heard.serial if heard is not None else 0)

    @property
    def connected(self) -> bool:
        """Whether this run has the phone's one accessibility connection."""
        return self.pid is not None

    def listen(self, sockets: DeviceSockets, port: int) -> str:
        """Take connections; the socket's name. Raises OSError(EADDRINUSE)."""
        return sockets.listen(f"tcp:{port}", self.on_connection)

    def stop(self) -> None:
        """End every wait and give the accessibility connection back."""
        self.session.stopped.set()
        if self.connected:
            self.session.accessibility.disconnect()

    async def on_connection(self, reader: SocketReader, writer: SocketWriter) -> None:
        """Answer requests until the client leaves, asks for the end, or makes none."""
        keep_alive = True
        while keep_alive and not self.session.stopped.is_set():
            try:
                request = await read_request(reader)
            except HttpError as error:
                _LOG.debug("bad request: %s", error)
                writer.write(response(error.status, str(error).encode()))
                await writer.drain()
                return
            if request is None:
                return
            keep_alive = request.keep_alive
            writer.write(await self._respond(request))
            await writer.drain()

    async def _respond(self, request: Request) -> bytes:
        keep = request.keep_alive
        if request.path in _RPC_PATHS:
            if request.method != "POST":
                return response(405, b"expected POST", keep_alive=keep)
            body = await answer(self.session, request.body)
            return response(200, body, kind="application/json", keep_alive=keep)
        if request.path == "/ping":
            return response(200, b"pong", keep_alive=keep)
        if request.path == "/":
            return response(200, _HOME_PAGE, keep_alive=keep)
        return response(404, b"Not Found", keep_alive=keep)
