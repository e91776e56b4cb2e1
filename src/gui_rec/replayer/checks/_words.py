"""Looks for words among a screen's texts."""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.replayer.looks import Look


def first_text(look: Look, says: Callable[[str], bool]) -> str | None:
    """The first text that says so, or None."""
    return next((text for text in look.texts() if says(text)), None)
