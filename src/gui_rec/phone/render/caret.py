"""Where the cursor stands in a text: which line, and how far from the side where the line begins."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from gui_rec.phone.render import type as lettering
from gui_rec.phone.render.bidi import starts_right_to_left

_LINES_AT_MOST = 10_000
_REST_OF_WORD = re.compile(r"\S*")


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a text is set: `limit_px` is the width of its lines; `mirrored` ones begin at the right."""

    weight: str
    size_px: int
    limit_px: int
    wraps: bool = False
    mirrored: bool = False

    def width(self, text: str) -> float:
        return lettering.width(text, self.weight, self.size_px)


@dataclass(frozen=True, slots=True)
class Caret:
    """`line` counts from 0; `offset_px` from where the line begins: its left end, or its right one if mirrored."""

    line: int
    offset_px: int


def scrolled(text: str, cursor: int, setting: Lettering) -> int:
    """How many characters of a line have moved out of sight, so that the cursor stays in it."""
    if setting.wraps or setting.width(text[:cursor]) <= setting.limit_px:
        return 0
    return bisect_left(
        range(cursor), True, key=lambda gone: setting.width(text[gone:cursor]) <= setting.limit_px
    )


def caret(text: str, cursor: int, setting: Lettering) -> Caret:
    """The place before the character number `cursor`.

    A line stands at the side where the screen's language begins, and a text of the other direction ends there,
    so its cursor runs the other way.
    """
    before, after, line = (
        _on_its_line(text, cursor, setting) if setting.wraps else (text[:cursor], text[cursor:], 0)
    )
    offset = setting.width(before)
    if starts_right_to_left(before + after) != setting.mirrored:
        offset = min(setting.width(before + after), setting.limit_px) - offset
    return Caret(line, round(min(max(offset, 0.0), setting.limit_px)))


def _on_its_line(text: str, cursor: int, setting: Lettering) -> tuple[str, str, int]:
    """What stands before and after the cursor on its own line, and the line's number.

    A word goes to the next line as a whole, so the rest of the word at the cursor decides too.
    """
    rest = _REST_OF_WORD.match(text, cursor)
    word_end = cursor if rest is None else rest.end()
    lines = lettering.wrap(text[:word_end], setting.weight, setting.size_px, setting.limit_px, _LINES_AT_MOST)
    split = max(0, len(lines[-1]) - (word_end - cursor))
    return lines[-1][:split], lines[-1][split:], len(lines) - 1
