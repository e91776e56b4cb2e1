"""`getevent`: the input nodes and what the kernel reports of them. Injected input never shows here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, encode_lines, say
from gui_rec.phone.commands.getevent_format import (
    EV_KEY,
    EV_SW,
    AbsAxis,
    NodeInfo,
    added_line,
    code_number,
    describe,
    event_line,
    name_line,
)
from gui_rec.phone.world.panel import PanelNode, RawEvent, Subscription

_FLAGS = frozenset("tnsSvdpilqcr")
_USAGE = (
    "Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]",
    "    -t: show time stamps",
    "    -n: don't print newlines",
    "    -s: print switch states for given bits",
    "    -S: print all switch states",
    "    -v: verbosity mask (errs=1, dev=2, name=4, info=8, vers=16, pos. events=32, props=64)",
    "    -d: show HID descriptor, if available",
    "    -p: show possible events (errs, dev, name, pos. events)",
    "    -i: show all device info and possible events",
    "    -l: label event types and names in plain text",
    "    -q: quiet (clear verbosity mask)",
    "    -c: print given number of events then exit",
    "    -r: print rate events are received",
)


@dataclass(frozen=True, slots=True)
class GeteventArgs:
    """getevent's options; `count` None reads for ever."""

    flags: frozenset[str]
    count: int | None
    device: str | None

    def has(self, *letters: str) -> bool:
        """Whether one of the option letters was given."""
        return not self.flags.isdisjoint(letters)


class _UsageError(Exception):
    """The command line is none of getevent's; the message stands before the usage."""


def parse_args(args: Sequence[str]) -> GeteventArgs:
    """Read getevent's words as getopt does: `-lt` is `-l -t`, `-c` takes a number."""
    flags: set[str] = set()
    count: int | None = None
    rest = list(args)
    while rest and rest[0].startswith("-") and len(rest[0]) > 1:
        letters = rest.pop(0)[1:]
        if letters[-1:] == "c" and rest:
            count, letters = _count(rest.pop(0)), letters[:-1]
        unknown = set(letters) - _FLAGS
        if unknown:
            raise _UsageError(f"getevent: invalid option -{min(unknown)}")
        flags |= set(letters)
    if len(rest) > 1:
        raise _UsageError(f"getevent: unexpected argument {rest[1]}")
    return GeteventArgs(frozenset(flags), count, rest[0] if rest else None)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise _UsageError("getevent: invalid argument to -c")
    return int(text)


def node_infos(nodes: Sequence[PanelNode]) -> list[NodeInfo]:
    """The panel's nodes as getevent numbers and describes them."""
    return [
        NodeInfo(
            number=number,
            path=node.path,
            name=node.name,
            keys=tuple(code_number(EV_KEY, name) for name in node.keys),
            axes=tuple(AbsAxis(axis.code, axis.maximum, axis.value, axis.minimum) for axis in node.axes),
            switches=tuple(code_number(EV_SW, name) for name in node.switches),
            props=node.props,
        )
        for number, node in enumerate(nodes, start=1)
    ]


async def getevent(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`getevent [-lptiq] [-c N] [DEVICE]`. `-p` and `-i` print and end; the others stream until the client leaves."""
    try:
        wanted = parse_args(args)
    except _UsageError as error:
        await complain(io, str(error), *_USAGE)
        return 1
    nodes = node_infos(ctx.phone.panel.nodes())
    if wanted.device is not None:
        nodes = [node for node in nodes if node.path == wanted.device]
        if not nodes:
            await complain(io, f"could not open {wanted.device}, No such file or directory")
            return 1
    if wanted.has("p", "i"):
        await _describe_all(wanted, nodes, io)
        return 0
    return await _stream(ctx, wanted, nodes, io)


async def _describe_all(wanted: GeteventArgs, nodes: Sequence[NodeInfo], io: Io) -> None:
    for node in nodes:
        await say(io, *describe(node, labels=wanted.has("l"), everything=wanted.has("i")))


async def _stream(ctx: Context, wanted: GeteventArgs, nodes: Sequence[NodeInfo], io: Io) -> int:
    wake = asyncio.Event()
    loop = asyncio.get_running_loop()
    subscription = ctx.phone.panel.subscribe(lambda _event: _wake(loop, wake))
    try:
        if wanted.device is None and not wanted.has("q"):
            await io.out(encode_lines(line for node in nodes for line in (added_line(node), name_line(node))))
        await _forward(ctx, wanted, subscription, wake, io)
    finally:
        subscription.close()
    return 0


def _wake(loop: asyncio.AbstractEventLoop, wake: asyncio.Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(wake.set)


async def _forward(
    ctx: Context, wanted: GeteventArgs, subscription: Subscription, wake: asyncio.Event, io: Io
) -> None:
    left = wanted.count
    while not ctx.closed.is_set() and left != 0:
        wake.clear()
        events = [event for event in subscription.take() if wanted.device in (None, event.node)][:left]
        if events:
            await io.out(b"".join(_line(wanted, event) for event in events))
            left = None if left is None else left - len(events)
        else:
            await _either(ctx.closed, wake)


async def _either(first: asyncio.Event, second: asyncio.Event) -> None:
    """Return when one of the two is set."""
    waits = [asyncio.ensure_future(first.wait()), asyncio.ensure_future(second.wait())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _line(wanted: GeteventArgs, event: RawEvent) -> bytes:
    return event_line(
        time_us=event.time_us if wanted.has("t") else None,
        path=event.node if wanted.device is None else None,
        event_type=event.type,
        code=event.code,
        value=event.value,
        labels=wanted.has("l"),
    )
