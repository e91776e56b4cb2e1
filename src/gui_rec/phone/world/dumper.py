"""The view hierarchy as the platform's `uiautomator dump` writes it.

Format facts: AOSP cmds/uiautomator AccessibilityNodeInfoDumper and KXmlSerializer: one line, the order of
attributes, invisible children skipped while `index` keeps their place, bounds clipped to the screen, NAF
before all others, an apostrophe left as it is, characters beyond the BMP as decimal references.
"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.layout import Placed
from gui_rec.phone.world.scene import Scene

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_NAF_EXCLUDED = {
    "android.widget.GridView",
    "android.widget.GridLayout",
    "android.widget.ListView",
    "android.widget.TableLayout",
}
_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\n": "&#10;",
    "\t": "&#9;",
    "\r": "&#13;",
}


def dump(scene: Scene, compressed: bool = False) -> str:
    """The active window of `scene`; "" when the screen is off."""
    if not scene.awake:
        return ""
    window = scene.active
    body = _node(window.root, window.package, compressed)
    return f'{_HEAD}<hierarchy rotation="{scene.rotation}">{body}</hierarchy>'


def _node(placed: Placed, package: str, compressed: bool) -> str:
    children = _important(placed) if compressed else _numbered(placed)
    inner = "".join(_node(_at(child, index), package, compressed) for index, child in children)
    attributes = _attributes(placed, package, naf=not compressed and _is_naf(placed))
    if not inner:
        return f"<node {attributes} />"
    return f"<node {attributes}>{inner}</node>"


def _numbered(placed: Placed) -> list[tuple[int, Placed]]:
    return [(child.index, child) for child in placed.children if not child.visible.is_empty]


def _important(placed: Placed) -> list[tuple[int, Placed]]:
    """The children of a compressed dump: plain layouts are left out and their children move up."""
    found: list[Placed] = []
    for child in placed.children:
        if child.visible.is_empty:
            continue
        found.extend([child] if _matters(child) else [below for _, below in _important(child)])
    return list(enumerate(found))


def _matters(placed: Placed) -> bool:
    view = placed.view
    layout = view.class_name.endswith("Layout")
    said = placed.shown_text or view.desc or (view.id and not layout)
    return bool(said or view.is_clickable or view.is_long_clickable or view.scrolls or not layout)


def _at(placed: Placed, index: int) -> Placed:
    return placed if placed.index == index else replace(placed, index=index)


def _is_naf(placed: Placed) -> bool:
    view = placed.view
    if not (view.is_clickable and view.enabled) or view.class_name in _NAF_EXCLUDED:
        return False
    return not _says_something(placed)


def _says_something(placed: Placed) -> bool:
    return bool(placed.shown_text or placed.view.desc) or any(_says_something(c) for c in placed.children)


def _attributes(placed: Placed, package: str, *, naf: bool) -> str:
    view = placed.view
    pairs = [("NAF", "true")] if naf else []
    pairs += [
        ("index", str(placed.index)),
        ("text", placed.shown_text),
        ("resource-id", view.id if view.web else _resource_id(view.id, package)),
        ("class", view.class_name),
        ("package", package),
        ("content-desc", view.desc),
        ("checkable", _bool(view.checkable)),
        ("checked", _bool(view.checked)),
        ("clickable", _bool(view.is_clickable)),
        ("enabled", _bool(view.enabled)),
        ("focusable", _bool(view.is_clickable or view.scrolls)),
        ("focused", _bool(placed.focused)),
        ("scrollable", _bool(view.scrolls and placed.range_px > 0)),
        ("long-clickable", _bool(view.is_long_clickable)),
        ("password", _bool(view.field is not None and view.field.password)),
        ("selected", _bool(view.selected)),
        ("bounds", _bounds(placed.visible)),
    ]
    return " ".join(f'{name}="{escape(value)}"' for name, value in pairs)


def _resource_id(view_id: str, package: str) -> str:
    return view_id if not view_id or ":" in view_id else f"{package}:id/{view_id}"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _bounds(rect: Rect) -> str:
    return f"[{rect.left},{rect.top}][{rect.right},{rect.bottom}]"


def escape(text: str) -> str:
    """`text` as the dumpers write it into an attribute."""
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if character in _ENTITIES:
        return _ENTITIES[character]
    code = ord(character)
    if code > 0xFFFF:
        return f"&#{code};"
    if code < 0x20 or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xDFFF or code >= 0xFFFE:
        return "."
    return character
