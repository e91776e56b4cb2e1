"""What all dialects ask of a text before they read it, and how they say where it is wrong."""

from __future__ import annotations

from gui_rec.errors import DslError

MAX_TEXT_CHARS = 1_000_000
"""Longer than any model's answer; keeps a hostile text from costing memory and time."""


def check_text(text: str, dialect: str) -> None:
    """Raise DslError for a text that is too long or is not Unicode (a lone surrogate)."""
    if len(text) > MAX_TEXT_CHARS:
        raise DslError(
            f"{dialect}: expected at most {MAX_TEXT_CHARS} characters, got {len(text)}",
            position=MAX_TEXT_CHARS,
        )
    start = lone_surrogate(text)
    if start is not None:
        raise DslError(f"{dialect}: a lone surrogate at {start} is no Unicode text", position=start)


def lone_surrogate(text: str) -> int | None:
    """Where `text` cannot be written as UTF-8; None for whole text."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None


def check_unicode(text: str, what: str, position: int | None = None) -> None:
    """Raise DslError, naming `position`, for a value that cannot be written as UTF-8."""
    if lone_surrogate(text) is not None:
        raise DslError(f"{what}: a lone surrogate is no Unicode text", position=position)


def excerpt(text: str, position: int, length: int = 24) -> str:
    """The next few characters at `position`, quoted, for a message."""
    piece = text[position : position + length]
    return repr(piece + ("…" if position + length < len(text) else "")) if piece else "the end of the text"


def at(what: str, expected: str, text: str, position: int) -> DslError:
    """The error that says what was expected at `position` and what stands there."""
    return DslError(
        f"{what}: expected {expected} at {position}, got {excerpt(text, position)}", position=position
    )
