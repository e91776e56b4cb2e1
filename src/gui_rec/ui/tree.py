"""A parsed view hierarchy: frozen nodes in order of appearance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gui_rec.model.geometry import Rect


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One element of a hierarchy, as the device described it.

    Strings are "" where the device said nothing. `bounds` are pixels of the screen as the user sees it
    and may be empty, inverted or negative. `index` is the device's own number and has holes; `path` is
    the place by order of appearance (`0/2/1`, the first number counts roots). Nodes compare by identity,
    so that a comparison can never recurse into a deep tree; `attributes` compare by value.
    """

    class_name: str
    resource_id: str
    text: str
    content_desc: str
    package: str
    bounds: Rect
    checkable: bool
    checked: bool
    clickable: bool
    enabled: bool
    focusable: bool
    focused: bool
    scrollable: bool
    long_clickable: bool
    password: bool
    selected: bool
    index: int
    path: str
    children: tuple[Node, ...] = field(repr=False, default=())
    visible: bool = True

    @property
    def is_hittable(self) -> bool:
        """True when a finger could meet it: visible and of some area."""
        return self.visible and not self.bounds.is_empty

    @property
    def is_informative(self) -> bool:
        """True when it says something: a text, a description or an id."""
        return bool(self.text or self.content_desc or self.resource_id)

    @property
    def is_editable(self) -> bool:
        """True for a text field."""
        return self.class_name.endswith(("EditText", "AutoCompleteTextView"))

    @property
    def attributes(self) -> tuple[object, ...]:
        """Everything but the children, for comparison by value."""
        return tuple(getattr(self, name) for name in _ATTRIBUTES)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


_ATTRIBUTES = tuple(name for name in Node.__dataclass_fields__ if name != "children")


@dataclass(frozen=True, slots=True)
class TreeWindow:
    """The window that a root belongs to, from `uiautomator dump --windows`; bounds in px."""

    display_id: str | None
    title: str | None
    bounds: Rect | None
    type: str | None
    layer: int | None
    active: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A hierarchy. `roots` are in the dump's order, which is top window first in a `--windows` dump.

    `rotation` is 0..3 quarter turns or None where the dump does not say. `sanitised` tells that
    characters which XML cannot hold were replaced by U+FFFD. `windows` is parallel to `roots`, or empty.
    """

    roots: tuple[Node, ...]
    rotation: int | None
    dialect: str
    sanitised: bool
    windows: tuple[TreeWindow, ...] = ()

    def walk(self) -> Iterator[Node]:
        """All nodes in document order."""
        for root in self.roots:
            yield from root.walk()

    @property
    def package(self) -> str | None:
        """The package that most nodes of the active window (or of all) carry; None where none does."""
        counts = Counter(
            node.package for root in self._speaking_roots() for node in root.walk() if node.package
        )
        return max(counts, key=lambda name: counts[name]) if counts else None

    @property
    def informative_count(self) -> int:
        """How many nodes of some area carry a text, description or id; few of them is an opaque screen."""
        return sum(node.is_informative and not node.bounds.is_empty for node in self.walk())

    def at(self, path: str) -> Node | None:
        """The node at `path`, or None."""
        siblings, node = self.roots, None
        for part in path.split("/"):
            if not part.isascii() or not part.isdigit() or int(part) >= len(siblings):
                return None
            node = siblings[int(part)]
            siblings = node.children
        return node

    def parents(self) -> dict[Node, Node]:
        """Child -> parent for every node that has one."""
        return {child: node for node in self.walk() for child in node.children}

    def _speaking_roots(self) -> tuple[Node, ...]:
        active = tuple(root for root, window in zip(self.roots, self.windows, strict=False) if window.active)
        return active or self.roots
