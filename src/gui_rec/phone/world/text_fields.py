"""Editing of one text with a cursor and a selection. Positions count characters (code points)."""

from __future__ import annotations

from dataclasses import dataclass, replace

VIRTUAL_KEY_MAP = frozenset(chr(code) for code in range(0x20, 0x7F)) | {"\n", "\t"}


@dataclass(frozen=True, slots=True)
class Edited:
    """A text, its cursor, and the other end of what is selected; without a selection that is the cursor."""

    text: str
    cursor: int
    anchor: int

    @classmethod
    def at(cls, text: str, cursor: int | None = None, anchor: int | None = None) -> Edited:
        """Places outside the text become its nearest end; without a cursor it stands behind the text."""
        place = len(text) if cursor is None else _within(cursor, text)
        return cls(text, place, place if anchor is None else _within(anchor, text))

    @property
    def start(self) -> int:
        return min(self.cursor, self.anchor)

    @property
    def end(self) -> int:
        return max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        return self.text[self.start : self.end]


def _within(place: int, text: str) -> int:
    return min(max(0, place), len(text))


def insert(now: Edited, new: str) -> Edited:
    """`new` in the place of what is selected, or at the cursor, which then stands behind it."""
    return Edited.at(now.text[: now.start] + new + now.text[now.end :], now.start + len(new))


def backspace(now: Edited) -> Edited:
    """Without what is selected, else without the character before the cursor."""
    if now.selected:
        return insert(now, "")
    return insert(replace(now, anchor=max(0, now.cursor - 1)), "")


def forward_delete(now: Edited) -> Edited:
    """Without what is selected, else without the character after the cursor."""
    if now.selected:
        return insert(now, "")
    return insert(replace(now, anchor=_within(now.cursor + 1, now.text)), "")


def select_all(now: Edited) -> Edited:
    """The whole text selected, the cursor at its end."""
    return Edited.at(now.text, len(now.text), 0)


def move(now: Edited, step: int, *, extend: bool) -> Edited:
    """The cursor one character on (1) or back (-1); with a selection to its end or start, unless it grows."""
    if extend:
        return Edited.at(now.text, now.cursor + step, now.anchor)
    if now.selected:
        return Edited.at(now.text, now.end if step > 0 else now.start)
    return Edited.at(now.text, now.cursor + step)


def jump(now: Edited, *, to_end: bool, extend: bool) -> Edited:
    """The cursor to an end of its line; `extend` selects the way."""
    if to_end:
        found = now.text.find("\n", now.cursor)
        place = len(now.text) if found < 0 else found
    else:
        place = now.text.rfind("\n", 0, now.cursor) + 1
    return Edited.at(now.text, place, now.anchor if extend else None)


def unmapped(text: str) -> list[str]:
    """The characters that Android's virtual key map cannot type."""
    return sorted({character for character in text if character not in VIRTUAL_KEY_MAP})
