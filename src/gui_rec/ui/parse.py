"""XML of an Android view hierarchy -> Tree, in every dialect that devices and servers write.

Dialects: `uiautomator` (AOSP `uiautomator dump`, compressed or not; several roots under one hierarchy are
accepted), `uiautomator_windows` (AOSP `dump --windows`: displays/window/hierarchy), `uiautomator2` (the
openatx and androidx servers: visible-to-user, drawing-order, hint, display-id) and `appium` (page source:
class names as tags).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from gui_rec.errors import HierarchyError
from gui_rec.model.geometry import Rect
from gui_rec.ui.clean_xml import decode, sanitise, skip_noise
from gui_rec.ui.tree import Node, Tree, TreeWindow

MAX_DEPTH = 500
MAX_NODES = 50_000

_BOUNDS = re.compile(r"\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]")
_FRAME_TAGS = frozenset({"displays", "display", "window", "hierarchy"})
_U2_ATTRIBUTES = frozenset({"visible-to-user", "drawing-order", "hint", "display-id"})
_CLASS_TAG = re.compile(r"[A-Za-z_][\w$]*(\.[\w$-]+)*")
_ANOTHER = re.compile(r"<(?:\?xml|hierarchy|displays)[\s/>]")


def parse_hierarchy(xml: str | bytes) -> Tree:
    """The tree that `xml` spells.

    Noise before the XML and a tail after its root (the `dumped to: /dev/tty` line) are cut. Raises
    HierarchyError with reason `dump_empty` (no node at all), `xml_unknown_dialect`, `xml_malformed`,
    `xml_forbidden` (DOCTYPE or entity declarations) or `xml_too_large` (size, depth or node count).
    """
    text, replaced = decode(xml)
    text, mended = sanitise(skip_noise(text))
    builder = _Builder()
    _feed(builder, text.encode())
    if not builder.roots:
        raise HierarchyError("dump_empty", "hierarchy: expected at least one node, got an empty hierarchy")
    return Tree(
        tuple(builder.roots),
        builder.rotation,
        builder.dialect,
        replaced or mended,
        tuple(builder.root_windows),
    )


def _feed(builder: _Builder, data: bytes) -> None:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.StartDoctypeDeclHandler = _forbid
    parser.EntityDeclHandler = _forbid
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        if not builder.closed:
            raise HierarchyError(
                "xml_malformed",
                f"hierarchy: expected well-formed XML, got {expat.ErrorString(error.code)} "
                f"at line {error.lineno} column {error.offset}",
            ) from error
        _check_tail(data[parser.ErrorByteIndex :].decode(errors="replace"))


def _check_tail(tail: str) -> None:
    if _ANOTHER.search(tail):
        raise HierarchyError(
            "xml_malformed", "hierarchy: expected one hierarchy, got another one after its end"
        )


def _forbid(*_: object) -> None:
    raise HierarchyError(
        "xml_forbidden", "hierarchy: expected plain XML, got a DOCTYPE or entity declaration"
    )


@dataclass(slots=True)
class _Open:
    """An element whose end has not come yet."""

    tag: str
    path: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class _Builder:
    """Receives expat's events; holds what is open on an explicit stack, so depth costs no recursion."""

    roots: list[Node] = field(default_factory=list)
    root_windows: list[TreeWindow] = field(default_factory=list)
    rotation: int | None = None
    dialect: str = ""
    closed: bool = False
    _stack: list[_Open] = field(default_factory=list)
    _frames: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    _nodes: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._stack and tag in _FRAME_TAGS:
            self._start_frame(tag, attributes)
            return
        if not self._frames or self._frames[-1][0] != "hierarchy":
            raise _unknown_dialect(tag)
        self._check_dialect(tag, attributes)
        self._nodes += 1
        if self._nodes > MAX_NODES or len(self._stack) >= MAX_DEPTH:
            raise HierarchyError(
                "xml_too_large",
                f"hierarchy: expected at most {MAX_NODES} nodes and {MAX_DEPTH} levels, got more",
            )
        above = self._stack[-1] if self._stack else None
        path = str(len(self.roots)) if above is None else f"{above.path}/{len(above.children)}"
        self._stack.append(_Open(tag, path, attributes))

    def end(self, _tag: str) -> None:
        if not self._stack:
            self._frames.pop()
            self.closed = not self._frames
            return
        node = _node(self._stack.pop())
        if self._stack:
            self._stack[-1].children.append(node)
            return
        self.roots.append(node)
        if self.dialect == "uiautomator_windows":
            self.root_windows.append(self._window())

    def _start_frame(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._frames) >= MAX_DEPTH:
            raise HierarchyError("xml_too_large", f"hierarchy: expected at most {MAX_DEPTH} levels, got more")
        if not self._frames and tag not in ("displays", "hierarchy"):
            raise _unknown_dialect(tag)
        if self._frames and self._frames[-1][0] == "hierarchy":
            raise _unknown_dialect(f"{tag} inside hierarchy")
        if tag == "displays":
            self.dialect = "uiautomator_windows"
        if tag == "hierarchy" and self.rotation is None:
            self.rotation = _rotation(attributes.get("rotation"))
        self._frames.append((tag, attributes))

    def _check_dialect(self, tag: str, attributes: dict[str, str]) -> None:
        if tag != "node":
            if "bounds" not in attributes or _CLASS_TAG.fullmatch(tag) is None:
                raise _unknown_dialect(tag)
            self.dialect = self.dialect or "appium"
        elif self.dialect in ("", "uiautomator"):
            self.dialect = "uiautomator2" if _U2_ATTRIBUTES & attributes.keys() else "uiautomator"

    def _window(self) -> TreeWindow:
        window = next((found for tag, found in reversed(self._frames) if tag == "window"), {})
        display = next((found for tag, found in self._frames if tag == "display"), {})
        bounds = _BOUNDS.fullmatch(window.get("bounds", ""))
        layer = window.get("layer", "")
        return TreeWindow(
            display_id=display.get("id"),
            title=window.get("title"),
            bounds=None if bounds is None else Rect(*map(int, bounds.groups())),
            type=window.get("type"),
            layer=int(layer) if re.fullmatch(r"-?[0-9]{1,9}", layer) else None,
            active=window.get("active") == "true",
        )


def _unknown_dialect(what: str) -> HierarchyError:
    known = "an iOS WebDriverAgent source" if what.startswith("XCUIElementType") else f"<{what[:60]}>"
    return HierarchyError(
        "xml_unknown_dialect",
        f"hierarchy: expected an Android view hierarchy (uiautomator, uiautomator2 or Appium), got {known}",
    )


def _rotation(value: str | None) -> int | None:
    return int(value) if value in ("0", "1", "2", "3") else None


def _node(element: _Open) -> Node:
    get = element.attributes.get
    match = _BOUNDS.fullmatch(get("bounds", ""))
    if match is None:
        raise HierarchyError(
            "xml_malformed",
            f"hierarchy node {element.path[:80]}: expected bounds like [0,0][10,10], "
            f"got {get('bounds', '')[:60]!r}",
        )
    index = get("index", "")
    return Node(
        class_name=get("class") or ("" if element.tag == "node" else element.tag),
        resource_id=get("resource-id", ""),
        text=get("text", ""),
        content_desc=get("content-desc", ""),
        package=get("package", ""),
        bounds=Rect(int(match[1]), int(match[2]), int(match[3]), int(match[4])),
        checkable=get("checkable") == "true",
        checked=get("checked") == "true",
        clickable=get("clickable") == "true",
        enabled=get("enabled", "true") == "true",
        focusable=get("focusable") == "true",
        focused=get("focused") == "true",
        scrollable=get("scrollable") == "true",
        long_clickable=get("long-clickable") == "true",
        password=get("password") == "true",
        selected=get("selected") == "true",
        index=int(index) if index.isascii() and index.isdigit() and len(index) < 10 else 0,
        path=element.path,
        children=tuple(element.children),
        visible=get("visible-to-user", get("displayed", "true")) == "true",
    )
