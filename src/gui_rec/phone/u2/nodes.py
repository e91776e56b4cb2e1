"""The accessibility tree: every window of a scene as nodes, the active one first.

The platform's own `uiautomator dump` knows the active window only; an accessibility client reads all of
them, the bars and the keyboard too (AOSP UiAutomation.getWindows).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.layout import Placed
from gui_rec.phone.world.scene import Scene
from gui_rec.phone.world.windows import SYSTEM_UI

_FRAME = "android.widget.FrameLayout"
_KEY = "android.inputmethodservice.Keyboard$Key"
_KEY_NAMES = {" ": "Space", "del": "Delete", "enter": "Enter", "shift": "Shift"}
_NAVIGATION = {
    "BACK": ("back", "Back"),
    "HOME": ("home", "Home"),
    "APP_SWITCH": ("recent_apps", "Overview"),
}
_LATIN = "com.google.android.inputmethod.latin"


@dataclass(slots=True, eq=False)
class UiNode:
    """One node. `bounds` may reach beyond the screen, `visible` is what is seen of it; both px.

    `view_id` is the phone's own name of a text field, "" for all else. `key` names this view for scrolling.
    """

    class_name: str
    package: str
    bounds: Rect
    visible: Rect
    index: int = 0
    text: str = ""
    resource_id: str = ""
    desc: str = ""
    hint: str = ""
    view_id: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    long_clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    password: bool = False
    selected: bool = False
    offset_px: int = 0
    range_px: int = 0
    parent: UiNode | None = None
    children: list[UiNode] = field(default_factory=list)

    def add(self, child: UiNode) -> UiNode:
        """Hang `child` below this node; the child."""
        child.parent = self
        self.children.append(child)
        return child

    def walk(self) -> Iterator[UiNode]:
        """This node and all below it in document order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def below(self) -> Iterator[UiNode]:
        """All below this node in document order."""
        found = self.walk()
        next(found)
        yield from found


def roots_of(scene: Scene) -> list[UiNode]:
    """The root of each window: the active one, those behind it, the keyboard, the bars. Empty while dark."""
    if not scene.awake:
        return []
    roots = [_placed(window.root, window.package) for window in reversed(scene.windows)]
    if scene.keyboard is not None:
        roots.append(_keyboard(scene, scene.keyboard))
    return [*roots, _status_bar(scene), _navigation_bar(scene)]


def _placed(placed: Placed, package: str) -> UiNode:
    view = placed.view
    is_field = view.field is not None
    node = UiNode(
        view.class_name,
        package,
        placed.bounds,
        placed.visible,
        index=placed.index,
        text=placed.shown_text,
        resource_id=_resource_id(view.id, package),
        desc=view.desc,
        hint=view.field.hint if view.field is not None else "",
        view_id=view.id if is_field else "",
        checkable=view.checkable,
        checked=view.checked,
        clickable=view.is_clickable,
        long_clickable=view.is_long_clickable,
        enabled=view.enabled,
        focusable=view.is_clickable or view.scrolls,
        focused=placed.focused,
        scrollable=view.scrolls and placed.range_px > 0,
        password=view.field is not None and view.field.password,
        selected=view.selected,
        offset_px=placed.offset,
        range_px=placed.range_px,
    )
    for child in placed.children:
        if not child.visible.is_empty:
            node.add(_placed(child, package))
    return node


def _resource_id(view_id: str, package: str) -> str:
    return view_id if not view_id or ":" in view_id else f"{package}:id/{view_id}"


def _plain(class_name: str, package: str, bounds: Rect, name: str = "") -> UiNode:
    return UiNode(class_name, package, bounds, bounds, resource_id=_resource_id(name, package))


def _keyboard(scene: Scene, bounds: Rect) -> UiNode:
    root = _plain(_FRAME, _LATIN, bounds, "keyboard_area")
    for number, key in enumerate(scene.keys):
        node = root.add(_plain(_KEY, _LATIN, key.rect))
        node.index = number
        node.desc = _KEY_NAMES.get(key.code) or key.label or key.code
        node.clickable = True
    return root


def _status_bar(scene: Scene) -> UiNode:
    bar = scene.status_bar
    root = _plain(_FRAME, SYSTEM_UI, bar, "status_bar_container")
    clock = root.add(_plain("android.widget.TextView", SYSTEM_UI, _part(bar, 0, 4), "clock"))
    clock.text = clock.desc = scene.clock_text
    battery = root.add(_plain("android.widget.LinearLayout", SYSTEM_UI, _part(bar, 3, 4), "battery"))
    battery.desc = f"Battery {scene.battery_percent} percent."
    battery.index = 1
    return root


def _navigation_bar(scene: Scene) -> UiNode:
    root = _plain(_FRAME, SYSTEM_UI, scene.navigation_bar, "navigation_bar_frame")
    for number, (key, place) in enumerate(scene.navigation_buttons.items()):
        name, desc = _NAVIGATION[key]
        button = root.add(_plain("android.widget.ImageView", SYSTEM_UI, place, name))
        button.desc = desc
        button.index = number
        button.clickable = button.focusable = True
        button.long_clickable = name != "back"
    return root


def _part(bar: Rect, number: int, count: int) -> Rect:
    width = bar.width // count
    return Rect(bar.left + number * width, bar.top, bar.left + (number + 1) * width, bar.bottom)
