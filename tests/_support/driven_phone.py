"""A simulated phone with a hand on it: finds views by what they say and touches them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import dataclass, field

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.phone import Phone, PhoneConfig
from gui_rec.testing.clock import FakeClock

SHOP = "com.example.shop"
SETTINGS = "com.android.settings"
NOTES = "com.example.notes"
LAUNCHER = "com.android.launcher3"


def rect_of(attributes: Mapping[str, str]) -> Rect:
    """A node's bounds."""
    left, top, right, bottom = map(int, re.findall(r"-?\d+", attributes["bounds"]))
    return Rect(left, top, right, bottom)


@dataclass
class Driven:
    """The phone, its clock, and helpers that read the hierarchy."""

    config: PhoneConfig = field(default_factory=PhoneConfig)
    clock: FakeClock = field(default_factory=FakeClock)

    def __post_init__(self) -> None:
        self.phone = Phone(self.config, self.clock)

    def nodes(self) -> list[dict[str, str]]:
        root = ElementTree.fromstring(self.phone.hierarchy().encode())
        return [dict(node.attrib) for node in root.iter("node")]

    def find(self, what: str) -> list[dict[str, str]]:
        """Nodes whose text, description or id (without its package) is `what`."""
        return [
            node
            for node in self.nodes()
            if what in (node["text"], node["content-desc"], node["resource-id"].rpartition("/")[2])
        ]

    def node(self, what: str) -> dict[str, str]:
        found = self.find(what)
        assert found, f"no {what!r} among {self.texts()}"
        return found[0]

    def has(self, what: str) -> bool:
        return bool(self.find(what))

    def texts(self) -> list[str]:
        return [node["text"] for node in self.nodes() if node["text"]]

    def center(self, what: str) -> tuple[int, int]:
        point = rect_of(self.node(what)).center
        return (point.x, point.y)

    def tap(self, what: str) -> None:
        self.phone.tap(*self.center(what))

    def long_press(self, what: str) -> None:
        self.phone.long_press(*self.center(what))

    def type_into(self, what: str, text: str) -> None:
        self.tap(what)
        self.phone.text(text)

    def activity(self) -> str | None:
        return self.phone.focus().activity

    def use_adb_keyboard(self) -> None:
        self.phone.ime.enable("com.android.adbkeyboard/.AdbIME")
        self.phone.ime.select("com.android.adbkeyboard/.AdbIME")


def signed_in(**config: object) -> Driven:
    """The shop's home page, signed in."""
    driven = Driven(PhoneConfig(**config))  # type: ignore[arg-type]
    driven.tap("Shop")
    driven.type_into("username", "ada")
    driven.phone.key("ENTER")
    driven.phone.text("s3cret")
    driven.phone.key("ENTER")
    assert driven.activity() == "com.example.shop.HomeActivity"
    return driven


def in_settings(page: str | None = None) -> Driven:
    """Settings, or a page that its first list leads to."""
    driven = Driven()
    driven.tap("Settings")
    if page is not None:
        driven.tap(page)
    return driven
