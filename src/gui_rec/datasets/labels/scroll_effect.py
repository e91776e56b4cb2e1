"""`scroll_effect` (R8): `moved` where the content of a list shifted, else `scroll_end`, which is no failure."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.change import change_of
from gui_rec.datasets.labels.looks import StepLook, tree_of
from gui_rec.model.actions import Scroll, Swipe
from gui_rec.model.step import Step
from gui_rec.ui.tree import Tree

MOVED, SCROLL_END = "moved", "scroll_end"


class ScrollEffect:
    """One value a step that scrolls or swipes."""

    name = "scroll_effect"
    meaning = "moved where the content of a list shifted, scroll_end where there was no more of it"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            value = scrolled(step, episode.look(place))
            if value is not None:
                yield Labelled(step.index, value, "rule:scroll_effect", 0.0 if value == UNKNOWN else 0.95)


def scrolled(step: Step, look: StepLook) -> str | None:
    """`moved`, `scroll_end` or `unknown`; None for an action that is no scroll."""
    if not isinstance(step.action, Scroll | Swipe):
        return None
    before, after = _shown(tree_of(step.pre)), _shown(tree_of(step.post))
    if before and after and before != after:
        return MOVED
    changed = change_of(step, look).changed
    if changed is None:
        return UNKNOWN
    return MOVED if changed else SCROLL_END


def _shown(tree: Tree | None) -> list[tuple[str, str, int, int]]:
    """What stands inside lists, and where."""
    if tree is None:
        return []
    return [
        (node.text, node.content_desc, node.bounds.left, node.bounds.top)
        for scroller in tree.walk()
        if scroller.scrollable
        for node in scroller.walk()
        if (node.text or node.content_desc) and node.is_hittable
    ]


LABELLER = ScrollEffect()
