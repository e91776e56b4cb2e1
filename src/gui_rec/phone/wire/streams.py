"""One stream of a link: bytes both ways, one WRTE in flight each way.

Facts: AOSP packages/modules/adb, docs/dev/protocol.md: the next WRTE is sent only after the OKAY for the last
one; an incoming WRTE is acknowledged when its bytes were consumed; there is no half-close.

What waits to be sent is kept by reference, never copied: a hundred clients that ask for a large file and do not
read cost one file.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gui_rec.errors import InputError
from gui_rec.phone.wire import packets
from gui_rec.phone.wire.packets import Packet

_LOG = logging.getLogger(__name__)
Send = Callable[[Packet], None]
"""Hands a packet to the link; what it costs in memory is bounded, since each WRTE waits for its OKAY."""

_MOST_WAITING = 4
_MOST_QUEUED_BYTES = 64 * 1024
"""A writer waits while so much is queued."""
_SMALL_BYTES = 4096
"""What is smaller is copied into the end of the queue, so that a queue has few pieces."""


@dataclass(slots=True)
class Unread:
    """The bytes that the services of one link have not read yet, over all its streams."""

    most_bytes: int
    bytes: int = 0


class Transport(Protocol):
    """The link that a stream belongs to."""

    @property
    def serial(self) -> str:
        """What adbd calls it: `host-N`."""
        ...

    async def dial(self, name: str) -> Stream:
        """A stream that the phone opens towards the host. Raises ConnectionError when it is refused."""
        ...

    def drop(self) -> None:
        """Break the link."""
        ...


class Stream:
    """The phone's end of one stream, after its OPEN was answered.

    The link feeds it (`on_write`, `on_okay`, `on_close`); a service reads and writes it. Small writes that
    come while one is in flight are joined into the next packet. `may_send` False holds a packet back until the
    link calls `pump`.
    """

    def __init__(
        self,
        local_id: int,
        remote_id: int,
        send: Send,
        max_payload_bytes: int,
        transport: Transport | None = None,
        ack_delay_s: Callable[[], float] = lambda: 0.0,
        on_end: Callable[[Stream], None] = lambda _stream: None,
        may_send: Callable[[Stream], bool] = lambda _stream: True,
        unread: Unread | None = None,
    ) -> None:
        self.local_id = local_id
        self.remote_id = remote_id
        self.transport = transport
        self.closed = asyncio.Event()
        self._send = send
        self._ack_delay_s = ack_delay_s
        self._on_end = on_end
        self._may_send = may_send
        self._max = max_payload_bytes
        self._unread = unread or Unread(_MOST_WAITING * packets.MAX_PAYLOAD_BYTES)
        self._incoming: deque[bytes] = deque()
        self._rest = b""
        self._arrived = asyncio.Event()
        self._queue: deque[memoryview | bytearray] = deque()
        self._queued_bytes = 0
        self._in_flight = False
        self._finishing = False
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
            self._count(-len(self._rest))
            self._acknowledge()
        part, self._rest = self._rest[:limit], self._rest[limit:]
        return part

    async def write(self, *parts: bytes | memoryview) -> None:
        """Hand bytes on, one after the other; waits while a packet's worth is queued.

        A part is kept, not copied, until it is sent. Raises BrokenPipeError when closed.
        """
        self._check_open()
        for part in parts:
            self._enqueue(part)
        self.pump()
        while self._queued_bytes >= min(self._max, _MOST_QUEUED_BYTES):
            await self._wait_moved()
            self._check_open()

    async def flush(self) -> None:
        """Return when the host has acknowledged everything, or has closed the stream."""
        while (self._in_flight or self._queued_bytes) and not self.closed.is_set():
            await self._wait_moved()

    def finish(self) -> None:
        """End the stream from this side once everything is on its way.

        As adbd does, which closes when it reads the end of a program's output: it waits for no last OKAY.
        """
        self._finishing = True
        self._end_if_finished()

    async def close(self) -> None:
        """End the stream from this side, at once: what is queued is lost unless flushed before."""
        self.on_close()

    def on_write(self, data: bytes) -> None:
        """The host sent bytes. Raises InputError when it does not wait for its OKAYs.

        What no service of the link reads is bounded: the stream that goes beyond it ends.
        """
        if self.closed.is_set():
            return
        if len(self._incoming) >= _MOST_WAITING:
            raise InputError(f"adb stream {self.local_id}: the host writes without waiting for OKAY")
        if not data:
            self._acknowledge()
            return
        if self._unread.bytes + len(data) > self._unread.most_bytes:
            _LOG.warning("stream %d dropped: too much is sent to commands that do not read", self.local_id)
            self.on_close()
            return
        self._incoming.append(data)
        self._count(len(data))
        self._arrived.set()

    def on_okay(self) -> None:
        """The host consumed the packet in flight."""
        self._in_flight = False
        self.pump()
        self._moved.set()
        self._end_if_finished()

    def on_close(self) -> None:
        """The host ended the stream; it is answered once."""
        if not self.closed.is_set():
            self._end()
            self._send(packets.close(self.local_id, self.remote_id))

    def drop(self) -> None:
        """The link is gone; nothing can be sent any more."""
        self._end()

    def _end_if_finished(self) -> None:
        if self._finishing and not self._queued_bytes:
            self.on_close()

    def pump(self) -> None:
        """Send the next packet if one may be sent."""
        if self._in_flight or not self._queued_bytes or self.closed.is_set() or not self._may_send(self):
            return
        data = self._dequeue()
        self._in_flight = True
        self._send(packets.write(self.local_id, self.remote_id, data))
        self._moved.set()
        self._end_if_finished()

    def _enqueue(self, part: bytes | memoryview) -> None:
        if len(part) >= _SMALL_BYTES:
            kept = memoryview(part)
            self._queue.append(kept if kept.readonly else memoryview(bytes(kept)))
        elif self._queue and isinstance(self._queue[-1], bytearray):
            self._queue[-1] += part
        elif part:
            self._queue.append(bytearray(part))
        self._queued_bytes += len(part)

    def _dequeue(self) -> bytes:
        """What one packet carries."""
        taken: list[memoryview | bytearray] = []
        room = self._max
        while self._queue and room > 0:
            first = self._queue.popleft()
            taken.append(first[:room])
            if len(first) > room:
                self._queue.appendleft(first[room:])
            room -= len(taken[-1])
        self._queued_bytes -= self._max - room
        return b"".join(taken)

    def _acknowledge(self) -> None:
        delay_s = self._ack_delay_s()
        if delay_s > 0:
            asyncio.get_running_loop().call_later(delay_s, self._send_okay)
        else:
            self._send_okay()

    def _send_okay(self) -> None:
        if not self.closed.is_set():
            self._send(packets.okay(self.local_id, self.remote_id))

    def _count(self, number: int) -> None:
        """What the link counts of its streams; one that has ended was taken out of it."""
        if not self.closed.is_set():
            self._unread.bytes += number

    async def _wait_moved(self) -> None:
        self._moved.clear()
        await self._moved.wait()

    def _check_open(self) -> None:
        if self.closed.is_set():
            raise BrokenPipeError(f"adb stream {self.local_id} is closed")

    def _end(self) -> None:
        self._count(-sum(map(len, self._incoming)))
        self.closed.set()
        self._queue.clear()
        self._queued_bytes = 0
        self._arrived.set()
        self._moved.set()
        self._on_end(self)
