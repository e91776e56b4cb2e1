"""Commands in a row -> the acts in it: which commands make one act together. Pure.

One act are: quick taps at one place, texts typed one behind the other, the emptying of a field with the text that
follows, and the pieces of a touch up to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from gui_rec.model.actions import DoubleTap, Hotkey, Key, Tap, Type
from gui_rec.recorder.heard._api import Heard, Kind, Screen, acted
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.syntax import Link
from gui_rec.recorder.heard.units import Unit

_DOUBLE_TAP_S = 0.3  # AOSP ViewConfiguration
_MOST_CLICKS = 10
_EMPTYING_PRESSES = 100
_SELECT_ALL = Hotkey(("CTRL_LEFT", "A"))


@dataclass(frozen=True, slots=True)
class Block:
    """The units `first` to `last` of the row, which are one act."""

    first: int
    last: int
    heard: Heard


def blocks_of(units: Sequence[Unit], screen: Screen, series: Series) -> list[Block]:
    """The acts of the row in their order; `series` takes the pieces of touches."""
    blocks: list[Block] = []
    # One moment for the whole line: what passes while it is read is not the touch's time.
    at_s = list(accumulate((unit.said.sleeps_s or 0.0 for unit in units), initial=series.now_s()))
    at = 0
    while at < len(units):
        if not units[at].acts:
            at += 1
            continue
        block = _emptying(units, at) or _typing(units, at) or _tapping(units, at)
        block = block or _touching(units, at, screen, series, at_s) or Block(at, at, units[at].said.heard)
        blocks.append(block)
        at = block.last + 1
    return blocks


def _next(
    units: Sequence[Unit], first: int, last: int, *, only_sleeps: bool = True
) -> tuple[int, float] | None:
    """The next act behind `last` that may be one with `first`, and what is slept before it."""
    slept_s = 0.0
    for at in range(last + 1, len(units)):
        unit = units[at]
        if not _holds_together(units[first], unit):
            return None
        if unit.acts:
            return at, slept_s
        if unit.said.loses or (only_sleeps and unit.said.sleeps_s is None):
            return None
        slept_s += unit.said.sleeps_s or 0.0
    return None


def _holds_together(first: Unit, unit: Unit) -> bool:
    """Whether `unit` runs whenever what stands before it, from `first` on, went well; and never else."""
    if first.link in (Link.FIRST, Link.THEN):
        return unit.link in (Link.THEN, Link.AND)
    return first.link is Link.AND and unit.link is Link.AND


def _hides_a_failure(units: Sequence[Unit], first: int, last: int) -> bool:
    """Whether the row may stop in the middle and its status say nothing of it: `tap && tap; true`."""
    stops = any(unit.link is Link.AND for unit in units[first + 1 : last + 1])
    behind = units[last + 1 : last + 2]
    return stops and any(unit.link is not Link.AND and not unit.acts for unit in behind)


def _tapping(units: Sequence[Unit], first: int) -> Block | None:
    """Taps at one place, each so soon after the last that Android counts them together."""
    tap = units[first].said.heard.action
    if not isinstance(tap, Tap) or units[first].said.piece is not None:
        return None
    last, count = first, 1
    while count < _MOST_CLICKS:
        found = _next(units, first, last)
        if found is None or found[1] > _DOUBLE_TAP_S or units[found[0]].said.heard.action != tap:
            break
        last, count = found[0], count + 1
    if count == 1 or _hides_a_failure(units, first, last):
        return None
    action = DoubleTap(tap.x, tap.y) if count == 2 else Tap(tap.x, tap.y, clicks=count)
    return Block(first, last, acted(action))


def _typing(units: Sequence[Unit], first: int) -> Block | None:
    """Texts one behind the other: `input text` takes no `%s` in one piece."""
    found = _texts(units, first, first - 1)
    if found is None:
        return None
    last, text = found
    return Block(first, last, acted(Type(text)))


def _texts(units: Sequence[Unit], first: int, behind: int) -> tuple[int, str] | None:
    """The last unit of the texts that stand behind `behind`, and the whole text."""
    last, parts = behind, list[str]()
    while True:
        at = first if last < first else (_next(units, first, last) or (-1, 0.0))[0]
        action = units[at].said.heard.action if at >= 0 else None
        if not isinstance(action, Type) or action.clear_before:
            break
        last = at
        parts.append(action.text)
    return (last, "".join(parts)) if parts else None


def _emptying(units: Sequence[Unit], first: int) -> Block | None:
    """Ctrl+A and DEL, or a hundred DELs from the end, and what is typed then."""
    last = _emptied(units, first)
    if last is None:
        return None
    found = _texts(units, first, last)
    if found is None:
        selected = units[first].said.heard.action == _SELECT_ALL
        return Block(first, last, acted(Type("", clear_before=True))) if selected else None
    return Block(first, found[0], acted(Type(found[1], clear_before=True)))


def _emptied(units: Sequence[Unit], first: int) -> int | None:
    """The last unit of what empties a field; None where nothing does."""
    last: int | None = None
    at = first
    if units[at].said.heard.action == _SELECT_ALL:
        found = _next(units, first, first)
        if found is None or units[found[0]].said.heard.action != Key("DEL"):
            return None
        last = found[0]
        following = _next(units, first, last)
        if following is None:
            return last
        at = following[0]
    return _deleted(units, at) or last


def _deleted(units: Sequence[Unit], at: int) -> int | None:
    """MOVE_END and DELs, of one `input keyevent`, a hundred or more."""
    if units[at].said.heard.action != Key("MOVE_END"):
        return None
    last, presses = at, 0
    while last + 1 < len(units) and units[last + 1].item == units[at].item:
        action = units[last + 1].said.heard.action
        if not isinstance(action, Key) or action.code != "DEL":
            return None
        last, presses = last + 1, presses + action.presses
    return last if presses >= _EMPTYING_PRESSES else None


def _touching(
    units: Sequence[Unit], first: int, screen: Screen, series: Series, at_s: Sequence[float]
) -> Block | None:
    """The pieces of a touch up to the one that ends it, or as many as there are."""
    if units[first].said.piece is None:
        return None
    last = at = first
    while True:
        piece = units[at].said.piece
        if piece is None:
            return Block(first, last, Heard(Kind.SERIES))
        heard = series.feed(piece, screen, at_s=at_s[at])
        last = at
        if heard.kind is not Kind.SERIES:
            return Block(first, last, heard)
        found = _next(units, first, last, only_sleeps=False)
        if found is None:
            return Block(first, last, heard)
        at = found[0]
