"""The hierarchy as the androidx dumper of the uiautomator2 server writes it.

It differs from the platform's `uiautomator dump`: all windows, one node a line behind `\\r\\n`, and the
attributes visible-to-user, drawing-order, hint and display-id (facts: androidx.test.uiautomator
AccessibilityNodeInfoDumper, dumps of the server).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.written import attributes, bounds_words, children, written

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_NEW_LINE = "\r\n"
_DISPLAY_ID_FROM_API = 30


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
    below = children(node, compressed=options.compressed)
    inner = [line for at, child in below for line in _lines(child, depth + 1, at, options)]
    pad, words = "  " * depth, _attributes(node, index, options)
    if not inner:
        return [f"{pad}<node {words} />"]
    return [f"{pad}<node {words}>", *inner, f"{pad}</node>"]


def _attributes(node: UiNode, index: int, options: DumpOptions) -> str:
    pairs = [
        *attributes(node, index, compressed=options.compressed),
        ("visible-to-user", "true"),
        ("bounds", bounds_words(node.visible)),
        ("drawing-order", str(node.index + 1 if node.parent is not None else 0)),
        ("hint", node.hint),
    ]
    if options.api >= _DISPLAY_ID_FROM_API:
        pairs.append(("display-id", "0"))
    return written(pairs)
