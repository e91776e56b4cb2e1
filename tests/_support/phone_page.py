"""A page of the phone without a browser: plain HTTP requests and a WebSocket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

WAIT_S = 10


@dataclass(frozen=True)
class Answer:
    """An HTTP answer; header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def get(
    address: str, path: str | None = None, *, method: str = "GET", headers: Mapping[str, str] | None = None
) -> Answer:
    """What the server at `address` answers for its path, or for another one."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    sent = {"Host": parts.netloc, "Connection": "close", **(headers or {})}
    lines = [f"{method} {path or parts.path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    head, _, body = (await asyncio.wait_for(reader.read(-1), WAIT_S)).partition(b"\r\n\r\n")
    writer.close()
    status, *fields = head.decode().split("\r\n")
    pairs = (field.split(": ", 1) for field in fields)
    return Answer(int(status.split()[1]), {name.lower(): value for name, value in pairs}, body)


class Page:
    """An open page. `frame()` is the next frame with what was said of it, `refusal()` the next refusal."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def touch(self, phase: str, x: float, y: float, at_ms: float, pointer: int = 1) -> None:
        await self.send(type="touch", id=pointer, phase=phase, samples=[[x, y, at_ms]])

    async def frame(self) -> tuple[dict[str, Any], bytes]:
        about = await self._said("screen")
        picture = await asyncio.wait_for(self.socket.recv(), WAIT_S)
        assert isinstance(picture, bytes)
        return about, picture

    async def refusal(self) -> str:
        return str((await self._said("refused"))["why"])

    async def taken(self) -> int:
        """The phone's version as it has taken the next message that it answers."""
        return int((await self._said("taken"))["version"])

    async def until_in_front(self, package: str) -> dict[str, Any]:
        """Frames until one shows `package`."""
        while True:
            about, _ = await self.frame()
            if about["front"] == package:
                return about

    async def _said(self, kind: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.socket.recv(), WAIT_S)
            if isinstance(message, str):
                said: dict[str, Any] = json.loads(message)
                if said["type"] == kind:
                    return said


@asynccontextmanager
async def open_page(
    address: str, *, origin: str | None = "own", token: str | None = None
) -> AsyncIterator[Page]:
    """A page's WebSocket, by default as the page itself opens it."""
    parts = urlsplit(address)
    own = f"http://{parts.netloc}" if origin == "own" else origin
    path = f"/{token}/" if token is not None else parts.path
    async with connect(f"ws://{parts.netloc}{path}screen", origin=own) as socket:  # type: ignore[arg-type]
        yield Page(socket)
