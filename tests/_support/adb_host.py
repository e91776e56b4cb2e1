"""The host's side of one link, in memory or over a socket, for tests of the phone's wire."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from gui_rec.phone.wire import packets
from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.wire.handshake import Identity
from gui_rec.phone.wire.link import Link, Opener
from gui_rec.phone.wire.packets import HEADER_BYTES, Command, Packet
from gui_rec.phone.wire.streams import Stream

TIMEOUT_S = 5.0
GREETING = Packet(Command.CNXN, packets.VERSION, packets.MAX_PAYLOAD_BYTES, b"host::features=shell_v2,cmd")


class Sent:
    """What a stream under test sent; with `acks`, every WRTE is acknowledged at once."""

    def __init__(self, *, acks: bool = True, max_payload_bytes: int = 1 << 20) -> None:
        self.packets: list[Packet] = []
        self.acks = acks
        self.stream = Stream(5, 77, self._send, max_payload_bytes)

    def _send(self, packet: Packet) -> None:
        self.packets.append(packet)
        if self.acks and packet.command is Command.WRTE:
            asyncio.get_running_loop().call_soon(self.stream.on_okay)

    def of(self, command: Command) -> list[Packet]:
        return [packet for packet in self.packets if packet.command is command]

    @property
    def written(self) -> bytes:
        """The bytes of all WRTEs."""
        return b"".join(packet.data for packet in self.of(Command.WRTE))


class Host:
    """An adb server's end of a link."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, packet: Packet, *, check: bool = False) -> None:
        self.writer.write(packets.encode(packet, check=check))

    async def receive(self) -> Packet:
        """The next packet from the phone."""
        async with asyncio.timeout(TIMEOUT_S):
            header = packets.decode_header(await self.reader.readexactly(HEADER_BYTES))
            return header.with_data(await self.reader.readexactly(header.length))

    async def greet(self) -> Packet:
        self.send(GREETING)
        return await self.receive()

    async def open(self, name: bytes, local_id: int = 1) -> Packet:
        self.send(Packet(Command.OPEN, local_id, 0, name + b"\0"))
        return await self.receive()

    async def read_stream(self, local_id: int = 1) -> bytes:
        """All bytes of a stream, each packet acknowledged, until its CLSE."""
        data = b""
        while (packet := await self.receive()).command is not Command.CLSE:
            if packet.command is Command.WRTE:
                data += packet.data
                self.send(packets.okay(local_id, packet.arg0))
        return data

    async def is_dropped(self) -> bool:
        """Whether the phone ends the connection; packets before it are passed over."""
        async with asyncio.timeout(TIMEOUT_S):
            try:
                while await self.reader.read(65536):
                    pass
            except ConnectionError:
                return True
            return True


def with_link(
    opener: Opener, test: Callable[[Host, Link], Awaitable[None]], faults: WireFaults | None = None
) -> None:
    """Run `test` against a link over a real socket pair."""

    async def main() -> None:
        links: asyncio.Queue[Link] = asyncio.Queue()

        def new_link() -> Link:
            link = Link(opener=opener, identity=Identity(), faults=faults or WireFaults())
            links.put_nowait(link)
            return link

        server = await asyncio.get_running_loop().create_server(new_link, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        link = await links.get()
        try:
            await test(Host(reader, writer), link)
        finally:
            writer.close()
            server.close()
            await link.rest()

    asyncio.run(main())
