"""The dark theme: every colour of a view by what it is used for (Material 3's dark roles for the light ones)."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.phone.world.views import Color, Look, View

_DARK_SURFACE: Color = (19, 19, 20)
_ON_ACCENT: Color = (6, 46, 111)
_ACCENT: Color = (11, 87, 208)
_ACCENT_AT_NIGHT: Color = (168, 199, 250)

_FILLS: dict[Color, Color] = {
    (255, 255, 255): (30, 31, 32),
    (246, 248, 252): _DARK_SURFACE,
    (240, 244, 249): (40, 42, 44),
    (233, 238, 246): (40, 42, 44),
    (211, 227, 253): (0, 74, 119),
    (227, 227, 227): (51, 53, 55),
    _ACCENT: _ACCENT_AT_NIGHT,
    (179, 38, 30): (242, 184, 181),
    (218, 220, 224): (68, 71, 70),
    (116, 119, 117): (142, 145, 143),
}
_INKS: dict[Color, Color] = {
    (31, 31, 31): (227, 227, 227),
    (95, 99, 104): (196, 199, 197),
    (176, 178, 182): (95, 99, 104),
    (160, 160, 160): (117, 119, 122),
    (4, 30, 73): (194, 231, 255),
    (66, 133, 244): _ACCENT_AT_NIGHT,
    _ACCENT: _ACCENT_AT_NIGHT,
    (179, 38, 30): (242, 184, 181),
}
_LIGHT_FILLS_AT_NIGHT = frozenset({_ACCENT, (179, 38, 30)})


def ground(color: Color) -> Color:
    """What lies behind a whole screen."""
    return _DARK_SURFACE if color == (255, 255, 255) else _FILLS.get(color, color)


def darkened(view: View, *, page: bool = True) -> View:
    """The view and all below it in the dark theme. Pictures and coloured banners stay as they are.

    `page` views fill the window: their white is the ground, not that of a card.
    """
    fills = view.cls in ("LinearLayout", "FrameLayout") or view.id == "toolbar"
    page = page and fills and not view.look.radius
    children = tuple(darkened(child, page=page) for child in view.children)
    return replace(view, look=_look(view.look, page=page), children=children)


def _look(look: Look, *, page: bool) -> Look:
    if look.kind in ("picture", "banner", "app_icon"):
        return look
    fill = look.fill
    ink = _INKS.get(look.color, look.color)
    if fill in _LIGHT_FILLS_AT_NIGHT and look.color == (255, 255, 255):
        ink = _ON_ACCENT
    if fill is not None:
        fill = ground(fill) if page else _FILLS.get(fill, fill)
    border = _FILLS.get(look.border, look.border) if look.border is not None else None
    return replace(look, fill=fill, color=ink, border=border)
