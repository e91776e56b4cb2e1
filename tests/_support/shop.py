"""A small shop on the fake device: a list, an item with a price, a cart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gui_rec.model.actions import Action, Tap
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import Rect
from gui_rec.recorder.session import Recorder
from gui_rec.testing.builders import SIZE, TEXT_FIELD, Element
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.fake_device import FakeDevice, Screen

LABEL = "android.widget.TextView"


def label(top: int, text: str, rid: str = "") -> Element:
    return Element(Rect(4, top, 104, top + 20), text, rid, class_name=LABEL, clickable=False)


def button(top: int, text: str, rid: str, goes_to: str | None = None) -> Element:
    return Element(Rect(4, top, 104, top + 20), text, rid, goes_to=goes_to)


SHOP: dict[str, Screen] = {
    "list": Screen(
        (
            label(4, "Shop", "com.example.app:id/title"),
            button(40, "Milk", "com.example.app:id/row_milk", "item"),
            button(70, "Bread", "com.example.app:id/row_bread", "list"),
            label(100, "Two things on sale", "com.example.app:id/note"),
        ),
        activity=".List",
    ),
    "item": Screen(
        (
            label(4, "Milk", "com.example.app:id/title"),
            label(40, "$5.00", "com.example.app:id/price"),
            button(70, "Add to cart", "com.example.app:id/add", "cart"),
            Element(
                Rect(4, 130, 104, 150), "", "com.example.app:id/note", class_name=TEXT_FIELD, focused=True
            ),
        ),
        activity=".Item",
    ),
    "cart": Screen(
        (
            label(4, "Cart", "com.example.app:id/title"),
            label(40, "1 item", "com.example.app:id/count"),
            label(70, "Total $5.00", "com.example.app:id/total"),
        ),
        activity=".Cart",
    ),
    "home": Screen(
        (label(4, "Apps"), button(40, "Shop", "launcher:id/shop"), button(70, "Mail", "launcher:id/mail")),
        package="com.android.launcher3",
        activity=".Launcher",
    ),
    "crash": Screen(
        (
            label(4, "Shop keeps stopping", "android:id/alertTitle"),
            button(40, "Close app", "android:id/aerr_close"),
            button(70, "App info", "android:id/aerr_app_info"),
        ),
        package="android",
        activity=".Crash",
    ),
}


def tap(top: int) -> Tap:
    """A tap on the middle of the element at `top`."""
    return Tap(54 / SIZE.width_px, (top + 10) / SIZE.height_px)


BUY = (tap(40), tap(70))


def shop(clock: FakeClock | None = None, **screens: Screen) -> FakeDevice:
    """The shop at its list; `screens` replace pages."""
    return FakeDevice({**SHOP, **screens}, "list", clock or FakeClock())


def changed(name: str, old: str, new: Element) -> Screen:
    """A page with the element that says `old` replaced."""
    page = SHOP[name]
    return replace(page, elements=tuple(new if e.text == old else e for e in page.elements))


def record_shop(out: Path, actions: Sequence[Action] = BUY, device: FakeDevice | None = None) -> Path:
    """A finished recording of `actions`; its path."""
    used = device or shop()
    with Recorder(used, out, goal="Buy milk", clock=used.clock) as recorder:
        for action in actions:
            recorder.do(action)
        recorder.finish(EndReason.FINISHED)
    return out
