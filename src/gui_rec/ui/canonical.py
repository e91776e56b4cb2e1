"""The canonical tree: what of a hierarchy identifies a state, without what changes from dump to dump.

Kept: role, tail of the resource id, text, description, checked/selected/enabled, order. Dropped: index,
focusable, clickable, long-clickable, drawing order, hint, nodes without area, windows of the system UI that
are not the active one. Anonymous groups give way to their children. No digits, clocks or prices are
touched; only phrases that name a time relative to now are alike ("3 min ago", "刚刚", "昨天").
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from gui_rec.ui.tree import Node, Tree

SYSTEM_UI = "com.android.systemui"
RELATIVE_TIME = "⟨relative time⟩"

_GROUPS = frozenset(
    (
        "FrameLayout",
        "LinearLayout",
        "RelativeLayout",
        "ConstraintLayout",
        "CoordinatorLayout",
        "TableLayout",
        "TableRow",
        "GridLayout",
        "AbsoluteLayout",
        "ViewGroup",
        "View",
        "LinearLayoutCompat",
        "FitWindowsLinearLayout",
        "FitWindowsFrameLayout",
        "ContentFrameLayout",
        "ViewStub",
        "FlexboxLayout",
        "MotionLayout",
        "ComposeView",
        "AndroidComposeView",
    )
)
_PREFIXES = ("AppCompat", "Material")
_EN_UNIT = (
    "s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|mos|months?|y|yrs?|years?"
)
_RELATIVE = re.compile(
    rf"(?<!\w)(?:(?:\d{{1,4}}|an?|one)\s?(?:{_EN_UNIT})\.?\s+ago|just now|a moment ago|yesterday"
    r"|(?:\d{1,4}|半|几)\s?个?(?:秒钟?|分钟?|小时|天|日|周|星期|月|年)(?:之?前)|刚刚|刚才|昨天|前天)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, eq=False)
class CanonicalNode:
    """A node as states are compared by. `node` is the one it was made of; compares by identity."""

    role: str
    rid: str
    text: str
    desc: str
    checked: bool
    selected: bool
    enabled: bool
    node: Node = field(repr=False)
    children: tuple[CanonicalNode, ...] = field(repr=False, default=())

    @property
    def flags(self) -> tuple[bool, bool, bool]:
        """(checked, selected, enabled)"""
        return (self.checked, self.selected, self.enabled)


# Key, edits and pictures of one look all ask for it.
@lru_cache(maxsize=8)
def canonical(tree: Tree) -> tuple[CanonicalNode, ...]:
    """The canonical roots of `tree`; empty where nothing on it says anything."""
    return tuple(top for root in _app_roots(tree) for top in _canonical_root(root))


def walk(roots: tuple[CanonicalNode, ...]) -> list[CanonicalNode]:
    """All canonical nodes in document order."""
    out, stack = [], list(reversed(roots))
    while stack:
        node = stack.pop()
        out.append(node)
        stack.extend(reversed(node.children))
    return out


def role_of(class_name: str) -> str:
    """`androidx.appcompat.widget.AppCompatButton` -> `Button`; layouts -> `Group`."""
    role = class_name.rpartition(".")[2].rpartition("$")[2]
    for prefix in _PREFIXES:
        if role.startswith(prefix) and len(role) > len(prefix):
            role = role.removeprefix(prefix)
            break
    return "Group" if role in _GROUPS or not role else role


def tail_of(resource_id: str) -> str:
    """`com.example:id/title` -> `title`."""
    return resource_id.rpartition("/")[2]


def normal_text(text: str) -> str:
    """NFKC, single spaces, relative times alike."""
    if text.isascii() and not any(mark in text.lower() for mark in ("ago", "now", "yesterday")):
        return " ".join(text.split())
    return _RELATIVE.sub(RELATIVE_TIME, " ".join(unicodedata.normalize("NFKC", text).split()))


def _app_roots(tree: Tree) -> tuple[Node, ...]:
    active = {root for root, window in zip(tree.roots, tree.windows, strict=False) if window.active}
    kept = tuple(root for root in tree.roots if root.package != SYSTEM_UI or root in active)
    # A tree of nothing but system UI (the shade, the lock screen) is that state, not an empty one.
    return kept or tree.roots


def _canonical_root(root: Node) -> tuple[CanonicalNode, ...]:
    done: dict[Node, tuple[CanonicalNode, ...]] = {}
    for node in reversed(list(root.walk())):
        children = tuple(kept for child in node.children for kept in done.pop(child))
        done[node] = children if _gives_way(node) else (_canonical_node(node, children),)
    return done[root]


def _gives_way(node: Node) -> bool:
    if node.bounds.is_empty:
        return True
    is_plain = not (node.checked or node.checkable or node.selected or node.clickable or node.scrollable)
    return is_plain and node.enabled and not node.is_informative and role_of(node.class_name) == "Group"


def _canonical_node(node: Node, children: tuple[CanonicalNode, ...]) -> CanonicalNode:
    return CanonicalNode(
        role=role_of(node.class_name),
        rid=tail_of(node.resource_id),
        text="•" * len(node.text) if node.password else normal_text(node.text),
        desc=normal_text(node.content_desc),
        checked=node.checked,
        selected=node.selected,
        enabled=node.enabled,
        node=node,
        children=children,
    )
