"""The phone's process: listeners, links, announcements, control, and the end of all that."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gui_rec.phone import mounts
from gui_rec.phone.announce import ServerAddress, keep_announced
from gui_rec.phone.clock import MovableClock
from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands._log_buffer import LogBuffer
from gui_rec.phone.control import ControlServer
from gui_rec.phone.control_lines import MOST_LINE_BYTES
from gui_rec.phone.files import FileStore
from gui_rec.phone.ports import choose, greet_console, serial_of
from gui_rec.phone.running import RunningPhone, listed
from gui_rec.phone.shell.runner import run_line
from gui_rec.phone.snapshot import Around
from gui_rec.phone.web.extra import require_studio
from gui_rec.phone.wire.faults import WireFault, WireFaults, is_wire_fault
from gui_rec.phone.wire.handshake import Identity
from gui_rec.phone.wire.link import Link
from gui_rec.phone.wire.reverse import ReverseTable
from gui_rec.phone.wire.services import ServiceTable
from gui_rec.phone.wire.sockets import DeviceSockets
from gui_rec.phone.wire.streams import Stream
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone

_LOG = logging.getLogger(__name__)
_END_TICK_S = 0.01
_MOST_LINKS = 64
"""An adb server has one; each may have a packet and unread input in memory."""
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
_ENVIRONMENT = {
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "emu64xa",
    "LOGNAME": "shell",
    "PATH": "/system/bin:/system/xbin:/vendor/bin",
    "PWD": "/",
    "SHELL": "/system/bin/sh",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}


@dataclass(frozen=True, slots=True)
class ServeConfig:
    """How a phone is served.

    `port` None takes the first free one from 5555, or a free high one with `high_port`. `server` None
    announces to nobody. `faults` mixes faults of the wire and of the phone. With `until_stdin_ends` the
    phone leaves when its stdin is closed, so that it cannot outlive the process that started it. `web_port`
    serves the page on that port, on a free one for 0, and None serves none.
    """

    phone: PhoneConfig = field(default_factory=PhoneConfig)
    port: int | None = None
    high_port: bool = False
    server: ServerAddress | None = field(default_factory=ServerAddress)
    faults: tuple[str, ...] = ()
    until_stdin_ends: bool = False
    web_port: int | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """What the one line on stdout says when the phone can be reached.

    `token` opens the control port; `web` is the page's address, left out where there is no page.
    """

    serial: str
    port: int
    control_port: int
    token: str
    pid: int
    web: str | None = None

    def line(self) -> str:
        """As one JSON line."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        said = {name: value for name, value in fields.items() if value is not None}
        return json.dumps(said, sort_keys=True) + "\n"


class PhoneServer:
    """One phone and all that is connected to it."""

    def __init__(self, config: ServeConfig) -> None:
        self.stopped = asyncio.Event()
        self.glass = asyncio.Lock()
        self.wire_faults = WireFaults(name for name in config.faults if is_wire_fault(name))
        self.values = dict(config.phone.values)
        world_faults = (*config.phone.faults, *(name for name in config.faults if not is_wire_fault(name)))
        self.clock = MovableClock()
        self.phone = Phone(
            replace(config.phone, values=MappingProxyType(self.values), faults=world_faults), self.clock
        )
        self.files = FileStore(
            lambda: self.phone.wall_us() // 1_000_000,
            mounts.refusal,
            lambda: [node.path for node in self.phone.panel.nodes()],
        )
        self._config = config
        self._links: set[Link] = set()
        self._links_made = 0
        self._seeing_off: set[asyncio.Future[None]] = set()
        self._outage_end: asyncio.TimerHandle | None = None
        self._connections: dict[asyncio.StreamWriter, asyncio.Task[None] | None] = {}
        self._identity = Identity(model=config.phone.model)
        prompt = f"{self._identity.device}:/ $ ".encode()
        self.sockets = DeviceSockets()
        self.log = LogBuffer()
        self.around = Around(self.log, self.wire_faults)
        self._reverse = ReverseTable(self.sockets)
        self._services = ServiceTable(
            self._new_context, self.wire_faults, self.sockets, self._reverse, prompt
        )

    @contextlib.asynccontextmanager
    async def running(self, say: Callable[[str], None]) -> AsyncIterator[Ready]:
        """Listen, announce, and clean up at the end."""
        config = self._config
        port, device, console = choose(config.port, high=config.high_port, say=say, start_at=os.getpid())
        control = ControlServer(self, secrets.token_urlsafe(16))
        listening = await asyncio.start_server(
            self._tracked(control.on_connection), "127.0.0.1", 0, limit=MOST_LINE_BYTES
        )
        listeners = [
            listening,
            await asyncio.start_server(self._tracked(greet_console), sock=console),
            await asyncio.get_running_loop().create_server(self._new_link, sock=device),
        ]
        self._time_outage()
        telling = asyncio.create_task(self._tell(config.server, port))
        control_port = listening.sockets[0].getsockname()[1]
        try:
            async with self._page(serial_of(port)) as web:
                if web is not None:
                    say(f"the page: {web}")
                yield Ready(serial_of(port), port, control_port, control.token, os.getpid(), web)
        finally:
            telling.cancel()
            await self._end(listeners)

    def _page(self, serial: str) -> contextlib.AbstractAsyncContextManager[str | None]:
        """The page while it is wanted; its packages are those of an extra."""
        if self._config.web_port is None:
            return contextlib.nullcontext()
        require_studio()
        from gui_rec.phone.web.server import page

        return page(self.phone, self.glass, self._config.web_port, serial)

    async def _tell(self, server: ServerAddress | None, port: int) -> None:
        if server is not None:
            await keep_announced(server, port, self._is_linked)

    def set_wire_fault(self, specification: str, on: bool) -> None:
        """Switch one while running. A fault of the handshake ends the links that stand. Raises UsageError."""
        fault = self.wire_faults.set(specification, on)
        if fault is WireFault.OUTAGE:
            self._time_outage()
        if fault.is_handshake:
            self.drop_links()

    def follow_wire_faults(self, before: frozenset[WireFault]) -> None:
        """Act on wire faults that were changed as a whole; `before` are those of the handshake that were on."""
        self._time_outage()
        if self.wire_faults.of_the_handshake() != before:
            self.drop_links()

    def _time_outage(self) -> None:
        if self._outage_end is not None:
            self._outage_end.cancel()
        if self._is_out:
            seconds = self.wire_faults.amount(WireFault.OUTAGE)
            self._outage_end = asyncio.get_running_loop().call_later(
                seconds, self.wire_faults.set, WireFault.OUTAGE, False
            )

    @property
    def _is_out(self) -> bool:
        return self.wire_faults.amount(WireFault.OUTAGE) > 0

    def drop_links(self) -> None:
        """End all links at once; adb servers come back by themselves or are told again."""
        for link in tuple(self._links):
            link.drop()

    def _is_linked(self) -> bool:
        """Whether nobody need be told of the phone; in an outage it keeps silent."""
        return bool(self._links) or self._is_out

    def _new_link(self) -> asyncio.Protocol:
        if self._is_out or len(self._links) >= _MOST_LINKS:
            return _Refusal()
        link = Link(
            opener=self._services.open,
            identity=self._identity,
            faults=self.wire_faults,
            serial=f"host-{self._links_made}",
        )
        self._links_made += 1
        self._links.add(link)
        ending = asyncio.ensure_future(self._see_off(link))
        self._seeing_off.add(ending)
        ending.add_done_callback(self._seeing_off.discard)
        return link

    async def _see_off(self, link: Link) -> None:
        await link.ended.wait()
        self._links.discard(link)
        self._reverse.forget(link)

    def _new_context(self, stream: Stream) -> Context:
        return Context(
            self.phone,
            self.files,
            stream.closed,
            run_line,
            dict(_ENVIRONMENT),
            sockets=self.sockets,
            log=self.log,
        )

    def _tracked(self, handler: Handler) -> Handler:
        """A handler whose connection is known, so that the end of the phone ends it too."""

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._connections[writer] = asyncio.current_task()
            try:
                await handler(reader, writer)
            except asyncio.CancelledError:
                # Before Python 3.12 asyncio tells of it as of a failure.
                if not self.stopped.is_set():
                    raise
            finally:
                del self._connections[writer]

        return handle

    async def _end(self, listeners: list[asyncio.Server]) -> None:
        """Take no more connections, then end those that stand: a server comes back faster than one thinks."""
        self.stopped.set()
        for listener in listeners:
            listener.close()
        await asyncio.sleep(0)
        for link in tuple(self._links):
            await link.rest()
        while self._connections:
            for writer, task in tuple(self._connections.items()):
                writer.transport.abort()
                # A hand may still be on the glass for minutes.
                if task is not None:
                    task.cancel()
            await asyncio.sleep(_END_TICK_S)


class _Refusal(asyncio.Protocol):
    """What a connection meets during an outage, and one link too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.abort()


async def serve(config: ServeConfig, *, out: Callable[[str], None], say: Callable[[str], None]) -> None:
    """Be a phone until SIGTERM, SIGINT, a `stop` on the control port, or the end of stdin if so configured.

    `out` is given the ready line; `say` remarks for a person. Raises UsageError when no port is free.
    """
    server = PhoneServer(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stopped.set)
    if config.until_stdin_ends:
        _watch_stdin(loop, server.stopped, say)
    async with server.running(say) as ready:
        own = RunningPhone(ready.serial, ready.control_port, ready.token, ready.pid)
        with listed(own, say):
            out(ready.line())
            await server.stopped.wait()


def _watch_stdin(loop: asyncio.AbstractEventLoop, stopped: asyncio.Event, say: Callable[[str], None]) -> None:
    """Stop when stdin ends; at once where it has no end to wait for: closed, a file, /dev/null."""
    try:
        loop.add_reader(sys.stdin.fileno(), _on_stdin, loop, stopped)
    except (AttributeError, OSError, ValueError):
        say("--until-stdin-ends: standard input is closed, or no pipe or terminal that could end; leaving")
        stopped.set()


def _on_stdin(loop: asyncio.AbstractEventLoop, stopped: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 4096):
        loop.remove_reader(sys.stdin.fileno())
        stopped.set()
