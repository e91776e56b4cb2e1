"""One connection from an adb server; several servers may hold the same phone at once, each by its link."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from gui_rec.errors import InputError
from gui_rec.phone.wire import handshake, packets
from gui_rec.phone.wire.faults import WireFault, WireFaults
from gui_rec.phone.wire.packets import Command, Packet
from gui_rec.phone.wire.streams import Stream

Service = Callable[[Stream], Awaitable[None]]
Opener = Callable[[str], Service | None]
"""What a service's name opens; None refuses it, as adbd refuses what it does not know."""

_LOG = logging.getLogger(__name__)
_MOST_STREAMS = 4096
_HANG_UP_S = 1.0


class Link:
    """Reads packets until the connection ends, and runs a task for each stream.

    A host that breaks the protocol loses the link and nothing else: the phone goes on.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        opener: Opener,
        identity: handshake.Identity,
        faults: WireFaults,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._opener = opener
        self._identity = identity
        self._faults = faults
        self._peer: handshake.Peer | None = None
        self._denied = False
        self._streams: dict[int, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_id = 0

    @property
    def is_online(self) -> bool:
        """Whether the handshake is done."""
        return self._peer is not None

    async def run(self) -> None:
        """Serve the link until the host leaves, breaks the protocol, or `drop` is called."""
        try:
            while True:
                await self._on_packet(await self._read_packet())
        except (asyncio.IncompleteReadError, ConnectionError):
            _LOG.debug("the adb server closed its link")
        except InputError as error:
            _LOG.warning("link dropped: %s", error)
        finally:
            await self._end()

    def drop(self) -> None:
        """Close the connection at once, as a pulled cable would."""
        self._writer.transport.abort()

    async def _read_packet(self) -> Packet:
        header = packets.decode_header(await self._reader.readexactly(packets.HEADER_BYTES))
        return header.with_data(await self._reader.readexactly(header.length))

    async def _send(self, packet: Packet) -> None:
        if self._writer.is_closing():
            return
        in_handshake = packet.command in (Command.CNXN, Command.AUTH)
        check = in_handshake or (self._peer is not None and self._peer.wants_check)
        self._writer.write(packets.encode(packet, check=check))
        await self._writer.drain()

    async def _on_packet(self, packet: Packet) -> None:
        if packet.command is Command.CNXN:
            await self._greet(packet)
        elif packet.command is Command.AUTH:
            await self._on_auth(packet)
        elif self._peer is None:
            _LOG.debug("%s before the handshake is ignored", packet.command.name)
        elif packet.command is Command.OPEN:
            await self._open(packet, self._peer)
        elif packet.command in (Command.OKAY, Command.WRTE, Command.CLSE):
            await self._on_stream_packet(packet)

    async def _greet(self, packet: Packet) -> None:
        peer = handshake.read_host(packet)
        if self._faults.strikes(WireFault.OFFLINE):
            return
        self._denied = self._faults.strikes(WireFault.UNAUTHORIZED)
        if self._denied:
            await self._send(handshake.auth_challenge())
            return
        self._peer = peer
        await self._send(handshake.hello(self._identity))

    async def _on_auth(self, packet: Packet) -> None:
        """No signature is ever accepted; once the host has shown its public key the phone waits for a person."""
        if self._denied and packet.arg0 == handshake.AUTH_SIGNATURE:
            await self._send(handshake.auth_challenge())

    async def _open(self, packet: Packet, peer: handshake.Peer) -> None:
        if packet.arg0 == 0:
            raise InputError("adb OPEN: a stream's id is never 0")
        if self._faults.strikes(WireFault.MUTE):
            return
        name = packet.data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = None
        if not self._faults.strikes(WireFault.REFUSE) and len(self._streams) < _MOST_STREAMS:
            service = self._opener(name)
        if service is None:
            await self._send(packets.close(0, packet.arg0))
            return
        stream = Stream(self._next_id(), packet.arg0, self._send, peer.max_payload_bytes)
        self._streams[stream.local_id] = stream
        await self._send(packets.okay(stream.local_id, stream.remote_id))
        task = asyncio.create_task(self._serve(stream, service), name=name[:80])
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    async def _on_stream_packet(self, packet: Packet) -> None:
        stream = self._streams.get(packet.arg1)
        if stream is None or packet.arg0 not in (0, stream.remote_id):
            return
        if packet.command is Command.WRTE:
            stream.on_write(packet.data)
        elif packet.command is Command.OKAY:
            await stream.on_okay()
        else:
            await stream.on_close()

    async def _serve(self, stream: Stream, service: Service) -> None:
        try:
            await _until_hang_up(service(stream), stream.closed)
            await stream.flush()
        except BrokenPipeError:
            _LOG.debug("stream %d: its reader left", stream.local_id)
        finally:
            self._streams.pop(stream.local_id, None)
            await stream.close()

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("service %r failed", task.get_name(), exc_info=error)

    async def _end(self) -> None:
        for stream in self._streams.values():
            stream.drop()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))
        self._writer.close()

    def _next_id(self) -> int:
        self._last_id = self._last_id % 0x7FFFFFFF + 1
        while self._last_id in self._streams:
            self._last_id += 1
        return self._last_id


async def _until_hang_up(work: Awaitable[None], hung_up: asyncio.Event) -> None:
    """Run `work`; once the client has left it has a moment to end by itself, then it is cancelled.

    This stands for the SIGHUP that adbd's children get.
    """
    task = asyncio.ensure_future(work)
    left = asyncio.ensure_future(hung_up.wait())
    try:
        await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            await asyncio.wait({task}, timeout=_HANG_UP_S)
        if task.done():
            task.result()
    finally:
        left.cancel()
        await _cancel(task)


async def _cancel(task: asyncio.Future[None]) -> None:
    """End a task that nobody waits for any more; what it fails with, other than its reader's absence, is told."""
    if task.done():
        return
    task.cancel()
    await asyncio.wait({task})
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, BrokenPipeError):
        _LOG.error("a service failed after its client had left", exc_info=error)
