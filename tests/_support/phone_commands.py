"""Running one command of the simulated phone in memory."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone import mounts
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._members import COMMANDS
from gui_rec.phone.files import FileStore
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone
from gui_rec.testing.clock import FakeClock

APIS = (28, 30, 34, 36)


@dataclass
class MemoryIo:
    """The three streams as bytes; `on_out` is called after each write to stdout."""

    stdin: bytes = b""
    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    on_out: Callable[[MemoryIo], None] | None = None

    async def read(self, limit: int = 65536) -> bytes:
        part, self.stdin = self.stdin[:limit], self.stdin[limit:]
        return part

    async def out(self, data: bytes) -> None:
        self.stdout += data
        if self.on_out is not None:
            self.on_out(self)

    async def err(self, data: bytes) -> None:
        self.stderr += data


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode("utf-8")

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


async def _no_shell(_ctx: Context, line: str, _io: Io) -> int:
    raise AssertionError(f"no shell here for {line!r}")


def make_context(
    api: int = 34,
    *,
    size: ScreenSize | None = None,
    faults: tuple[str, ...] = (),
    locale: str = "en-US",
    displays: int = 1,
) -> tuple[Context, FakeClock]:
    """A phone that has just started, with its files; `closed` belongs to no loop until it is awaited."""
    clock = FakeClock()
    config = PhoneConfig(
        size=size or ScreenSize(1080, 2400), api=api, faults=faults, locale=locale, displays=displays
    )
    phone = Phone(config, clock)
    files = FileStore(refusal=mounts.refusal, devices=lambda: [node.path for node in phone.panel.nodes()])
    context = Context(phone, files, asyncio.Event(), _no_shell)
    return context, clock


def run(ctx: Context, name: str, *args: str, io: MemoryIo | None = None) -> Ran:
    """Run a command of the table to its end."""
    streams = io or MemoryIo()
    status = asyncio.run(_call(COMMANDS.get(name)(ctx, args, streams)))
    return Ran(status, bytes(streams.stdout), streams.stderr.decode("utf-8"))


async def _call(command: Awaitable[int]) -> int:
    return await command


FIELD = 'resource-id="com.example.shop:id/username"'
SHOP = "com.example.shop"


def focus_field(ctx: Context, clock: FakeClock) -> None:
    """Open the shop's sign-in page and tap its first field."""
    ctx.phone.launch(SHOP)
    clock.advance(10)
    left, top, right, bottom = map(int, re.findall(r"-?\d+", _field(ctx).rpartition("bounds=")[2]))
    ctx.phone.tap((left + right) / 2, (top + bottom) / 2)
    clock.advance(2)


def field_text(ctx: Context) -> str:
    """What stands in that field, as the hierarchy tells it."""
    found = re.search(r' text="([^"]*)"', _field(ctx))
    assert found is not None
    return html.unescape(found[1])


def _field(ctx: Context) -> str:
    nodes: list[str] = re.findall(r"<node [^>]*>", ctx.phone.hierarchy())
    return next(node for node in nodes if FIELD in node)
