"""android_env's accessibility forest as a view hierarchy in XML, as `uiautomator dump --windows` writes one.

Field numbers: google-deepmind/android_env, proto/a11y/*.proto (Apache-2.0). A forest is windows, a window a list of
nodes that name their children by id; the root's id is 0. Windows of a greater layer lie above and come first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from gui_rec.datasets.importers.wire import message, signed, varints
from gui_rec.errors import InputError
from gui_rec.ui.parse import MAX_DEPTH, MAX_NODES

_TEXTS = {3: "class", 4: "content-desc", 5: "hint", 6: "package", 7: "text", 10: "resource-id"}
_FLAGS = {
    12: "checkable",
    13: "checked",
    14: "clickable",
    16: "enabled",
    17: "focusable",
    18: "focused",
    19: "long-clickable",
    20: "password",
    21: "scrollable",
    22: "selected",
    23: "visible-to-user",
}
_TYPES = {
    1: "application",
    2: "input_method",
    3: "system",
    4: "accessibility_overlay",
    5: "split_screen_divider",
}
_WINDOW_BOUNDS, _TITLE, _TREE = 1, 5, 11
_NODE_ID, _NODE_BOUNDS, _CHILDREN, _ORDER = 1, 2, 25, 30
_ENTITIES = {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
# What XML cannot hold at all.
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)), "�")


@dataclass(slots=True)
class _Node:
    attributes: dict[str, str]
    children: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Window:
    attributes: dict[str, str]
    display: int = 0
    layer: int = 0
    nodes: dict[int, _Node] = field(default_factory=dict)


def forest_xml(data: bytes) -> str:
    """The XML of a serialised forest. Raises InputError for bytes that are none, and for one without a node."""
    windows = [
        _window(value) for number, value in message(data) if number == 1 and isinstance(value, memoryview)
    ]
    told = sorted((each for each in windows if each.nodes), key=lambda each: -each.layer)
    if not told:
        raise InputError("accessibility forest: expected a window with nodes, got none")
    if sum(len(each.nodes) for each in told) > MAX_NODES:
        raise InputError(f"accessibility forest: expected at most {MAX_NODES} nodes, got more")
    lines = ["<displays>"]
    for display in sorted({each.display for each in told}):
        lines.append(f'<display id="{display}">')
        for each in told:
            if each.display == display:
                lines += _window_lines(each)
        lines.append("</display>")
    return "\n".join([*lines, "</displays>"])


def _window_lines(window: _Window) -> list[str]:
    return [
        f"<window{_written(window.attributes)}>",
        "<hierarchy>",
        *_node_lines(window.nodes),
        "</hierarchy>",
        "</window>",
    ]


def _node_lines(nodes: Mapping[int, _Node]) -> list[str]:
    """The nodes as elements, on an explicit stack; a node that stands below itself or twice is an error."""
    root = 0 if 0 in nodes else min(nodes)
    lines: list[str] = []
    stack: list[tuple[int, int, int]] = [(root, 0, 0)]  # id, index among its siblings, depth; -1 closes
    seen: set[int] = set()
    while stack:
        name, index, depth = stack.pop()
        if index < 0:
            lines.append("</node>")
            continue
        if name in seen or depth >= MAX_DEPTH:
            raise InputError(
                f"accessibility forest: expected a tree of at most {MAX_DEPTH} levels, got a node {name} again or too deep"
            )
        seen.add(name)
        node = nodes[name]
        lines.append(f"<node{_written({'index': str(index), **node.attributes})}>")
        stack.append((name, -1, depth))
        there = [child for child in node.children if child in nodes]
        stack += [(child, at, depth + 1) for at, child in reversed(list(enumerate(there)))]
    return lines


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(value, _ENTITIES)}" for name, value in attributes.items())


def _window(data: memoryview) -> _Window:
    window = _Window({"bounds": "[0,0][0,0]", "active": "false"})
    for number, value in message(data):
        if isinstance(value, int):
            _tell(window, number, signed(value))
        elif number == _WINDOW_BOUNDS:
            window.attributes["bounds"] = _bounds(value)
        elif number == _TITLE:
            window.attributes["title"] = _text(value)
        elif number == _TREE:
            _read_nodes(value, window.nodes)
    return window


def _tell(window: _Window, number: int, value: int) -> None:
    match number:
        case 2:
            window.display = value
        case 4:
            window.layer = value
            window.attributes["layer"] = str(value)
        case 6 if value in _TYPES:
            window.attributes["type"] = _TYPES[value]
        case 8:
            window.attributes["active"] = _said(value)


def _read_nodes(tree: memoryview, into: dict[int, _Node]) -> None:
    for number, value in message(tree):
        if number != 1 or not isinstance(value, memoryview):
            continue
        name, node = _node(value)
        if name in into:
            raise InputError(f"accessibility forest: expected ids that stand once, got {name} twice")
        into[name] = node


def _node(data: memoryview) -> tuple[int, _Node]:
    name = 0  # protobuf leaves out what is zero, so the root's id is not written
    attributes = {
        **dict.fromkeys(("text", "resource-id", "class", "package", "content-desc"), ""),
        **dict.fromkeys(_FLAGS.values(), "false"),
        "bounds": "[0,0][0,0]",
    }
    node = _Node(attributes)
    for number, value in message(data):
        if isinstance(value, int):
            if number == _NODE_ID:
                name = signed(value)
            elif number in _FLAGS:
                attributes[_FLAGS[number]] = _said(value)
            elif number == _ORDER:
                attributes["drawing-order"] = str(signed(value))
            elif number == _CHILDREN:
                node.children.append(signed(value))
        elif number == _NODE_BOUNDS:
            attributes["bounds"] = _bounds(value)
        elif number in _TEXTS:
            attributes[_TEXTS[number]] = _text(value)
        elif number == _CHILDREN:
            node.children += [signed(each) for each in varints(value)]
    return name, node


def _bounds(data: memoryview) -> str:
    sides = dict.fromkeys((1, 2, 3, 4), 0)
    for number, value in message(data):
        if number in sides and isinstance(value, int):
            sides[number] = signed(value)
    left, top, right, bottom = (max(-999_999_999, min(999_999_999, each)) for each in sides.values())
    return f"[{left},{top}][{right},{bottom}]"


def _text(data: memoryview) -> str:
    return bytes(data).decode("utf-8", "replace").translate(_FORBIDDEN)


def _said(value: int) -> str:
    return "true" if value else "false"
