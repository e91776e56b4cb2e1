"""Small screens, pictures and steps for tests: one description, from which tree and picture both follow."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from PIL import Image, ImageDraw

from gui_rec.model.actions import Action, Tap
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step

SIZE = ScreenSize(108, 240)
PACKAGE = "com.example.app"
TEXT_FIELD = "android.widget.EditText"

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Element:
    """One control on a fake screen. `goes_to` names the screen that a tap on it leads to."""

    bounds: Rect
    text: str = ""
    resource_id: str = ""
    content_desc: str = ""
    class_name: str = "android.widget.Button"
    goes_to: str | None = None
    clickable: bool = True
    enabled: bool = True
    password: bool = False
    focused: bool = False

    @property
    def is_field(self) -> bool:
        return self.class_name == TEXT_FIELD


def png(
    size: ScreenSize = SIZE,
    colour: Colour = (250, 250, 250),
    blocks: Iterable[tuple[Rect, Colour]] = (),
) -> bytes:
    """A picture of one colour with filled rectangles; equal arguments give equal bytes."""
    image = Image.new("RGB", (size.width_px, size.height_px), colour)
    draw = ImageDraw.Draw(image)
    for rect, fill in blocks:
        if not rect.is_empty:
            draw.rectangle((rect.left, rect.top, rect.right - 1, rect.bottom - 1), fill=fill)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def picture_of(elements: Iterable[Element], size: ScreenSize = SIZE) -> bytes:
    """Every element as a block whose colour follows from what it says."""
    return png(size, blocks=[(element.bounds, _colour(element)) for element in elements])


def _colour(element: Element) -> Colour:
    said = zlib.crc32(f"{element.text}|{element.content_desc}|{element.resource_id}".encode())
    return said & 0xFF, said >> 8 & 0xFF, said >> 16 & 0xFF


def node_xml(element: Element, *, package: str = PACKAGE, index: int = 0, inside: str = "") -> str:
    """A `<node>` as uiautomator writes it; `inside` is the XML of its children."""
    rect = element.bounds
    attributes: dict[str, str | int | bool] = {
        "index": index,
        "text": element.text,
        "resource-id": element.resource_id,
        "class": element.class_name,
        "package": package,
        "content-desc": element.content_desc,
        "checkable": False,
        "checked": False,
        "clickable": element.clickable,
        "enabled": element.enabled,
        "focusable": element.clickable,
        "focused": element.focused,
        "scrollable": False,
        "long-clickable": False,
        "password": element.password,
        "selected": False,
        "bounds": f"[{rect.left},{rect.top}][{rect.right},{rect.bottom}]",
    }
    words = " ".join(f"{name}={quoteattr(_text(value))}" for name, value in attributes.items())
    return f"<node {words}>{inside}</node>" if inside else f"<node {words} />"


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def hierarchy_xml(
    elements: Iterable[Element], *, package: str = PACKAGE, size: ScreenSize = SIZE, rotation: int = 0
) -> str:
    """A whole hierarchy: the elements inside one frame of the screen's size."""
    inside = "".join(node_xml(item, package=package, index=i) for i, item in enumerate(elements))
    frame = Element(
        Rect(0, 0, size.width_px, size.height_px), class_name="android.widget.FrameLayout", clickable=False
    )
    declaration = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    body = node_xml(frame, package=package, inside=inside)
    return f'{declaration}<hierarchy rotation="{rotation}">{body}</hierarchy>'


def observation(
    elements: Iterable[Element] = (), *, package: str = PACKAGE, activity: str = ".Main"
) -> Observation:
    """What a look at a screen with these elements gives, without the derived columns."""
    shown = tuple(elements)
    return Observation(
        screenshot=picture_of(shown),
        ui_xml=hierarchy_xml(shown, package=package),
        package=package,
        activity=activity,
        rotation=0,
        size=SIZE,
        captured_at_us=1_700_000_000_000_000,
    )


def step(
    index: int = 0,
    action: Action | None = None,
    *,
    pre: Observation | None = None,
    post: Observation | None = None,
) -> Step:
    """A transition; by default a tap in the middle of an empty screen."""
    return Step(
        index=index,
        pre=pre or observation(),
        action=action or Tap(x=0.5, y=0.5),
        post=post or observation(),
        settled=True,
        settle_ms=0,
    )
