"""The template of a task: its goal without what varies between two askings of the same.

Numbers, quoted texts, addresses and links become slots; case, spaces and punctuation at the end do not count.
`Set an alarm for 7:30.` and `set an alarm for 8:05` are one task.
"""

from __future__ import annotations

import re
import unicodedata

MOST_CHARACTERS = 2_000

_SLOTS = (
    (re.compile(r"https?://\S{1,500}"), "<link>"),
    (re.compile(r"[^\s@]{1,64}@[^\s@]{1,255}"), "<address>"),
    (re.compile(r'"[^"]{0,500}"|“[^”]{0,500}”|「[^」]{0,500}」|«[^»]{0,500}»'), "<text>"),
    (re.compile(r"(?<!\w)'[^']{0,500}'(?!\w)|‘[^’]{0,500}’(?!\w)"), "<text>"),
    (re.compile(r"\d+(?:[.,:/-]\d+)*"), "<number>"),
)
_END = " .!?。！？;；,，"


def task_template(goal: str) -> str:
    """The template of `goal`; only its first 2000 characters count."""
    text = unicodedata.normalize("NFKC", goal[:MOST_CHARACTERS]).casefold()
    for pattern, slot in _SLOTS:
        text = pattern.sub(slot, text)
    return " ".join(text.split()).strip(_END)
