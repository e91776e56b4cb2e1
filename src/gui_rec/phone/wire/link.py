"""One connection from an adb server; several servers may hold the same phone at once, each by its link."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice

from gui_rec.errors import InputError
from gui_rec.phone.wire import handshake, packets
from gui_rec.phone.wire.faults import WireFault, WireFaults
from gui_rec.phone.wire.packets import Command, Packet
from gui_rec.phone.wire.streams import Stream, Unread

Service = Callable[[Stream], Awaitable[None]]
Opener = Callable[[str], Service | None]
"""What a service's name opens; None refuses it, as adbd refuses what it does not know."""

_LOG = logging.getLogger(__name__)
_MOST_STREAMS = 4096
_PACKETS_A_TURN = 8
"""Of one link: with each a service may begin or go on, which takes about a millisecond."""
_MOST_UNREAD_BYTES = 256 << 20
_MOST_UNSENT_BYTES = 1 << 20
"""Of packets in one turn of the loop; streams that have more wait until these were handed on."""
_HANG_UP_S = 1.0
_STATES = {WireFault.RECOVERY: "recovery", WireFault.BOOTLOADER: "bootloader"}


class Link(asyncio.Protocol):
    """Takes packets until the connection ends, and runs a task for each stream.

    A host that breaks the protocol loses the link and nothing else: the phone goes on. Packets are sent at once
    and in order; nothing more is read from a host that does not read.
    """

    def __init__(
        self,
        *,
        opener: Opener,
        identity: handshake.Identity,
        faults: WireFaults,
        serial: str = "host-0",
    ) -> None:
        self.ended = asyncio.Event()
        self._opener = opener
        self._identity = identity
        self._faults = faults
        self._serial = serial
        self._transport: asyncio.Transport | None = None
        self._decoder = packets.Decoder()
        self._backlog: Iterator[Packet] | None = None
        self._peer: handshake.Peer | None = None
        self._denied = False
        self._streams: dict[int, Stream] = {}
        self._dialing: dict[int, asyncio.Future[Stream]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._given_up: set[int] = set()
        self._unread = Unread(_MOST_UNREAD_BYTES)
        self._outgoing: list[bytes] = []
        self._unsent_bytes = 0
        self._is_paused = False
        self._held: dict[int, Stream] = {}
        self._gathers = False
        self._last_id = 0

    @property
    def is_online(self) -> bool:
        """Whether the handshake is done."""
        return self._peer is not None

    @property
    def serial(self) -> str:
        """What the phone calls the other side."""
        return self._serial

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """An adb server is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Act on the packets that these bytes complete, a few in each turn; nothing more is read meanwhile."""
        self._backlog = self._decoder.feed(data)
        self._take_turn()

    def _take_turn(self) -> None:
        """Act on the next packets. Each may set a program of the phone to work, and other links wait for all these."""
        if self._backlog is None or self._transport is None:
            return
        self._gathers = True
        begun = len(self._tasks)
        try:
            taken = 0
            for packet in islice(self._backlog, _PACKETS_A_TURN):
                self._on_packet(packet)
                taken += 1
            self._end_turn(is_last=taken < _PACKETS_A_TURN)
        except InputError as error:
            _LOG.warning("link dropped: %s", error)
            self.drop()
        self._gathers = False
        if len(self._tasks) > begun:
            # The new streams' tasks come first, so that a short answer leaves with its stream's OKAY.
            asyncio.get_running_loop().call_soon(self._write)
        else:
            self._write()

    def _end_turn(self, *, is_last: bool) -> None:
        if is_last:
            self._backlog = None
            self._read_again()
        elif self._transport is not None:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._take_turn)

    def _read_again(self) -> None:
        """Listen to a host that reads, when all it has sent was acted on."""
        if self._transport is not None and not self._is_paused and self._backlog is None:
            self._transport.resume_reading()

    def pause_writing(self) -> None:
        """The host does not read: it is not listened to until it does, and no stream sends more."""
        self._is_paused = True
        if self._transport is not None:
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        """The host has read again."""
        self._is_paused = False
        self._read_again()
        self._release()

    def _may_send(self, stream: Stream) -> bool:
        """Whether there is room for a stream's next packet; if not, it is asked to send when there is."""
        if self._is_paused or self._unsent_bytes >= _MOST_UNSENT_BYTES:
            self._held[stream.local_id] = stream
            return False
        return True

    def _release(self) -> None:
        """Let the streams that were held back send, in the order in which they came."""
        held, self._held = self._held, {}
        for stream in held.values():
            stream.pump()

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended. What serves its streams has a moment to end by itself."""
        _LOG.debug("the link has ended: %s", error)
        self._transport = None
        self._backlog = None
        self.ended.set()
        self._drop_streams()
        for dialing in self._dialing.values():
            if not dialing.done():
                dialing.set_exception(ConnectionRefusedError("the adb server has left"))

    def _drop_streams(self) -> None:
        """End what the link has carried, a few in each turn: what serves them all comes to its end then."""
        for stream in tuple(islice(self._streams.values(), _PACKETS_A_TURN)):
            stream.drop()
        if self._streams:
            asyncio.get_running_loop().call_soon(self._drop_streams)

    def drop(self) -> None:
        """Close the connection at once, as a pulled cable would."""
        if self._transport is not None:
            self._transport.abort()

    async def rest(self) -> None:
        """Break the link and return when nothing of it runs any more."""
        self.drop()
        await self.ended.wait()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def dial(self, name: str) -> Stream:
        """Open a stream towards the host. Raises ConnectionRefusedError when the host, or a dead link, refuses.

        A host ends itself over a name that no `adb reverse` of its own gave.
        """
        if self._peer is None or self._transport is None:
            raise ConnectionRefusedError(f"no adb server to connect to {name}")
        local_id = self._next_id()
        answered: asyncio.Future[Stream] = asyncio.get_running_loop().create_future()
        self._dialing[local_id] = answered
        self._send(Packet(Command.OPEN, local_id, 0, name.encode("utf-8", "surrogateescape") + b"\0"))
        try:
            return await answered
        finally:
            if self._dialing.pop(local_id, None) is not None:
                self._given_up.add(local_id)

    def _send(self, packet: Packet) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        in_handshake = packet.command in (Command.CNXN, Command.AUTH)
        check = in_handshake or (self._peer is not None and self._peer.wants_check)
        if not self._outgoing and not self._gathers:
            asyncio.get_running_loop().call_soon(self._write)
        data = packets.encode(packet, check=check)
        self._unsent_bytes += len(data)
        self._outgoing.append(data)

    def _write(self) -> None:
        """Hand on what one turn of the loop has sent: a system call costs more than all else about a packet."""
        if not self._outgoing:
            return
        data = self._outgoing[0] if len(self._outgoing) == 1 else b"".join(self._outgoing)
        self._outgoing.clear()
        self._unsent_bytes = 0
        if self._transport is not None:
            self._transport.write(data)
        if self._held and not self._is_paused:
            self._release()

    def _on_packet(self, packet: Packet) -> None:
        if packet.command is Command.CNXN:
            self._greet(packet)
        elif packet.command is Command.AUTH:
            self._on_auth(packet)
        elif self._peer is None:
            _LOG.debug("%s before the handshake is ignored", packet.command.name)
        elif packet.command is Command.OPEN:
            self._open(packet, self._peer)
        elif packet.command in (Command.OKAY, Command.WRTE, Command.CLSE):
            self._on_stream_packet(packet, self._peer)

    def _greet(self, packet: Packet) -> None:
        peer = handshake.read_host(packet)
        if self._faults.strikes(WireFault.OFFLINE):
            return
        self._denied = self._faults.strikes(WireFault.UNAUTHORIZED)
        if self._denied:
            self._send(handshake.auth_challenge())
            return
        self._peer = peer
        state = next((state for fault, state in _STATES.items() if self._faults.strikes(fault)), "device")
        self._send(handshake.hello(self._identity, state))

    def _on_auth(self, packet: Packet) -> None:
        """No signature is ever accepted; once the host has shown its public key the phone waits for a person."""
        if self._denied and packet.arg0 == handshake.AUTH_SIGNATURE:
            self._send(handshake.auth_challenge())

    def _open(self, packet: Packet, peer: handshake.Peer) -> None:
        if packet.arg0 == 0:
            raise InputError("adb OPEN: a stream's id is never 0")
        if self._faults.strikes(WireFault.MUTE):
            return
        name = packet.data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = None
        if not self._faults.strikes(WireFault.REFUSE) and len(self._streams) < _MOST_STREAMS:
            service = self._opener(name)
        if service is None:
            self._send(packets.close(0, packet.arg0))
            return
        stream = self._new_stream(self._next_id(), packet.arg0, peer)
        task = asyncio.create_task(self._serve(stream, service))
        self._send(packets.okay(stream.local_id, stream.remote_id))
        self._tasks[stream.local_id] = task
        task.add_done_callback(lambda done: self._on_task_done(stream, name, done))

    def _new_stream(self, local_id: int, remote_id: int, peer: handshake.Peer) -> Stream:
        stream = Stream(
            local_id,
            remote_id,
            self._send,
            peer.max_payload_bytes,
            self,
            self._ack_delay_s,
            self._forget,
            self._may_send,
            self._unread,
        )
        self._streams[local_id] = stream
        return stream

    def _forget(self, stream: Stream) -> None:
        """A stream has ended. What serves it has a moment to end by itself, as after the SIGHUP of adbd."""
        self._streams.pop(stream.local_id, None)
        self._held.pop(stream.local_id, None)
        task = self._tasks.get(stream.local_id)
        if task is not None and task is not asyncio.current_task():
            timer = asyncio.get_running_loop().call_later(_HANG_UP_S, task.cancel)
            task.add_done_callback(lambda _done: timer.cancel())

    def _ack_delay_s(self) -> float:
        return self._faults.amount(WireFault.SLOW_ACKS) / 1000

    def _on_stream_packet(self, packet: Packet, peer: handshake.Peer) -> None:
        dialing = self._dialing.pop(packet.arg1, None)
        if dialing is not None and not dialing.done():
            _answer_dial(dialing, packet, lambda: self._new_stream(packet.arg1, packet.arg0, peer))
            return
        stream = self._streams.get(packet.arg1)
        if stream is None or packet.arg0 not in (0, stream.remote_id):
            if packet.command is Command.OKAY and packet.arg1 in self._given_up:
                self._given_up.discard(packet.arg1)
                self._send(packets.close(packet.arg1, packet.arg0))
        elif packet.command is Command.WRTE:
            stream.on_write(packet.data)
        elif packet.command is Command.OKAY:
            stream.on_okay()
        else:
            stream.on_close()

    async def _serve(self, stream: Stream, service: Service) -> None:
        try:
            await service(stream)
        except BrokenPipeError:
            _LOG.debug("stream %d: its reader left", stream.local_id)
            stream.on_close()
        except InputError as error:
            _LOG.warning("stream %d dropped: %s", stream.local_id, error)
            stream.on_close()
        stream.finish()

    def _on_task_done(self, stream: Stream, name: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(stream.local_id, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _LOG.error("service %r failed", name[:80], exc_info=error)
        if error is not None or task.cancelled():
            stream.on_close()

    def _next_id(self) -> int:
        self._last_id = self._last_id % 0x7FFFFFFF + 1
        while self._last_id in self._streams or self._last_id in self._tasks:
            self._last_id += 1
        return self._last_id


def _answer_dial(dialing: asyncio.Future[Stream], packet: Packet, new_stream: Callable[[], Stream]) -> None:
    """The host's first packet for a stream that the phone opened: OKAY brings the host's id, CLSE refuses."""
    if packet.command is Command.OKAY and packet.arg0 != 0:
        dialing.set_result(new_stream())
    else:
        dialing.set_exception(ConnectionRefusedError("the host refused the connection"))
