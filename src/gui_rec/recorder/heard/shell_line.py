"""A line for the phone's shell -> its parts, each with what it does. Pure.

A line is taken apart only where each part, run alone, does exactly what it does in the line: at `;` line ends, `&&`
and `||` of the top level, with whoever runs the parts following the links. Where something of the shell would be lost
between two parts (`cd`, a variable that does not open the line with a plain value, `exec`, a job in the background), the line
stays whole; if it acts more than once
it is OPAQUE then, with a note that names the acts. A line that acts once stays whole too, unless it is
for what stands before the act to say whether it happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.device.adb.quote import quote
from gui_rec.model.words import action_words
from gui_rec.recorder.heard._api import QUERY, Heard, Screen, opaque
from gui_rec.recorder.heard.blocks import Block, blocks_of
from gui_rec.recorder.heard.commands import MOST_DEPTH, hear_words
from gui_rec.recorder.heard.constants import opening_constants
from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.said import Nested
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.syntax import Group, Item, Link, Simple
from gui_rec.recorder.heard.units import Unit, gathered, named, row_of, untellable
from gui_rec.recorder.heard.words import UntellableError

__all__ = ["Link", "Part", "hear_line"]

_NO_FILES = frozenset(["/dev/null", "1", "2"])
_SIGNS = {Link.THEN: "; ", Link.AND: " && ", Link.OR: " || "}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line, to be run alone: after FIRST and THEN always, after AND if the last part that ran
    returned 0, after OR if it returned something else.

    `wants_status` says that the text asks for `$?` of the part before it: run `text_after(status)` then.
    """

    text: str
    link: Link
    heard: Heard
    wants_status: bool = False

    def is_due(self, status: int) -> bool:
        """Whether it runs when the last part that ran returned `status`; the shell's own rule."""
        if self.link is Link.AND:
            return status == 0
        return status != 0 if self.link is Link.OR else True

    def text_after(self, status: int) -> str:
        """The text to run when the last part that ran returned `status`."""
        return f"sh -c 'exit {status & 0xFF}'; {self.text}" if self.wants_status else self.text


@dataclass(slots=True)
class _Segment:
    """Units that run together, as one part."""

    units: list[Unit]
    acts: list[Heard]

    @property
    def link(self) -> Link:
        return self.units[0].link


def hear_line(line: str, screen: Screen, series: Series) -> tuple[Part, ...]:
    """The parts of `line`; one at least. Never raises, whatever the line is.

    Acts change `series`: it takes pieces of touches, and what uiautomator2 put on the clipboard counts no more.
    """
    parts = _hear(line, screen, series, 0)
    if any(part.heard.acts for part in parts):
        series.clipboard = None
    return parts


def _hear(line: str, screen: Screen, series: Series, depth: int) -> tuple[Part, ...]:
    try:
        items = parse(line)
    except UntellableError as error:
        return (Part(line, Link.FIRST, untellable(line, error)),)
    while (group := _only_group(items)) is not None:
        items = group.items
    nested = _only_nested(items, screen)
    if nested is not None and nested.word is not None and depth < MOST_DEPTH:
        return _unwrapped(line, nested, _hear(nested.line, screen, series, depth + 1))
    return _parts(line, row_of(line, items, screen), opening_constants(items)[1], screen, series)


def _only_group(items: Sequence[Item]) -> Group | None:
    """The group that is the whole line, if nothing but its commands is in it."""
    if len(items) != 1 or items[0].background or len(items[0].commands) != 1:
        return None
    command = items[0].commands[0]
    return command if isinstance(command, Group) and not command.redirected else None


def _only_nested(items: Sequence[Item], screen: Screen) -> Nested | None:
    """The line in `sh -c LINE`, where that is all there is and no file is written."""
    if len(items) != 1 or items[0].background or len(items[0].commands) != 1:
        return None
    command = items[0].commands[0]
    if not isinstance(command, Simple) or not command.words:
        return None
    if any(target.value not in _NO_FILES for target in command.targets):
        return None
    return hear_words(command.words, screen).nested


def _unwrapped(line: str, nested: Nested, inner: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts of the line within, each in the words that stand around it."""
    if len(inner) == 1 or nested.word is None:
        return (Part(line, Link.FIRST, inner[0].heard),)
    if any(part.wants_status for part in inner):
        heards = [part.heard for part in inner if part.heard.acts]
        names = ", ".join(action_words(heard.action) for heard in heards if heard.action is not None)
        return (
            Part(
                line, Link.FIRST, opaque(f"several acts in a line within a line that asks for `$?`: {names}")
            ),
        )
    before, behind = line[: nested.word.start], line[nested.word.end :]
    return tuple(Part(before + quote(part.text) + behind, part.link, part.heard) for part in inner)


def _parts(line: str, units: list[Unit], constants: int, screen: Screen, series: Series) -> tuple[Part, ...]:
    blocks = blocks_of(units, screen, series)
    if not blocks:
        return (Part(line, Link.FIRST, gathered([unit.said.heard for unit in units])),)
    unreached = _unreached(units, blocks)
    if unreached is not None:
        return (Part(line, Link.FIRST, unreached),)
    segments = _segments(units, blocks)
    if len(segments) == 1:
        return (Part(line, Link.FIRST, _meaning(segments[0])),)
    asks = any("?" in one.units[0].text for one in segments[1:])
    repeated = 0 if asks else constants
    between = [unit for one in segments[:-1] for unit in one.units][repeated:]
    lost = next((unit.said.loses for unit in between if unit.said.loses), None)
    if lost is not None:
        return (Part(line, Link.FIRST, _together(units, blocks, lost)),)
    opening = line[units[0].start : units[repeated - 1].end] + "; " if repeated else ""
    return tuple(
        Part(
            (opening if at else "") + _text(line, one.units),
            one.link,
            _meaning(one),
            bool(at) and "?" in one.units[0].text,
        )
        for at, one in enumerate(segments)
    )


def _unreached(units: Sequence[Unit], blocks: Sequence[Block]) -> Heard | None:
    """An act behind `exit` or `exec` may never come."""
    ends = next((at for at, unit in enumerate(units) if unit.said.ends), len(units))
    behind = [block for block in blocks if block.first > ends]
    if not behind:
        return None
    return opaque(f"commands behind `exit` or `exec`: {named([unit for unit in units if unit.acts])}")


def _together(units: Sequence[Unit], blocks: Sequence[Block], lost: str) -> Heard:
    """A line that cannot be taken apart."""
    if len(blocks) == 1 and all(unit.link in (Link.FIRST, Link.AND) for unit in units):
        # Its status is 0 only if everything ran.
        return _meaning(_Segment(list(units), [blocks[0].heard]))
    acts = named([unit for unit in units if unit.acts])
    return opaque(f"{len(blocks)} acts in a line that cannot be taken apart, because of {lost}: {acts}")


def _segments(units: Sequence[Unit], blocks: Sequence[Block]) -> list[_Segment]:
    """The row, cut before each act but the first and before each act that may not happen."""
    starts = {block.first: block for block in blocks}
    segments: list[_Segment] = []
    at = 0
    while at < len(units):
        block = starts.get(at)
        last = at if block is None else block.last
        together = list(units[at : last + 1])
        if not segments or _must_cut(segments[-1], together, block):
            segments.append(_Segment(together, []))
        else:
            segments[-1].units += together
        if block is not None:
            segments[-1].acts.append(block.heard)
        at = last + 1
    return segments


def _must_cut(segment: _Segment, units: Sequence[Unit], block: Block | None) -> bool:
    if block is not None and (segment.acts or units[0].link in (Link.AND, Link.OR)):
        return True
    # A part that is skipped must not hold what the line would have run.
    return segment.link in (Link.AND, Link.OR) and any(unit.link is not segment.link for unit in units)


def _meaning(segment: _Segment) -> Heard:
    others = [unit.said.heard for unit in segment.units if not unit.acts]
    return gathered([*segment.acts, *others]) if others or segment.acts else QUERY


def _text(line: str, units: Sequence[Unit]) -> str:
    if units[0].whole[0] and units[-1].whole[1]:
        return line[units[0].start : units[-1].end]
    return units[0].text + "".join(_SIGNS[unit.link] + unit.text for unit in units[1:])
