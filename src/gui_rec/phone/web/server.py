"""The page's server: three files and a WebSocket on 127.0.0.1, behind an address nobody can guess."""

from __future__ import annotations

import asyncio
import contextlib
import html
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from gui_rec.errors import UsageError
from gui_rec.phone.web.guard import Guard, security_headers
from gui_rec.phone.web.messages import MOST_BYTES
from gui_rec.phone.web.session import Session

if TYPE_CHECKING:
    from gui_rec.phone.world.phone import Phone

_FILES = {
    "/": ("index.html", "text/html"),
    "/app.js": ("app.js", "text/javascript"),
    "/style.css": ("style.css", "text/css"),
}
MOST_PAGES = 8
_TRY_AGAIN_LATER = 1013
_START_TICK_S = 0.01


class _Server(uvicorn.Server):
    """Leaves the signals to the phone, which ends it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def page(phone: Phone, glass: asyncio.Lock, port: int, serial: str) -> AsyncIterator[str]:
    """Serve the page on 127.0.0.1 at `port` (0: a free one) and give its address.

    `serial` is what adb lists the phone as. `glass` is the lock of those who touch the panel. Raises UsageError for a port that is taken.
    """
    token = secrets.token_urlsafe(24)
    listening = _listen(port)
    number = listening.getsockname()[1]
    server = _Server(_config(page_app(phone, glass, token=token, port=number, serial=serial)))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(_START_TICK_S)
    try:
        yield f"http://127.0.0.1:{number}/{token}/"
    finally:
        server.should_exit = True
        await serving


def page_app(phone: Phone, glass: asyncio.Lock, *, token: str, port: int, serial: str) -> ASGIApp:
    """The page as an ASGI application."""
    routes: list[BaseRoute] = [
        Route(path, _file(name, kind, port, serial), methods=["GET"]) for path, (name, kind) in _FILES.items()
    ]
    routes.append(WebSocketRoute("/screen", _Screens(phone, glass).open))
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=routes)]), token=token, port=port)


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise UsageError(
            f"--web: port {port} on 127.0.0.1 cannot be had ({error.strerror}); --web 0 takes a free one"
        ) from error


def _config(app: ASGIApp) -> uvicorn.Config:
    """Without a log of addresses, which hold the token, and without trust in a proxy's headers."""
    return uvicorn.Config(
        app,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )


class _Screens:
    """The open pages of one phone."""

    def __init__(self, phone: Phone, glass: asyncio.Lock) -> None:
        self._phone = phone
        self._glass = glass
        self._open = 0

    async def open(self, socket: WebSocket) -> None:
        """Serve one page; one too many is asked to come later."""
        await socket.accept()
        if self._open >= MOST_PAGES:
            await socket.close(_TRY_AGAIN_LATER, f"{MOST_PAGES} pages show this phone already")
            return
        self._open += 1
        try:
            await Session(self._phone, self._glass, socket).run()
        finally:
            self._open -= 1


def _file(name: str, kind: str, port: int, serial: str) -> Callable[[Request], Awaitable[Response]]:
    """One of the page's files, read once; the page names the phone for the command that records it."""
    content = files("gui_rec.phone.web").joinpath("static", name).read_bytes()
    if kind == "text/html":
        content = content.replace(b"$serial", html.escape(serial).encode())
    headers = security_headers(port)

    async def answer(_request: Request) -> Response:
        return Response(content, media_type=kind, headers=headers)

    return answer
