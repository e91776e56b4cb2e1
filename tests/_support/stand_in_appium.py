"""A stand-in for an Appium driver: a phone's own picture and hierarchy, the latter in Appium's dialect.

Facts (appium-uiautomator2-server, page source): class names as tags, `index`, `package`, `class`, `text`, `bounds`,
`displayed`, and on the root `rotation`, `width`, `height`.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from typing import Protocol


class Phone(Protocol):
    """What the stand-in asks."""

    def screenshot(self) -> bytes: ...

    def hierarchy(self) -> str: ...


@dataclass
class StandInAppium:
    """`asked` counts the page sources."""

    phone: Phone
    asked: int = 0

    @property
    def page_source(self) -> str:
        self.asked += 1
        return in_appiums_dialect(self.phone.hierarchy())

    def get_screenshot_as_png(self) -> bytes:
        return self.phone.screenshot()


def in_appiums_dialect(xml: str) -> str:
    """The hierarchy that `uiautomator dump` gives, as Appium writes it."""
    root = ElementTree.fromstring(xml.encode())
    for node in root.iter("node"):
        node.tag = node.get("class") or "android.view.View"
        node.set("displayed", "true")
    return ElementTree.tostring(root, encoding="unicode")
