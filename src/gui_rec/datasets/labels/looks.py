"""What the pictures and hierarchies of an episode tell, looked at once: which screens are the same, and what differs.

Two looks show the same state when their stored state keys are equal and no block of their pictures differs outside
the masks: system bars, toasts, banners, and a field that has the cursor on both. So a switch that an app draws by
itself makes another state, and a clock does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from gui_rec.capture.pixels import bars_in, heads_up, toasts_in
from gui_rec.errors import HierarchyError, InputError
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node, Tree
from gui_rec.vision.fingerprint import distance
from gui_rec.vision.residue import Residue, residue


@dataclass(frozen=True, slots=True)
class StepLook:
    """One step as it was seen. `before` and `after` number the states of the episode; None where nothing tells.

    `residue` is what the pictures do not share; None where they cannot be compared.
    """

    before: int | None = None
    after: int | None = None
    residue: Residue | None = None
    hash_bits: int | None = None


@dataclass(slots=True)
class Eyes:
    """Numbers the states of one episode in the order in which they are first seen."""

    _known: dict[tuple[str | None, str | None, StateKey | None], list[tuple[int, Observation]]] = field(
        default_factory=dict
    )
    _count: int = 0

    def look(self, step: Step) -> StepLook:
        """The step with its pictures; afterwards they are no longer needed, except one of each state."""
        before, after = self._number(step.pre), self._number(step.post)
        found = residue(step.pre.screenshot, step.post.screenshot, masks_of(step.pre, step.post))
        return StepLook(before, after, found, hash_bits(step.pre, step.post))

    def _number(self, seen: Observation) -> int | None:
        if seen.state_key is None and seen.screenshot is None:
            return None
        alike = self._known.setdefault((seen.package, seen.activity, seen.state_key), [])
        for number, known in alike:
            if _looks_the_same(known, seen):
                return number
        self._count += 1
        alike.append((self._count, seen))
        return self._count


def look_at(steps: Iterable[Step]) -> Iterator[StepLook]:
    """What is seen of each step of one episode, in order."""
    eyes = Eyes()
    return (eyes.look(step) for step in steps)


def _looks_the_same(known: Observation, seen: Observation) -> bool:
    found = residue(known.screenshot, seen.screenshot, masks_of(known, seen))
    if found is not None:
        return found.blocks == 0
    if known.screenshot is not None and seen.screenshot is not None:
        return known.screenshot == seen.screenshot  # another size, or damaged
    return seen.state_key is not None


def masks_of(a: Observation, b: Observation) -> tuple[Rect, ...]:
    """Where pictures of two looks may differ without a difference of state, in px."""
    over = (*bars_in(a), *bars_in(b), *toasts_in(a, b), *heads_up(a), *heads_up(b))
    return (*over, *_cursors(tree_of(a), tree_of(b)))


def _cursors(a: Tree | None, b: Tree | None) -> Iterator[Rect]:
    """A field that has the cursor on both looks: what it says is in the key, and the cursor blinks."""
    if a is None or b is None:
        return
    focused = {(node.path, node.bounds) for node in a.walk() if node.focused and node.is_editable}
    for node in b.walk():
        if node.focused and node.is_editable and (node.path, node.bounds) in focused:
            yield node.bounds


def tree_of(seen: Observation) -> Tree | None:
    """The hierarchy; a damaged one counts as absent."""
    return None if seen.ui_xml is None else _parsed(seen.ui_xml)


@lru_cache(maxsize=256)
def _parsed(xml: str) -> Tree | None:
    try:
        return parse_hierarchy(xml)
    except HierarchyError:
        return None


def ids_of(tree: Tree) -> frozenset[str]:
    """Full resource ids on the screen."""
    return frozenset(node.resource_id for node in tree.walk() if node.resource_id)


def fields_of(tree: Tree) -> list[Node]:
    """The text fields that a person could see."""
    return [node for node in tree.walk() if (node.is_editable or node.password) and node.is_hittable]


def hash_bits(pre: Observation, post: Observation) -> int | None:
    """Bits between the fingerprints; None where one is absent, damaged or of another kind."""
    if pre.fingerprint is None or post.fingerprint is None:
        return None
    try:
        return distance(pre.fingerprint, post.fingerprint)
    except InputError:
        return None  # a recording is untrusted; a fingerprint that is none says nothing
