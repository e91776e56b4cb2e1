"""One look at the device as the protocol sees it: the package in front, and the nodes of the active window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.live import live_of
from gui_rec.errors import InputError
from gui_rec.model.geometry import Point, Rect, ScreenSize, to_unit
from gui_rec.model.observation import Observation, Window
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.protocol.result import StepFailedError
from gui_rec.ui.selectors import find_all
from gui_rec.ui.tree import Node, Tree

_KEYBOARD = "INPUT_METHOD"
_LARGEST_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Scene:
    """`seen` may be stored; `tree` is the active window as it really is, None where there is no hierarchy."""

    seen: Observation
    tree: Tree | None
    package: str | None
    activity: str | None

    @classmethod
    def of(cls, observer: Observer, seen: Observation) -> Scene:
        """The scene of an observation."""
        live, tree = live_of(seen), observer.live_tree(seen)
        shown = None if tree is None else active_window(tree, live.package, live.facts.windows)
        return cls(seen, shown, live.package, live.activity)

    def find(self, selector: Selector) -> list[Node]:
        """The nodes of the active window that match and could be seen. Raises StepFailedError without a hierarchy."""
        if self.tree is None:
            raise StepFailedError(
                Code.TARGET_NOT_FOUND, f"the screen has no hierarchy to search: {self._why()}"
            )
        try:
            return find_all(self.tree, selector)
        except InputError as error:  # a pattern that is too costly on a text of this screen
            raise StepFailedError(Code.ACTION_FAILED, str(error)) from error

    def is_in(self, activity: str) -> bool:
        """Whether this activity has the focus, by its whole name or as `.Name` within the package."""
        return _full(activity, self.package) == _full(self.activity, self.package)

    def touch_point(self, node: Node) -> Point | None:
        """The middle of the part of `node` that a finger can reach: on the screen, and not behind the keyboard."""
        size = self.seen.size
        if size is None:
            return None
        part = node.bounds.intersect(Rect(0, 0, size.width_px, size.height_px))
        for keys in self._keyboards(size):
            if keys.top < part.bottom and keys.left < part.right and part.left < keys.right:
                part = replace(part, bottom=max(part.top, keys.top))
        return None if part.is_empty else to_unit(part.center, size)

    def _keyboards(self, size: ScreenSize) -> list[Rect]:
        """Where the keyboard is known to be. One whose window spans the screen, or has no bounds, may be anywhere."""
        facts = live_of(self.seen).facts
        told = [w.bounds for w in facts.windows if w.type == _KEYBOARD and w.bounds is not None]
        return [
            bounds for bounds in told if facts.keyboard and bounds.height <= _LARGEST_SHARE * size.height_px
        ]

    def _why(self) -> str:
        reasons = [item.reason.value for item in self.seen.missing if item.column == "ui_xml"]
        return reasons[0] if reasons else "the device gave none"


def active_window(tree: Tree, package: str | None, windows: Sequence[Window] = ()) -> Tree:
    """The part of `tree` that belongs to the active window.

    A dump of windows says which one that is. Else roots of other packages than the one that has the focus (bars,
    a keyboard) are other windows, and of several of its own (a dialog over its page) it is the one that lies where
    the topmost of `windows` of that package does; where that does not tell, all of them count, so that what stands in
    two is ambiguous. One hierarchy of one root is the active window's already.
    """
    if tree.windows:
        chosen = tuple(root for root, window in zip(tree.roots, tree.windows, strict=True) if window.active)
        return replace(tree, roots=chosen, windows=()) if chosen else tree
    own = tuple(root for root in tree.roots if root.package == package)
    if len(tree.roots) == 1 or not own:
        return tree
    top = next((window.bounds for window in windows if window.package == package), None)
    there = tuple(root for root in own if root.bounds == top)
    return replace(tree, roots=there if len(there) == 1 else own)


def _full(activity: str | None, package: str | None) -> str | None:
    if activity is None or not activity.startswith("."):
        return activity
    return f"{package}{activity}"
