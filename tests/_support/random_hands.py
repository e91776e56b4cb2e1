"""Hands that do anything to a phone, and what must hold of it whatever they did."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

from driven_phone import LAUNCHER, NOTES, SETTINGS, SHOP, Driven, rect_of

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.world.phone import Phone

_PACKAGES = (SHOP, NOTES, SETTINGS, "com.example.permissions")
_KEYS = ("BACK", "HOME", "ENTER", "DEL", "TAB", "APP_SWITCH", "POWER", "WAKEUP", "VOLUME_UP", "A", "SPACE")
_TEXTS = ("ada", "s3cret", "lamp", "<&>", "10115", "x y")
_FAULTS = (
    "lost-tap:1", "stale-tree:2", "stale-frame", "never-settling:500", "crash-dialog", "anr-dialog@2",
    "permission-dialog@2", "chooser-dialog", "slow-page:3", "ime-race:1", "clock-jump:90", "size-change:480x320",
    "rotation-change:1@2", "secure-screen",
)  # fmt: skip


def act(driven: Driven, chance: random.Random) -> str:
    """One thing that a person, a tool or time does; its name."""
    name = chance.choice(tuple(_ACTS))
    _ACTS[name](driven, chance)
    return name


def check(phone: Phone) -> None:
    """Frame, tree, focus, windows and panel describe one version, and the tree lies on the screen."""
    shown = phone.snapshot()
    size = phone.screen
    frame = shown.frame()
    assert (int.from_bytes(frame[16:20]), int.from_bytes(frame[20:24])) == (size.width_px, size.height_px)
    assert phone.frame() is frame
    tree = shown.hierarchy()
    assert phone.hierarchy() == tree
    assert shown.version == phone.version
    assert shown.keyboard == any(window.type == "input_method" for window in shown.windows)
    if not phone.has_root:
        assert tree == ""
        return
    root = ElementTree.fromstring(tree.encode())
    assert root.get("rotation") == str(phone.orientation)
    screen = Rect(0, 0, size.width_px, size.height_px)
    nodes = list(root.iter("node"))
    assert {node.get("package") for node in nodes} == {shown.focus.package}
    for node in nodes:
        bounds = rect_of(node.attrib)
        assert not bounds.is_empty
        assert bounds.intersect(screen) == bounds


def _pixel(driven: Driven, chance: random.Random) -> tuple[int, int]:
    size = driven.phone.screen
    return (chance.randrange(size.width_px), chance.randrange(size.height_px))


def _tap(driven: Driven, chance: random.Random) -> None:
    driven.phone.tap(*_pixel(driven, chance))


def _view(driven: Driven, chance: random.Random) -> None:
    if not driven.phone.has_root:
        driven.phone.key("WAKEUP")
    clickable = [node for node in driven.nodes() if node["clickable"] == "true"]
    if clickable:
        point = rect_of(chance.choice(clickable)).center
        driven.phone.tap(point.x, point.y)


def _finger(driven: Driven, chance: random.Random) -> None:
    (x1, y1), (x2, y2) = _pixel(driven, chance), _pixel(driven, chance)
    driven.phone.finger([(x1, y1, 0), (x2, y2, chance.choice((40, 300, 900)))])


def _swipe(driven: Driven, chance: random.Random) -> None:
    driven.phone.swipe(*_pixel(driven, chance), *_pixel(driven, chance), chance.choice((50, 300, 800)))


def _soft_key(driven: Driven, chance: random.Random) -> None:
    found = driven.phone._engine.scene().keys
    if found:
        point = chance.choice(found).rect.center
        driven.phone.tap(point.x, point.y)


def _start(driven: Driven, chance: random.Random) -> None:
    screens = [
        f"{app.package}/{name}" for app in driven.phone._engine._world.apps.values() for name in app.screens
    ]
    driven.phone.start_activity(chance.choice(screens))


def _fault(driven: Driven, chance: random.Random) -> None:
    driven.phone.faults.set(chance.choice(_FAULTS))


def _override(driven: Driven, chance: random.Random) -> None:
    sizes = (ScreenSize(360, 800), ScreenSize(240, 480), ScreenSize(540, 960), ScreenSize(640, 480))
    driven.phone.override_display(size=chance.choice(sizes), density_dpi=chance.choice((120, 160, 213, 280)))


def _ime(driven: Driven, chance: random.Random) -> None:
    driven.phone.ime.enable("com.android.adbkeyboard/.AdbIME")
    driven.phone.select_ime(chance.choice(driven.phone.ime.enabled))
    driven.phone.commit_text("灯 مرحبا")


_ACTS: dict[str, Callable[[Driven, random.Random], object]] = {
    "tap": _tap,
    "view": _view,
    "view again": _view,
    "swipe": _swipe,
    "finger": _finger,
    "soft key": _soft_key,
    "start": _start,
    "fault": _fault,
    "override": _override,
    "ime": _ime,
    "key": lambda driven, chance: driven.phone.key(chance.choice(_KEYS)),
    "text": lambda driven, chance: driven.phone.text(chance.choice(_TEXTS)),
    "launch": lambda driven, chance: driven.phone.launch(chance.choice((*_PACKAGES, LAUNCHER))),
    "stop": lambda driven, chance: driven.phone.force_stop(chance.choice(_PACKAGES)),
    "clear": lambda driven, chance: driven.phone.clear(chance.choice(_PACKAGES)),
    "wait": lambda driven, chance: driven.clock.advance(chance.choice((0.1, 0.7, 1.3, 3.5, 61.0))),
    "settle": lambda driven, _chance: driven.phone.faults.clear(),
    "night": lambda driven, chance: driven.phone.settings.put("secure", "dark_theme", chance.choice("01")),
    "language": lambda driven, chance: driven.phone.settings.put(
        "system", "system_locales", chance.choice(("en-US", "zh-CN", "ar"))
    ),
    "turn": lambda driven, chance: driven.phone.turn(chance.randrange(4)),
    "lock rotation": lambda driven, chance: driven.phone.settings.put(
        "system", "accelerometer_rotation", chance.choice("01")
    ),
    "battery": lambda driven, chance: driven.phone.set_battery(chance.randrange(101)),
    "second": lambda driven, chance: driven.phone.touch_second(chance.randrange(1280), chance.randrange(720)),
}
