"""All windows of all displays, as `uiautomator dump --windows` writes them: one line, the topmost window first.

Facts: AOSP AccessibilityNodeInfoDumper.dumpWindowsToFile and dumpWindowRec: the order of a window's attributes,
`hierarchy` with the display's rotation inside each window, nodes as in a plain dump.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.nodes import UiNode, roots_of
from gui_rec.phone.u2.written import attributes, bounds_words, children, flag, written
from gui_rec.phone.world.phone import Phone
from gui_rec.phone.world.second_display import PACKAGE, SECOND_SIZE, drawer, drawer_button

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


@dataclass(frozen=True, slots=True)
class WindowTree:
    """A window with its nodes; `kind` is Android's word, such as TYPE_APPLICATION."""

    title: str
    kind: str
    root: UiNode
    active: bool = False


def windows_xml(phone: Phone, *, compressed: bool = False) -> str:
    """The whole file. A phone that is asleep has a display without windows, which is left out."""
    parts = []
    for number, (windows, rotation) in enumerate(_displays(phone)):
        if windows:
            inner = "".join(
                _window(window, index, len(windows) - index, rotation, compressed)
                for index, window in enumerate(windows)
            )
            parts.append(f'<display id="{number}">{inner}</display>')
    return f"{_HEAD}<displays>{''.join(parts)}</displays>"


def active_xml(phone: Phone, *, compressed: bool = False) -> str | None:
    """What a plain dump holds while another display than the first has the focus; None while the first has it."""
    if not phone.second_focused:
        return None
    windows, rotation = _displays(phone)[1]
    body = _node(windows[0].root, 0, compressed)
    return f'{_HEAD}<hierarchy rotation="{rotation}">{body}</hierarchy>'


def _displays(phone: Phone) -> list[tuple[list[WindowTree], int]]:
    first = list(_first_display(phone))
    second = list(_second_display(phone)) if phone.second_windows() and first else []
    return [(first, phone.orientation), (second, 0)]


def _first_display(phone: Phone) -> Iterator[WindowTree]:
    scene = phone.accessibility.scene
    roots = roots_of(scene)
    if not roots:
        return
    apps, others = roots[: len(scene.windows)], roots[len(scene.windows) :]
    *keyboard, status, navigation = others
    yield WindowTree("StatusBar", "TYPE_SYSTEM", status)
    yield WindowTree("NavigationBar0", "TYPE_SYSTEM", navigation)
    for root in keyboard:
        yield WindowTree("InputMethod", "TYPE_INPUT_METHOD", root)
    for number, (window, root) in enumerate(zip(reversed(scene.windows), apps, strict=True)):
        kind = "TYPE_SYSTEM" if window.kind == "system" else "TYPE_APPLICATION"
        # Android calls one window active on all displays together.
        yield WindowTree(window.title, kind, root, active=number == 0 and not phone.second_focused)


def _second_display(phone: Phone) -> Iterator[WindowTree]:
    whole = Rect(0, 0, SECOND_SIZE.width_px, SECOND_SIZE.height_px)
    root = UiNode("android.widget.FrameLayout", PACKAGE, whole, whole)
    button = root.add(UiNode("android.widget.ImageButton", PACKAGE, drawer_button(), drawer_button()))
    button.resource_id, button.desc = f"{PACKAGE}:id/all_apps_button", "Apps list"
    button.clickable = button.focusable = True
    labels = phone.second_labels()
    if labels:
        box = UiNode("androidx.recyclerview.widget.RecyclerView", PACKAGE, drawer(), drawer(), index=1)
        box.resource_id = f"{PACKAGE}:id/apps_list_view"
        for number, (label, bounds) in enumerate(labels):
            box.add(UiNode("android.widget.TextView", PACKAGE, bounds, bounds, index=number, text=label))
        root.add(box)
    for window in phone.second_windows():
        yield WindowTree(window.title or "", "TYPE_APPLICATION", root, active=phone.second_focused)


def _window(window: WindowTree, index: int, layer: int, rotation: int, compressed: bool) -> str:
    pairs = [
        ("index", str(index)),
        ("title", window.title),
        ("bounds", bounds_words(window.root.bounds)),
        ("active", flag(window.active)),
        ("focused", flag(window.active)),
        ("accessibility-focused", "false"),
        ("id", str(100 + layer)),
        ("layer", str(layer)),
        ("type", window.kind),
    ]
    body = _node(window.root, 0, compressed)
    return f'<window {written(pairs)}><hierarchy rotation="{rotation}">{body}</hierarchy></window>'


def _node(node: UiNode, index: int, compressed: bool) -> str:
    below = children(node, compressed=compressed)
    inner = "".join(_node(child, at, compressed) for at, child in below)
    pairs = [*attributes(node, index, compressed=compressed), ("bounds", bounds_words(node.visible))]
    words = written(pairs)
    return f"<node {words}>{inner}</node>" if inner else f"<node {words} />"
