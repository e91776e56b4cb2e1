"""A view as a dump writes it: what the platform's dumper and that of androidx have in common.

Facts: AOSP AccessibilityNodeInfoDumper and androidx.test.uiautomator's, which began as a copy of it: the order of the
attributes, NAF (not accessibility friendly) for what can be tapped and says nothing, and the silent layouts that a
compressed dump leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.world.dumper import escape

Pairs = list[tuple[str, str]]
_GRID_LIKE = {f"android.widget.{name}" for name in ("GridView", "GridLayout", "ListView", "TableLayout")}


def attributes(node: UiNode, index: int, *, compressed: bool) -> Pairs:
    """The attributes up to `selected`; `index` is the node's place among its siblings."""
    naf = [("NAF", "true")] if not compressed and _is_naf(node) else []
    return [
        *naf,
        ("index", str(index)),
        ("text", node.text),
        ("resource-id", node.resource_id),
        ("class", node.class_name),
        ("package", node.package),
        ("content-desc", node.desc),
        ("checkable", flag(node.checkable)),
        ("checked", flag(node.checked)),
        ("clickable", flag(node.clickable)),
        ("enabled", flag(node.enabled)),
        ("focusable", flag(node.focusable)),
        ("focused", flag(node.focused)),
        ("scrollable", flag(node.scrollable)),
        ("long-clickable", flag(node.long_clickable)),
        ("password", flag(node.password)),
        ("selected", flag(node.selected)),
    ]


def children(node: UiNode, *, compressed: bool) -> list[tuple[int, UiNode]]:
    """The nodes below `node` with their places; of a compressed dump without silent layouts, whose children move up."""
    return (
        list(enumerate(_important(node))) if compressed else [(child.index, child) for child in node.children]
    )


def _important(node: UiNode) -> list[UiNode]:
    found: list[UiNode] = []
    for child in node.children:
        found.extend([child] if _matters(child) else _important(child))
    return found


def _matters(node: UiNode) -> bool:
    if not node.class_name.endswith("Layout"):
        return True
    return bool(node.text or node.desc or node.clickable or node.long_clickable or node.scrollable)


def _is_naf(node: UiNode) -> bool:
    if not (node.clickable and node.enabled) or node.class_name in _GRID_LIKE:
        return False
    return not any(below.text or below.desc for below in node.walk())


def written(pairs: Iterable[tuple[str, str]]) -> str:
    """`name="value"`, separated by blanks."""
    return " ".join(f'{name}="{escape(value)}"' for name, value in pairs)


def flag(value: bool) -> str:
    """`true` or `false`."""
    return "true" if value else "false"


def bounds_words(rect: Rect) -> str:
    """`[left,top][right,bottom]`, px."""
    return f"[{rect.left},{rect.top}][{rect.right},{rect.bottom}]"
