"""Words in labelled sections before an action: `Thought: …`, `Action: …`."""

from __future__ import annotations

from collections.abc import Mapping

from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError


def section(reading: Reading, label: str, position: int, *, until: str) -> tuple[str | None, int]:
    """The words after `label:` up to a line that begins with `until`, and where that line begins.

    None, and the same position, where the label does not stand there. Raises DslError where no such line follows.
    """
    opening = f"{label}:"
    if not reading.starts(opening, position):
        return None, position
    start = position + len(opening)
    end = reading.text.find(f"\n{until}", start)
    if end < 0:
        raise reading.error(f"a line that begins with {until}", len(reading.text))
    return reading.text[start:end].strip() or None, end + 1


def check_words(
    wrapping: str, words: Mapping[str, str], starts: tuple[str, ...], *, tag: str | None = None
) -> None:
    """Raise DslError for words of which a line begins as a later section does, or that hold the closing `tag`."""
    for name, text in words.items():
        if any(line.startswith(starts) for line in text.split("\n")):
            raise DslError(
                f"wrapping {wrapping!r}: a line of the {name} begins with one of {', '.join(starts)}"
            )
        if tag is not None and f"</{tag}>" in text:
            raise DslError(f"wrapping {wrapping!r}: the {name} holds </{tag}>, which would end it early")
