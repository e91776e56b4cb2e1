"""Which post-states of a step are one outcome."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.replayer.induction.pages import Page, coverage, sameness

_MIN_COVERAGE = 0.9


def outcome_groups(pages: Sequence[Page]) -> list[list[int]]:
    """The places in `pages` of each outcome's runs: the outcome of most runs first, then by order of appearance.

    Pages of one app, activity and structure are one outcome; so are pages of one app and activity that cover each
    other to nine tenths.
    """
    exact: dict[tuple[str, str, str], list[int]] = {}
    for number, page in enumerate(pages):
        exact.setdefault((*page.place, page.key.structure), []).append(number)
    merged: list[list[int]] = []
    for members in sorted(exact.values(), key=lambda group: (-len(group), group[0])):
        home = next((group for group in merged if _is_one(pages[group[0]], pages[members[0]])), None)
        if home is None:
            merged.append(list(members))
        else:
            home.extend(members)
    return sorted((sorted(group) for group in merged), key=lambda group: (-len(group), group[0]))


def medoid(pages: Sequence[Page]) -> int:
    """The place of the page that is most like all others; the first of equals."""
    if len(pages) < 3:
        return 0
    likeness = [sum(sameness(page, other) for other in pages if other is not page) for page in pages]
    return max(range(len(pages)), key=lambda number: (likeness[number], -number))


def _is_one(one: Page, other: Page) -> bool:
    return one.place == other.place and coverage(one, other) >= _MIN_COVERAGE
