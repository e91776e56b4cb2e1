"""Which places of a page change by themselves, told by looking while nothing is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.looks import Look

_LEAST_SPAN_US = 2_000_000
"""A value that arrives in steps (a counter that runs up) is done within two seconds."""
_REST_US = 1_000_000


@dataclass(slots=True)
class Volatile:
    """What was learnt in a run: paths by the page's structure key, since paths mean nothing elsewhere."""

    known: dict[str, frozenset[str]] = field(default_factory=dict)

    def of(self, look: Look) -> frozenset[str]:
        """The paths of this page that are known to change by themselves."""
        return frozenset() if look.key is None else self.known.get(look.key.structure, frozenset())

    def learn(self, looks: Sequence[Look]) -> None:
        """Take in the looks of one wait, during which nothing was done."""
        for structure, paths in keeps_changing(looks).items():
            self.known[structure] = self.known.get(structure, frozenset()) | paths


def keeps_changing(looks: Sequence[Look]) -> dict[str, frozenset[str]]:
    """Structure key -> paths that changed at least twice, two seconds or more apart, on that page.

    Once, or in quick steps, may be the last action's own effect (a value that arrives); what goes on
    after that is the page's own doing.
    """
    moments: dict[tuple[str, str], list[int]] = {}
    for earlier, later in pairwise(looks):
        structure, at_us = _structure(later), later.seen.captured_at_us
        if structure is None or at_us is None or structure != _structure(earlier):
            continue
        if earlier.seen.facts.loading or later.seen.facts.loading:
            continue
        for path in {edit.path for edit in tree_edits(earlier, later)}:
            moments.setdefault((structure, path), []).append(at_us)
    found: dict[str, set[str]] = {}
    for (structure, path), times in moments.items():
        if times[-1] - times[0] >= _LEAST_SPAN_US:
            found.setdefault(structure, set()).add(path)
    return {structure: frozenset(paths) for structure, paths in found.items()}


def still_moving(looks: Sequence[Look]) -> bool:
    """True when the elements, not only what these say, changed between the last two looks or within the last
    second, or went and came back within the last two: looks may hit the same half of a flicker twice.
    """
    if len(looks) >= 2 and _structure(looks[-2]) != _structure(looks[-1]):
        return True
    return len(_states(looks, _REST_US)) > 1 or comes_back(_states(looks, 2 * _REST_US))


def comes_back(states: Sequence[str | None]) -> bool:
    """True where a state was left and is there again."""
    return len(set(states)) < len(states)


def states_of(looks: Sequence[Look]) -> list[str | None]:
    """The structure keys one after another, each run once."""
    return [state for state, _ in groupby(map(_structure, looks))]


def _states(looks: Sequence[Look], span_us: int) -> list[str | None]:
    """Those of the last `span_us`, from the look before it on."""
    ended_us = looks[-1].seen.captured_at_us if looks else None
    if ended_us is None:
        return []
    return states_of([look for look in looks if ended_us - (look.seen.captured_at_us or 0) < span_us])


def _structure(look: Look) -> str | None:
    return None if look.key is None else look.key.structure
