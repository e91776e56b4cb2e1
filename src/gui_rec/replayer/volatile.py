"""Which places of a screen change by themselves, told by looking while nothing is done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.looks import Look


def changed_by_itself(looks: Sequence[Look]) -> frozenset[str]:
    """Paths that changed between looks at one page at rest, before anything was done."""
    paths: set[str] = set()
    for earlier, later in pairwise(looks):
        if _same_structure(earlier, later):
            paths.update(edit.path for edit in tree_edits(earlier, later))
    return frozenset(paths)


def keeps_changing(looks: Sequence[Look]) -> frozenset[str]:
    """Paths that changed at least twice between looks after an action, the page being the same.

    Once may be the action's own late effect (a value that arrives); what goes on is the page's.
    """
    counts: dict[str, int] = {}
    for earlier, later in pairwise(looks):
        if not _same_structure(earlier, later) or earlier.seen.facts.loading or later.seen.facts.loading:
            continue
        for path in {edit.path for edit in tree_edits(earlier, later)}:
            counts[path] = counts.get(path, 0) + 1
    return frozenset(path for path, count in counts.items() if count >= 2)


def still_moving(looks: Sequence[Look]) -> bool:
    """True when the last two looks differ in their elements, not only in what these say."""
    return len(looks) >= 2 and not _same_structure(looks[-2], looks[-1])


def _same_structure(a: Look, b: Look) -> bool:
    if a.key is None or b.key is None:
        return a.key is b.key
    return a.key.structure == b.key.structure
