"""`getevent`: the input nodes and what the kernel reports of them. Injected input never shows here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, encode_lines
from gui_rec.phone.commands.getevent_format import (
    EV_KEY,
    EV_SW,
    AbsAxis,
    NodeInfo,
    Show,
    code_number,
    describe,
    event_line,
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
    """getevent's options. `count` None reads for ever; `switches` is a mask of switch states to print first;
    `verbosity` the mask of `-v`.
    """

    flags: frozenset[str]
    count: int | None
    device: str | None
    switches: int | None = None
    verbosity: int | None = None

    def has(self, *letters: str) -> bool:
        """Whether one of the option letters was given."""
        return not self.flags.isdisjoint(letters)

    @property
    def shown(self) -> Show:
        """What is printed of each node before its events."""
        shown = Show(self.verbosity or 0)
        shown |= _SHOWN_BY_P if self.has("p") else Show(0)
        shown |= _EVERYTHING if self.has("i") else Show(0)
        shown |= Show.HID if self.has("d") else Show(0)
        if self.has("p", "i", "q", "v"):
            return shown
        return shown | (Show.ERRORS if self.device is not None else Show.ERRORS | Show.DEVICE | Show.NAME)

    @property
    def ends(self) -> bool:
        """Whether it ends without waiting for an event; a count makes it wait whatever else is asked."""
        return self.count is None and (self.has("p", "i") or self.switches is not None)


_SHOWN_BY_P = Show.ERRORS | Show.DEVICE | Show.NAME | Show.EVENTS | Show.PROPS
_EVERYTHING = Show(255)
_SHOWN_BY_V = Show.DEVICE | Show.NAME | Show.INFO | Show.VERSION
_ALL_SWITCHES = 0xFFFF


class _UsageError(Exception):
    """The command line is none of getevent's; the message stands before the usage."""


def parse_args(args: Sequence[str]) -> GeteventArgs:
    """Read getevent's words as getopt does: `-lt` is `-l -t`, `-c` and `-s` take a number, `-v` one stuck to it."""
    flags: set[str] = set()
    values: dict[str, int] = {}
    rest, operands = list(args), list[str]()
    while rest:
        word = rest.pop(0)
        if word == "--":
            operands += rest
            break
        if word.startswith("-") and len(word) > 1:
            _read_letters(word[1:], rest, flags, values)
        else:
            operands.append(word)
    if len(operands) > 1:
        raise _UsageError(f"getevent: unexpected argument {operands[1]}")
    return GeteventArgs(
        frozenset(flags),
        # atoi and no check: a count of 0 never runs out.
        values.get("c") or None,
        operands[0] if operands else None,
        _ALL_SWITCHES if "S" in flags else values.get("s"),
        values.get("v"),
    )


def _read_letters(letters: str, rest: list[str], flags: set[str], values: dict[str, int]) -> None:
    for at, letter in enumerate(letters, start=1):
        if letter not in _FLAGS:
            raise _UsageError("" if letter == "h" else f"getevent: invalid option -{letter}")
        if letter not in "cs":
            flags.add(letter)
        if letter == "v":
            values["v"] = _number("v", letters[at:]) if letters[at:] else _SHOWN_BY_V.value
            return
        if letter in "cs":
            if not letters[at:] and not rest:
                raise _UsageError(f"getevent: invalid option -{letter}")
            values[letter] = _number(letter, letters[at:] or rest.pop(0))
            return


def _number(letter: str, text: str) -> int:
    """As strtoul with base 0 reads it. The real tool takes a word that is none for 0; here it is said."""
    match = re.fullmatch(r"(0[xX][0-9a-fA-F]{1,8})|(0[0-7]{0,11})|([1-9][0-9]{0,9})", text)
    if match is None:
        raise _UsageError(f"getevent: invalid argument to -{letter}")
    base = 16 if match[1] else 8 if match[2] else 10
    return int(text, base) & 0xFFFFFFFF


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
    """`getevent [-tnlrqd] [-s MASK] [-S] [-v[MASK]] [-p] [-i] [-c N] [DEVICE]`. `-p`, `-i`, `-s` and `-S` print and end,
    unless a count is given; the others stream until the client leaves.
    """
    try:
        wanted = parse_args(args)
    except _UsageError as error:
        await complain(io, *([str(error)] if str(error) else []), *_USAGE)
        return 1
    panel_nodes = [node for node in ctx.phone.panel.nodes() if wanted.device in (None, node.path)]
    if not panel_nodes:
        if Show.ERRORS in wanted.shown:
            await complain(io, f"could not open {wanted.device}, No such file or directory")
        return 1
    # The subscription stands before the names are out, so that nothing is missed meanwhile.
    wake, loop = asyncio.Event(), asyncio.get_running_loop()
    subscription = ctx.phone.panel.subscribe(lambda _event: _wake(loop, wake))
    try:
        await io.out(_preface(wanted, node_infos(panel_nodes)))
        if not wanted.ends:
            await _forward(ctx, wanted, subscription, wake, io)
    finally:
        subscription.close()
    return 0


def _preface(wanted: GeteventArgs, nodes: Sequence[NodeInfo]) -> bytes:
    """The nodes as far as they are shown, and their switches, all of which are open."""
    lines = [line for node in nodes for line in describe(node, wanted.shown, labels=wanted.has("l"))]
    end = "" if wanted.has("n") else "\n"
    states = [f"0000{end}" for _ in nodes] if wanted.switches else []
    return encode_lines(lines) + "".join(states).encode()


def _wake(loop: asyncio.AbstractEventLoop, wake: asyncio.Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(wake.set)


async def _forward(
    ctx: Context, wanted: GeteventArgs, subscription: Subscription, wake: asyncio.Event, io: Io
) -> None:
    left, rates = wanted.count, _Rates() if wanted.has("r") else None
    while not ctx.closed.is_set() and left != 0:
        wake.clear()
        events = [event for event in subscription.take() if wanted.device in (None, event.node)][:left]
        if events:
            await io.out(b"".join(_line(wanted, event, rates) for event in events))
            left = None if left is None else left - len(events)
        else:
            await _either(ctx.closed, wake)


class _Rates:
    """Reports a second, from one to the next, of whichever node."""

    def __init__(self) -> None:
        self._last_us = 0

    def after(self, event: RawEvent) -> int | None:
        """For a report that follows another; two of one moment, at which the tool itself divides by 0, have none."""
        if (event.type, event.code) != (0, 0):
            return None
        passed_us, is_first = event.time_us - self._last_us, self._last_us == 0
        self._last_us = event.time_us
        return None if is_first or passed_us <= 0 else 1_000_000 // passed_us


async def _either(first: asyncio.Event, second: asyncio.Event) -> None:
    """Return when one of the two is set."""
    waits = [asyncio.ensure_future(first.wait()), asyncio.ensure_future(second.wait())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _line(wanted: GeteventArgs, event: RawEvent, rates: _Rates | None) -> bytes:
    return event_line(
        time_us=event.time_us if wanted.has("t") else None,
        path=event.node if wanted.device is None else None,
        event_type=event.type,
        code=event.code,
        value=event.value,
        labels=wanted.has("l"),
        rate=rates.after(event) if rates is not None else None,
        newline=not wanted.has("n"),
    )
