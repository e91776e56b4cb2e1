"""What a method of the uiautomator2 server is given and what it gives back.

The server is a JSON-RPC 2.0 service (jsonrpc4j on Android): a method that throws answers code -32001 with
the Java class as message and the exception's own text as data; -32601 and -32602 are those of JSON-RPC.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from gui_rec.phone.u2.params import Params
from gui_rec.phone.world.accessibility import Accessibility
from gui_rec.phone.world.phone import Phone

THROWN = -32001
NOT_FOUND = -32601
BAD_PARAMS = -32602
_DENIED = "Injecting to another application requires INJECT_EVENTS permission"
OBJECT_NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"


class RpcError(Exception):
    """The error a call is answered with. `data` is the exception's own text."""

    def __init__(self, code: int, message: str, data: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


@dataclass(slots=True)
class Session:
    """One run of the server.

    `stopped` ends every wait. `objects` are the handles that childByText and its like have given out, as the
    selectors they stand for. Toasts up to `toasts_until` (their serial) were cleared or came before the start.
    `picture` is the last JPEG with what it was made from.
    """

    phone: Phone
    stopped: asyncio.Event
    objects: dict[str, object] = field(default_factory=dict)
    toasts_until: int = 0
    picture: tuple[tuple[bytes, float, int], str] | None = None

    @property
    def accessibility(self) -> Accessibility:
        """The phone's accessibility layer, of this moment."""
        return self.phone.accessibility

    def hand(self) -> Phone:
        """The phone, to inject an event into. Raises RpcError when the fault `inject-denied` strikes."""
        if self.phone.faults.take("inject-denied"):
            raise RpcError(THROWN, "java.lang.SecurityException", _DENIED)
        return self.phone

    async def pause(self, duration_ms: float) -> bool:
        """Let time pass; False, at once, when the server is stopped meanwhile."""
        if duration_ms <= 0:
            return not self.stopped.is_set()
        try:
            await asyncio.wait_for(self.stopped.wait(), duration_ms / 1000)
        except TimeoutError:
            return True
        return False


class RpcMethod(Protocol):
    """One method: reads its parameters, returns what becomes JSON. Raises RpcError."""

    async def __call__(self, session: Session, params: Params, /) -> object: ...
