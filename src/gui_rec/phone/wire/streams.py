"""One stream of a link: bytes both ways, one WRTE in flight each way.

Facts: AOSP packages/modules/adb, docs/dev/protocol.md: the next WRTE is sent only after the OKAY for the last
one; an incoming WRTE is acknowledged when its bytes were consumed; there is no half-close.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from gui_rec.errors import InputError
from gui_rec.phone.wire import packets
from gui_rec.phone.wire.packets import Packet

Send = Callable[[Packet], Awaitable[None]]

_MOST_WAITING = 4


class Stream:
    """The phone's end of one stream, after its OPEN was answered.

    The link feeds it (`on_write`, `on_okay`, `on_close`); a service reads and writes it. Small writes that
    come while one is in flight are joined into the next packet.
    """

    def __init__(self, local_id: int, remote_id: int, send: Send, max_payload_bytes: int) -> None:
        self.local_id = local_id
        self.remote_id = remote_id
        self.closed = asyncio.Event()
        self._send = send
        self._max = max_payload_bytes
        self._incoming: deque[bytes] = deque()
        self._rest = b""
        self._arrived = asyncio.Event()
        self._outgoing = bytearray()
        self._in_flight = False
        self._moved = asyncio.Event()

    async def read(self, limit: int = packets.MAX_PAYLOAD_BYTES) -> bytes:
        """At most `limit` bytes as soon as there are any; b"" once the host has closed the stream."""
        while not self._rest and not self._incoming:
            if self.closed.is_set():
                return b""
            self._arrived.clear()
            await self._arrived.wait()
        if not self._rest:
            self._rest = self._incoming.popleft()
            if not self.closed.is_set():
                await self._send(packets.okay(self.local_id, self.remote_id))
        part, self._rest = self._rest[:limit], self._rest[limit:]
        return part

    async def write(self, data: bytes) -> None:
        """Hand bytes on; waits while more than one packet is queued. Raises BrokenPipeError when closed."""
        self._check_open()
        self._outgoing += data
        await self._pump()
        while len(self._outgoing) >= self._max:
            await self._wait_moved()
            self._check_open()

    async def flush(self) -> None:
        """Return when the host has acknowledged everything, or has closed the stream."""
        while (self._in_flight or self._outgoing) and not self.closed.is_set():
            await self._wait_moved()

    async def close(self) -> None:
        """End the stream from this side, at once: what is queued is lost unless flushed before."""
        if not self.closed.is_set():
            self._end()
            await self._send(packets.close(self.local_id, self.remote_id))

    def on_write(self, data: bytes) -> None:
        """The host sent bytes. Raises InputError when it does not wait for its OKAYs."""
        if self.closed.is_set():
            return
        if len(self._incoming) >= _MOST_WAITING:
            raise InputError(f"adb stream {self.local_id}: the host writes without waiting for OKAY")
        if data:
            self._incoming.append(data)
            self._arrived.set()

    async def on_okay(self) -> None:
        """The host consumed the packet in flight."""
        self._in_flight = False
        await self._pump()
        self._moved.set()

    async def on_close(self) -> None:
        """The host ended the stream; it is answered once."""
        await self.close()

    def drop(self) -> None:
        """The link is gone; nothing can be sent any more."""
        self._end()

    async def _pump(self) -> None:
        if self._in_flight or not self._outgoing or self.closed.is_set():
            return
        part = bytes(self._outgoing[: self._max])
        del self._outgoing[: self._max]
        self._in_flight = True
        await self._send(packets.write(self.local_id, self.remote_id, part))

    async def _wait_moved(self) -> None:
        self._moved.clear()
        await self._moved.wait()

    def _check_open(self) -> None:
        if self.closed.is_set():
            raise BrokenPipeError(f"adb stream {self.local_id} is closed")

    def _end(self) -> None:
        self.closed.set()
        self._arrived.set()
        self._moved.set()
