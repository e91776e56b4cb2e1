"""Compares the pictures of two states, element by element.

Each element is compared with the one that it is in the other hierarchy, wherever that lies. Measured
thresholds: on PNGs of one size an element has changed when more than 1.5 % of its pixels differ by more than
48 of 255; that leaves JPEG noise and anti-aliasing out. From 0.2 % on it looks otherwise in some way, which
counts only where most elements do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.replayer.edits import tree_pairs
from gui_rec.replayer.looks import Look, Place
from gui_rec.replayer.pictures import bars, heads_up, is_whole_png, toasts
from gui_rec.ui.tree import Node, Tree
from gui_rec.vision.png import decode
from gui_rec.vision.residue import Differs, blocks, clear, differing

_ELEMENT_SHARE = 0.015
_STYLE_SHARE = 0.002
_RESIZED_PX = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """`elements` were comparable, `texts` of them say something; those that changed, as the seen screen has them.

    `otherwise` and `texts_otherwise` count those that look otherwise in any way, other sizes included;
    `blocks_outside` are those that differ outside all elements, 0 where elements moved.
    """

    elements: int
    changed: tuple[Place, ...]
    changed_pictures: tuple[Place, ...]
    blocks_outside: int
    texts: int = 0
    otherwise: int = 0
    texts_otherwise: int = 0


def compare(recorded: Look, seen: Look, volatile: frozenset[str]) -> Comparison | None:
    """None where the pictures cannot be compared: one is absent or damaged, or their sizes differ."""
    a, b = recorded.seen.screenshot, seen.seen.screenshot
    if a is None or b is None or recorded.tree is None or seen.tree is None:
        return None
    if recorded.seen.facts.keyboard != seen.seen.facts.keyboard:
        return None  # the page lies elsewhere, or under the keyboard
    if a == b:
        return Comparison(0, (), (), 0)
    if not (is_whole_png(a) and is_whole_png(b)):
        return None
    first, second = _picture(a), _picture(b)
    if first.size != second.size:
        return None
    found = _Comparer(first, second, _covers(recorded, seen), _leaves(recorded), _leaves(seen))
    for old, new in tree_pairs(recorded.tree, seen.tree):
        if _is_element(new.node) and not new.children and not old.children:
            found.take(old.node, new.node, _is_volatile(new.node, volatile))
    volatile = volatile | _holders(seen.tree, volatile)
    nodes = (node for look in (recorded, seen) for node in look.nodes())
    return found.result(
        node for node in nodes if node.path in volatile or (_is_element(node) and not node.children)
    )


def differing_share(recorded: Look, seen: Look) -> float | None:
    """The share of pixels outside bars and what lies over the page that differ; None as with `compare`."""
    a, b = recorded.seen.screenshot, seen.seen.screenshot
    if a is None or b is None or not (is_whole_png(a) and is_whole_png(b)):
        return None
    first, second = _picture(a), _picture(b)
    if first.size != second.size:
        return None
    differs = differing(first, second)
    for rect in _covers(recorded, seen):
        clear(differs, rect)
    return float(differs.mean())


def _covers(recorded: Look, seen: Look) -> tuple[Rect, ...]:
    """What lies over the page on either side: bars, toasts, banners."""
    sides = (recorded.seen, seen.seen)
    return tuple(rect for side in sides for rect in (*bars(side), *toasts(side), *heads_up(side)))


@dataclass(slots=True)
class _Comparer:
    """Takes pairs of elements, one after the other."""

    first: Image.Image
    second: Image.Image
    covers: tuple[Rect, ...]
    before: tuple[Node, ...]
    after: tuple[Node, ...]
    differs: Differs = field(init=False)
    changed: list[Place] = field(default_factory=list)
    pictures: list[Place] = field(default_factory=list)
    elements: int = 0
    texts: int = 0
    otherwise: int = 0
    texts_otherwise: int = 0
    moved: bool = False

    def __post_init__(self) -> None:
        self.differs = differing(self.first, self.second)
        for rect in self.covers:
            clear(self.differs, rect)

    def take(self, old: Node, new: Node, is_volatile: bool) -> None:
        """What shows other words, has the cursor or changes by itself says nothing by its look."""
        if is_volatile or new.focused or old.focused or _said(old) != _said(new):
            return
        if old.bounds == new.bounds:
            self._count(new, _share(self.differs, new.bounds))
            return
        self.moved = True
        if self._is_covered(old, self.before) or self._is_covered(new, self.after):
            return
        if (old.bounds.width, old.bounds.height) == (new.bounds.width, new.bounds.height):
            there = differing(_part(self.first, old.bounds), _part(self.second, new.bounds))
            self._count(new, float(there.mean()))
        elif _is_resized(old.bounds, new.bounds) and new.text:
            self._restyled(new)

    def _is_covered(self, node: Node, leaves: tuple[Node, ...]) -> bool:
        """Something that does not move with it lies over it or under it: a toast, a button that floats."""
        rects = (*self.covers, *(leaf.bounds for leaf in leaves if leaf is not node))
        return any(not rect.intersect(node.bounds).is_empty for rect in rects)

    def _count(self, node: Node, share: float) -> None:
        self.elements += 1
        self.texts += bool(node.text)
        if share > _STYLE_SHARE:
            self.otherwise += 1
            self.texts_otherwise += bool(node.text)
        if share > _ELEMENT_SHARE:
            (self.pictures if _is_picture(node) else self.changed).append(Place(_label(node), node.bounds))

    def _restyled(self, node: Node) -> None:
        self.elements += 1
        self.texts += bool(node.text)
        self.otherwise += 1
        self.texts_otherwise += bool(node.text)

    def result(self, accounted: Iterator[Node]) -> Comparison:
        """All that was taken, and what differs beside what is `accounted` for."""
        for node in accounted:
            clear(self.differs, node.bounds)
        return Comparison(
            self.elements,
            tuple(self.changed),
            tuple(self.pictures),
            0 if self.moved else blocks(self.differs),
            self.texts,
            self.otherwise,
            self.texts_otherwise,
        )


# The recorded picture is compared with one look after the other.
@lru_cache(maxsize=3)
def _picture(png: bytes) -> Image.Image:
    image = decode(png)
    return image if image.mode == "RGBA" else image.convert("RGBA")


def _part(image: Image.Image, rect: Rect) -> Image.Image:
    return image.crop(rect.as_tuple())


def _is_volatile(node: Node, volatile: frozenset[str]) -> bool:
    """It changes by itself, or something that it is in does."""
    return bool(volatile) and any(node.path == path or node.path.startswith(f"{path}/") for path in volatile)


def _holders(tree: Tree, volatile: frozenset[str]) -> frozenset[str]:
    """Paths of what holds nothing but what changes by itself (a carousel's card): its ground changes, too."""
    found: set[str] = set()
    for node in tree.walk() if volatile else ():
        speaking = [part for part in node.walk() if part.text or part.content_desc]
        if node.children and speaking and all(_is_volatile(part, volatile) for part in speaking):
            found.add(node.path)
    return frozenset(found)


def _said(node: Node) -> tuple[str, str]:
    return (node.text, node.content_desc)


def _is_resized(old: Rect, new: Rect) -> bool:
    return abs(old.height - new.height) > _RESIZED_PX or abs(old.width - new.width) > _RESIZED_PX


def _is_element(node: Node) -> bool:
    says_something = node.is_informative or node.checkable or node.clickable
    return not node.bounds.is_empty and (says_something or _is_picture(node))


def _leaves(look: Look) -> tuple[Node, ...]:
    return tuple(node for node in look.nodes() if _is_element(node) and not node.children)


def _is_picture(node: Node) -> bool:
    return node.class_name.endswith(("Image", "ImageView", "VideoView", "SurfaceView", "TextureView"))


def _share(differs: Differs, rect: Rect) -> float:
    part = differs[max(0, rect.top) : max(0, rect.bottom), max(0, rect.left) : max(0, rect.right)]
    return float(part.mean()) if part.size else 0.0


def _label(node: Node) -> str:
    words = node.text or node.content_desc or node.resource_id.rpartition("/")[2]
    return f"{node.class_name.rpartition('.')[2]} {words!r}"
