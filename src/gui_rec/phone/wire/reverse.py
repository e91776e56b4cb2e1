"""`adb reverse`: names inside the phone whose connections are carried to the host.

Facts: AOSP packages/modules/adb, adb.cpp (`handle_forward_request`), adb_listeners.cpp and
daemon/services.cpp (`reverse_service`). A device answers with one OKAY; the second that a client reads is the
server's. A listener goes with the link that asked for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.phone.wire.sockets import DeviceSockets, Endpoint, normal_name
from gui_rec.phone.wire.streams import Transport

_MOST_COUNTED_BYTES = 0xFFFF
_MOST_COMMAND = 4096
_MOST_LISTENERS = 1024


@dataclass(slots=True)
class _Listener:
    transport: Transport
    target: str


class ReverseTable:
    """The reversed names of one phone, over all its links."""

    def __init__(self, sockets: DeviceSockets) -> None:
        self._sockets = sockets
        self._listeners: dict[str, _Listener] = {}

    def answer(self, command: str, transport: Transport) -> bytes:
        """What `reverse:COMMAND`, asked by `transport`, is answered; it is done by then."""
        if len(command) > _MOST_COMMAND:
            return _fail(f"at most {_MOST_COMMAND} characters are expected")
        if command == "list-forward":
            return _counted("".join(self._lines()))
        if command == "killforward-all":
            for name in tuple(self._listeners):
                self._kill(name)
            return b"OKAY"
        if command.startswith("killforward:"):
            return self._kill_forward(command.removeprefix("killforward:"))
        if command.startswith("forward:"):
            service = command.removeprefix("forward:")
            bare = service.removeprefix("norebind:")
            return self._forward(bare, transport, may_rebind=bare == service)
        return _fail("not a reverse forwarding command")

    def forget(self, transport: Transport) -> None:
        """The link is gone, and with it what listened for it."""
        for name, listener in tuple(self._listeners.items()):
            if listener.transport is transport:
                self._kill(name)

    def _lines(self) -> list[str]:
        return [
            f"{entry.transport.serial} {name} {entry.target}\n" for name, entry in self._listeners.items()
        ]

    def _forward(self, service: str, transport: Transport, *, may_rebind: bool) -> bytes:
        pieces = service.split(";")
        if len(pieces) != 2 or not all(pieces) or pieces[1].startswith("*"):
            return _fail(f"bad forward: {service}")
        local, target = pieces
        try:
            name = normal_name(local)
            known = self._listeners.get(name)
            if known is not None and not may_rebind:
                return _fail("cannot rebind existing socket")
            if known is not None:
                known.transport, known.target = transport, target
                return b"OKAY"
            if len(self._listeners) >= _MOST_LISTENERS:
                return _fail(f"cannot bind listener: {os.strerror(errno.EMFILE)}")
            bound = self._listen(name, _Listener(transport, target))
        except (InputError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            return _fail(f"cannot bind listener: {reason}")
        return b"OKAY" + (_counted(bound.removeprefix("tcp:")) if name == "tcp:0" else b"")

    def _listen(self, name: str, listener: _Listener) -> str:
        async def accept(end: Endpoint) -> None:
            try:
                host_end = await listener.transport.dial(listener.target)
            except ConnectionError:
                await end.close()
                return
            await join(end, host_end)

        bound = self._sockets.bind(name, accept)
        self._listeners[bound] = listener
        return bound

    def _kill_forward(self, service: str) -> bytes:
        if not service or ";" in service:
            return _fail(f"bad killforward: {service}")
        with contextlib.suppress(InputError):
            name = normal_name(service)
            if name in self._listeners:
                self._kill(name)
                return b"OKAY"
        return _fail(f"listener '{service}' not found")

    def _kill(self, name: str) -> None:
        del self._listeners[name]
        self._sockets.unlisten(name)


async def join(one: Endpoint, other: Endpoint) -> None:
    """Carry bytes both ways until either side ends; the other is given what came before the end, then ended."""
    tasks = [asyncio.ensure_future(_carry(one, other)), asyncio.ensure_future(_carry(other, one))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await one.close()
        await other.close()


async def _carry(source: Endpoint, sink: Endpoint) -> None:
    with contextlib.suppress(BrokenPipeError):
        while data := await source.read():
            await sink.write(data)
        await sink.flush()


def _counted(text: str) -> bytes:
    # Four hex digits have no room for more; adbd cuts such a string too (SendProtocolString).
    data = text.encode("utf-8", "surrogateescape")[:_MOST_COUNTED_BYTES]
    return b"%04x" % len(data) + data


def _fail(text: str) -> bytes:
    return b"FAIL" + _counted(text)
