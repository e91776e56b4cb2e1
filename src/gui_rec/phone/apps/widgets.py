"""Building blocks that the apps share: texts, buttons, bars, rows, fields."""

from __future__ import annotations

from collections.abc import Iterable

from gui_rec.phone.world.button_bar import button_bar
from gui_rec.phone.world.views import (
    FILL,
    Color,
    Effects,
    Field,
    Flow,
    GoBack,
    Look,
    View,
)

INK: Color = (31, 31, 31)
SOFT_INK: Color = (95, 99, 104)
PAPER: Color = (255, 255, 255)
GROUND: Color = (246, 248, 252)
LINE: Color = (218, 220, 224)
ACCENT: Color = (11, 87, 208)
ACCENT_SOFT: Color = (211, 227, 253)
DANGER: Color = (179, 38, 30)
WHITE: Color = (255, 255, 255)


def text(
    content: str,
    view_id: str = "",
    *,
    size: int = 16,
    weight: str = "Regular",
    color: Color = INK,
    align: str = "start",
    lines: int = 1,
    w: int = FILL,
) -> View:
    """A TextView of so many lines."""
    look = Look(size=size, weight=weight, color=color, align=align, lines=lines)
    return View("TextView", id=view_id, text=content, w=w, look=look)


def icon_button(icon: str, desc: str, effects: Effects, *, view_id: str = "", color: Color = INK) -> View:
    """A 48 dp ImageButton that says what it is only to accessibility."""
    look = Look(icon=icon, color=color, align="center")
    return View("ImageButton", id=view_id, desc=desc, w=48, h=48, look=look, on_tap=effects)


def button(
    label: str, view_id: str, effects: Effects, *, enabled: bool = True, quiet: bool = False, w: int = FILL
) -> View:
    """A filled button; `quiet` has no fill."""
    fill = None if quiet else (ACCENT if enabled else (227, 227, 227))
    color = ACCENT if quiet else (WHITE if enabled else (160, 160, 160))
    look = Look(fill=fill, radius=24, size=15, weight="Medium", color=color, align="center")
    return View("Button", id=view_id, text=label, w=w, h=48, look=look, on_tap=effects, enabled=enabled)


def field(view_id: str, spec: Field, *, icon: str = "", error: bool = False) -> View:
    """An outlined EditText."""
    look = Look(
        kind="field",
        border=DANGER if error else (116, 119, 117),
        radius=28 if icon else 6,
        size=16,
        icon=icon,
        fill=(233, 238, 246) if icon else PAPER,
    )
    return View("EditText", id=view_id, h=56, pad=(16, 0, 16, 0), look=look, field=spec)


def top_bar(title: str, *, back: bool = True, actions: Iterable[View] = (), fill: Color = PAPER) -> View:
    """A toolbar with a back arrow, the title and action buttons."""
    start = (icon_button("back", "Navigate up", (GoBack(),)),) if back else ()
    label = text(title, "toolbar_title", size=22)
    return View(
        "android.view.ViewGroup",
        id="toolbar",
        flow=Flow.ROW,
        h=64,
        gap=8,
        pad=(4 if back else 20, 0, 8, 0),
        look=Look(fill=fill),
        children=(*start, label, *actions),
    )


def column(
    *children: View, gap: int = 0, pad: tuple[int, int, int, int] = (0, 0, 0, 0), view_id: str = ""
) -> View:
    """A vertical LinearLayout as high as its content."""
    return View("LinearLayout", id=view_id, children=children, gap=gap, pad=pad)


def page(*children: View, fill: Color = PAPER, view_id: str = "") -> View:
    """A whole screen from top to bottom."""
    return View("LinearLayout", id=view_id, h=FILL, look=Look(fill=fill), children=children)


def scroll(
    view_id: str, *children: View, gap: int = 0, pad: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> View:
    """A ScrollView over the rest of the screen; its one child holds the content."""
    return View(
        "ScrollView", id=view_id, h=FILL, scrolls=True, children=(column(*children, gap=gap, pad=pad),)
    )


def recycler(view_id: str, *rows: View, pad: tuple[int, int, int, int] = (0, 0, 0, 0)) -> View:
    """A RecyclerView over the rest of the screen."""
    return View(
        "androidx.recyclerview.widget.RecyclerView",
        id=view_id,
        h=FILL,
        scrolls=True,
        recycles=True,
        children=rows,
        pad=pad,
    )


def dialog(title: str, *body: View, buttons: Iterable[View] = ()) -> View:
    """A Material dialog: title, content, buttons at the end."""
    row = button_bar("buttonPanel", buttons)
    head = View("TextView", id="alertTitle", text=title, pad=(24, 24, 24, 8), look=Look(size=24))
    paper = Look(fill=(240, 244, 249), radius=28, elevation=6)
    children = (head, *body, row) if row.children else (head, *body, View("View", h=16))
    return View("LinearLayout", id="parentPanel", look=paper, children=children)


def dialog_item(label: str, view_id: str, effects: Effects, *, checked: bool | None = None) -> View:
    """A line of a dialog's list; with `checked` a radio line."""
    kind = "" if checked is None else "radio"
    cls = "TextView" if checked is None else "CheckedTextView"
    look = Look(size=17, kind=kind)
    return View(
        cls,
        id=view_id,
        text=label,
        h=52,
        pad=(24, 0, 24, 0),
        look=look,
        on_tap=effects,
        checkable=checked is not None,
        checked=bool(checked),
    )
