"""Building blocks that the benchmark's apps share beside those of the phone's apps."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import ACCENT, INK, SOFT_INK, WHITE, column, text
from gui_rec.phone.world.views import Assign, Color, Env, Flow, Look, View

TOGGLE_ON = Look(fill=ACCENT, radius=16, icon="check", color=WHITE, align="center")
TOGGLE_OFF = Look(fill=(210, 212, 216), radius=16, icon="close", color=INK, align="center")


def labelled(words: str, view_id: str) -> View:
    """The caption over a field."""
    return text(words, view_id, size=14, color=SOFT_INK)


def tab_bar(env: Env, view_id: str, names: tuple[str, ...]) -> View:
    """Tabs; the variable `tab` says which one is selected."""
    now = env.get("tab", names[0])
    tabs = tuple(_tab(view_id, name, selected=name == now) for name in names)
    return View("HorizontalScrollView", id="tabs", flow=Flow.ROW, h=52, pad=(16, 0, 16, 0), children=tabs)


def _tab(view_id: str, name: str, *, selected: bool) -> View:
    look = Look(
        size=15,
        weight="Medium" if selected else "Regular",
        color=ACCENT if selected else SOFT_INK,
        align="center",
    )
    return View(
        "TextView", id=view_id, text=name, h=48, look=look, selected=selected, on_tap=(Assign("tab", name),)
    )


def radio_line(env: Env, variable: str, value: str, label: str) -> View:
    """One of several choices."""
    on = env.get(variable, "normal") == value
    return View(
        "RadioButton",
        id=f"{variable}_{value}",
        text=label,
        h=44,
        look=Look(kind="radio"),
        checkable=True,
        checked=on,
        on_tap=(Assign(variable, value),),
    )


def switch_line(env: Env, variable: str, title: str, summary: str) -> View:
    """A line with a switch at its end."""
    on = env.get(variable, "1") == "1"
    words = column(
        text(title, f"{variable}_title", size=17),
        text(summary, f"{variable}_summary", size=14, color=SOFT_INK),
        gap=2,
    )
    switch = View(
        "Switch", id=f"{variable}_switch", w=52, h=32, look=Look(kind="switch"), checkable=True, checked=on
    )
    return _line(variable, words, switch, on=on)


def custom_toggle(env: Env, variable: str, title: str) -> View:
    """A toggle that its app draws by itself: the hierarchy does not say whether it is on."""
    on = env.get(variable, "1") == "1"
    look = TOGGLE_ON if on else TOGGLE_OFF
    drawn = View(
        "android.view.View",
        id=f"{variable}_toggle",
        desc=title,
        w=56,
        h=32,
        look=look,
        on_tap=(Assign(variable, "" if on else "1"),),
    )
    return _line(variable, text(title, f"{variable}_title", size=17), drawn, on=on)


def _line(variable: str, words: View, control: View, *, on: bool) -> View:
    return View(
        "LinearLayout",
        id=f"{variable}_line",
        flow=Flow.ROW,
        h=72,
        gap=16,
        pad=(20, 0, 20, 0),
        children=(words, control),
        on_tap=(Assign(variable, "" if on else "1"),),
    )


def chip(env: Env, variable: str, name: str) -> View:
    """A choice that is a toggle button."""
    on = env.get(variable, "Plain") == name
    fill: Color = (211, 227, 253) if on else (240, 244, 249)
    look = Look(fill=fill, radius=12, size=14, align="center")
    return View(
        "ToggleButton",
        id=f"{variable}_chip",
        text=name,
        h=40,
        look=look,
        checkable=True,
        checked=on,
        on_tap=(Assign(variable, name),),
    )


def drawn_text(view_id: str, words: str, *, size: int = 26, h: int = 48) -> View:
    """A text on a canvas: seen, but in no hierarchy."""
    return View(
        "android.view.View",
        id=view_id,
        h=h,
        look=Look(kind="drawn", picture=words, size=size, weight="Medium"),
    )


def picture(name: str, ground: Color, *, desc: str = "", h: int = 72, w: int = 72) -> View:
    return View(
        "ImageView",
        id="picture",
        desc=desc,
        w=w,
        h=h,
        look=Look(kind="picture", picture=name, fill=ground, radius=12),
    )
