"""Looks for words among a screen's texts."""

from __future__ import annotations

import re

from gui_rec.replayer.looks import Look


def first_match(look: Look, pattern: re.Pattern[str]) -> str | None:
    """The first text that `pattern` finds, or None."""
    return next((text for text in look.texts() if pattern.search(text)), None)
