"""Editing of one text with a cursor. Positions count characters (code points)."""

from __future__ import annotations

Edited = tuple[str, int]

VIRTUAL_KEY_MAP = frozenset(chr(code) for code in range(0x20, 0x7F)) | {"\n", "\t"}


def insert(text: str, cursor: int, new: str) -> Edited:
    """`new` at the cursor, which then stands behind it."""
    return (text[:cursor] + new + text[cursor:], cursor + len(new))


def backspace(text: str, cursor: int) -> Edited:
    """Without the character before the cursor."""
    if cursor <= 0:
        return (text, 0)
    return (text[: cursor - 1] + text[cursor:], cursor - 1)


def forward_delete(text: str, cursor: int) -> Edited:
    """Without the character after the cursor."""
    return (text[:cursor] + text[cursor + 1 :], cursor)


def unmapped(text: str) -> list[str]:
    """The characters that Android's virtual key map cannot type."""
    return sorted({character for character in text if character not in VIRTUAL_KEY_MAP})
