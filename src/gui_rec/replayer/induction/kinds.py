"""The kind of value that a slot's values have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from gui_rec.replayer.induction.findings import Finding
from gui_rec.replayer.rules.address import Slot
from gui_rec.replayer.rules.patterns import (
    MOST_VALUE,
    MOST_VALUES,
    PatternKind,
    SlotPattern,
    skeleton,
)

_CENTS = re.compile(r"\d[.,\u066b]\d{2}(?!\d)")


def pattern_of(finding: Finding) -> SlotPattern:
    """The narrowest pattern that all values keep, each compared with each.

    A text of no common kind is one of those seen only where each came up twice: else the next run has another.
    """
    said = finding.said
    if finding.kind in (Slot.EXISTS, Slot.CROP):
        return SlotPattern()
    if finding.kind is not Slot.STATE:
        kind = next((kind for kind in _kinds(said) if _is_of(kind, said)), None)
        if kind is not None:
            return SlotPattern(kind)
    counts = Counter(value for value in finding.values if value is not None)
    is_closed = finding.kind is Slot.STATE or min(counts.values()) > 1
    fits = len(said) <= MOST_VALUES and all(len(value) <= MOST_VALUE for value in said)
    return SlotPattern(PatternKind.ENUM, tuple(sorted(said))) if is_closed and fits else SlotPattern()


def _kinds(said: Sequence[str]) -> Sequence[PatternKind]:
    """An amount with cents is money, though its parts are numbers, too."""
    if all(_CENTS.search(value) for value in said):
        return (PatternKind.TIME, PatternKind.MONEY, PatternKind.INT)
    return (PatternKind.TIME, PatternKind.INT, PatternKind.MONEY)


def _is_of(kind: PatternKind, said: Sequence[str]) -> bool:
    frames = {skeleton(kind, value) for value in said}
    return len(frames) == 1 and None not in frames
