"""The hierarchy as the androidx dumper of the uiautomator2 server writes it.

It differs from the platform's `uiautomator dump`: all windows, one node a line behind `\\r\\n`, and the
attributes visible-to-user, drawing-order, hint and display-id (facts: androidx.test.uiautomator
AccessibilityNodeInfoDumper, dumps of the server).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.world.dumper import escape

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_NEW_LINE = "\r\n"
_DISPLAY_ID_FROM_API = 30
_GRID_LIKE = {f"android.widget.{name}" for name in ("GridView", "GridLayout", "ListView", "TableLayout")}


@dataclass(frozen=True, slots=True)
class DumpOptions:
    """How to dump: without silent layouts, down to `max_depth` (1 is the windows' roots), on which API level."""

    compressed: bool = False
    max_depth: int = 50
    api: int = 34


def dump(roots: Sequence[UiNode], rotation: int, options: DumpOptions | None = None) -> str:
    """The windows below `<hierarchy>`."""
    wanted = options or DumpOptions()
    body = [line for root in roots for line in _lines(root, 1, root.index, wanted)]
    if not body:
        return f'{_HEAD}{_NEW_LINE}<hierarchy rotation="{rotation}" />'
    lines = [_HEAD, f'<hierarchy rotation="{rotation}">', *body, "</hierarchy>"]
    return _NEW_LINE.join(lines)


def _lines(node: UiNode, depth: int, index: int, options: DumpOptions) -> list[str]:
    if depth > options.max_depth:
        return []
    important = enumerate(_important(node)) if options.compressed else ((c.index, c) for c in node.children)
    inner = [line for at, child in important for line in _lines(child, depth + 1, at, options)]
    pad, words = "  " * depth, _attributes(node, index, options)
    if not inner:
        return [f"{pad}<node {words} />"]
    return [f"{pad}<node {words}>", *inner, f"{pad}</node>"]


def _important(node: UiNode) -> list[UiNode]:
    """The children of a compressed dump: plain layouts are left out and their children move up."""
    found: list[UiNode] = []
    for child in node.children:
        found.extend([child] if _matters(child) else _important(child))
    return found


def _matters(node: UiNode) -> bool:
    if not node.class_name.endswith("Layout"):
        return True
    return bool(node.text or node.desc or node.clickable or node.long_clickable or node.scrollable)


def _attributes(node: UiNode, index: int, options: DumpOptions) -> str:
    pairs = [("NAF", "true")] if not options.compressed and _is_naf(node) else []
    pairs += [
        ("index", str(index)),
        ("text", node.text),
        ("resource-id", node.resource_id),
        ("class", node.class_name),
        ("package", node.package),
        ("content-desc", node.desc),
        ("checkable", _bool(node.checkable)),
        ("checked", _bool(node.checked)),
        ("clickable", _bool(node.clickable)),
        ("enabled", _bool(node.enabled)),
        ("focusable", _bool(node.focusable)),
        ("focused", _bool(node.focused)),
        ("scrollable", _bool(node.scrollable)),
        ("long-clickable", _bool(node.long_clickable)),
        ("password", _bool(node.password)),
        ("selected", _bool(node.selected)),
        ("visible-to-user", "true"),
        ("bounds", _bounds(node.visible)),
        ("drawing-order", str(node.index + 1 if node.parent is not None else 0)),
        ("hint", node.hint),
    ]
    if options.api >= _DISPLAY_ID_FROM_API:
        pairs.append(("display-id", "0"))
    return " ".join(f'{name}="{escape(value)}"' for name, value in pairs)


def _is_naf(node: UiNode) -> bool:
    if not (node.clickable and node.enabled) or node.class_name in _GRID_LIKE:
        return False
    return not any(below.text or below.desc for below in node.walk())


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _bounds(rect: Rect) -> str:
    return f"[{rect.left},{rect.top}][{rect.right},{rect.bottom}]"
