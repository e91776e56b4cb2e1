"""The shapes of all icons (on a grid of 24) and product pictures (on a grid of 100)."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.phone.world.views import Color

HOLE: Color = (-1, -1, -1)


@dataclass(frozen=True, slots=True)
class Shape:
    """One stroke or area. `points` are x, y pairs, or the two corners of its box.

    `color` None is that of the icon; `HOLE` lets the ground show, whatever colour it has.
    """

    kind: str
    points: tuple[float, ...]
    width: float = 2
    color: Color | None = None
    radius: float = 0
    start: float = 0
    end: float = 360


def _line(*points: float, width: float = 2, color: Color | None = None) -> Shape:
    return Shape("line", points, width, color)


def _ring(x: float, y: float, r: float, width: float = 2, color: Color | None = None) -> Shape:
    return Shape("ring", (x - r, y - r, x + r, y + r), width, color)


def _disc(x: float, y: float, r: float, color: Color | None = None) -> Shape:
    return Shape("disc", (x - r, y - r, x + r, y + r), 0, color)


def _arc(x: float, y: float, r: float, start: float, end: float, width: float = 2) -> Shape:
    return Shape("arc", (x - r, y - r, x + r, y + r), width, start=start, end=end)


def _box(x1: float, y1: float, x2: float, y2: float, radius: float = 0, color: Color | None = None) -> Shape:
    return Shape("box", (x1, y1, x2, y2), 0, color, radius)


def _frame(x1: float, y1: float, x2: float, y2: float, radius: float = 0, width: float = 2) -> Shape:
    return Shape("frame", (x1, y1, x2, y2), width, None, radius)


def _poly(*points: float, color: Color | None = None) -> Shape:
    return Shape("poly", points, 0, color)


ICONS: dict[str, tuple[Shape, ...]] = {
    "back": (_line(20, 12, 5, 12), _line(11, 5, 4.5, 12, 11, 19)),
    "search": (_ring(10.5, 10.5, 6.5), _line(15.5, 15.5, 20.5, 20.5)),
    "cart": (
        _line(2.5, 4, 5.5, 4, 8.5, 15, 18.5, 15, 21, 7, 6.5, 7),
        _disc(9.5, 19.5, 1.8),
        _disc(17.5, 19.5, 1.8),
    ),
    "bag": (_box(5, 8, 19, 21, 2.5), _arc(12, 8, 3.6, 180, 360, 2)),
    "note": (
        _box(5, 3, 19, 21, 2.5),
        _line(8.5, 9, 15.5, 9, width=1.6, color=HOLE),
        _line(8.5, 13, 15.5, 13, width=1.6, color=HOLE),
        _line(8.5, 17, 12.5, 17, width=1.6, color=HOLE),
    ),
    "gear": (
        *(
            _line(12 - x, 12 - y, 12 + x, 12 + y, width=4)
            for x, y in ((0, 8), (8, 0), (5.7, 5.7), (5.7, -5.7))
        ),
        _disc(12, 12, 7),
        _disc(12, 12, 3, color=HOLE),
    ),
    "close": (_line(6, 6, 18, 18), _line(18, 6, 6, 18)),
    "plus": (_line(12, 5, 12, 19), _line(5, 12, 19, 12)),
    "minus": (_line(5, 12, 19, 12),),
    "share": (
        _line(8, 11, 16, 6.5),
        _line(8, 13, 16, 17.5),
        _disc(6, 12, 3),
        _disc(18, 5.5, 3),
        _disc(18, 18.5, 3),
    ),
    "camera": (
        _box(2.5, 6.5, 21.5, 19.5, 2.5),
        _box(8, 4, 16, 8, 1),
        _disc(12, 13, 4.4, HOLE),
        _disc(12, 13, 2.8),
    ),
    "check": (_line(4.5, 12.5, 10, 18, 20, 7),),
    "delete": (
        _line(5, 6.5, 19, 6.5),
        _line(9.5, 4, 14.5, 4),
        _frame(6.5, 6.5, 17.5, 20.5, 2),
    ),
    "info": (_ring(12, 12, 9), _line(12, 11, 12, 16.5), _disc(12, 7.7, 1.3)),
    "help": (_ring(12, 12, 9), _arc(12, 9.7, 2.8, 180, 80), _line(12, 12.5, 12, 14), _disc(12, 17, 1.3)),
    "wifi": (
        _arc(12, 20, 14.5, 228, 312, 2.2),
        _arc(12, 20, 9.5, 228, 312, 2.2),
        _disc(12, 18.5, 2.4),
    ),
    "signal": (_poly(21, 4, 21, 20, 5, 20),),
    "wifi_full": (_poly(12, 20.5, 1, 8, 4, 6, 8, 4.3, 12, 3.8, 16, 4.3, 20, 6, 23, 8),),
    "devices": (_frame(3, 5, 17, 16, 2), _line(2, 20, 14, 20), _box(16, 10, 22, 21, 1.5)),
    "apps": tuple(_disc(x, y, 2.1) for x in (5, 12, 19) for y in (5, 12, 19)),
    "bell": (
        _poly(4, 18, 6, 15, 6, 10, 8, 6, 12, 4.5, 16, 6, 18, 10, 18, 15, 20, 18),
        _disc(12, 4.5, 1.6),
        _disc(12, 19.5, 2.2),
    ),
    "battery": (_box(7, 4, 17, 22, 2), _box(10, 2, 14, 5, 1)),
    "storage": (
        _frame(3, 5, 21, 11, 1.5),
        _frame(3, 13, 21, 19, 1.5),
        _disc(6.5, 8, 1.1),
        _disc(6.5, 16, 1.1),
    ),
    "sound": (
        _poly(3, 9, 7, 9, 12, 4.5, 12, 19.5, 7, 15, 3, 15),
        _arc(12, 12, 4.5, 300, 60),
        _arc(12, 12, 8.5, 300, 60),
    ),
    "sun": (
        *(_line(12 - x, 12 - y, 12 + x, 12 + y, width=1.8) for x, y in ((0, 10), (10, 0), (7, 7), (7, -7))),
        _disc(12, 12, 5.6),
    ),
    "palette": (
        _disc(12, 12, 9),
        *(_disc(x, y, 1.6, HOLE) for x, y in ((8, 9), (12, 7), (16, 9), (8, 14))),
    ),
    "contact": (_disc(12, 8, 4), Shape("pie", (4, 13, 20, 29), start=180, end=360)),
    "person": (_disc(12, 6, 3), _line(4.5, 10.5, 19.5, 10.5), _line(10, 21, 10, 11), _line(14, 21, 14, 11)),
    "lock": (_box(5, 10, 19, 21, 2), _arc(12, 9.5, 4.4, 180, 360), _disc(12, 15.5, 1.8, HOLE)),
    "pin": (_poly(12, 22, 5.5, 12, 18.5, 12), _disc(12, 9.5, 7), _disc(12, 9.5, 2.6, HOLE)),
    "star": (
        _poly(12, 2, 15, 9, 22, 9.6, 16.6, 14.4, 18.4, 21.6, 12, 17.7, 5.6, 21.6, 7.4, 14.4, 2, 9.6, 9, 9),
    ),
    "key": (_ring(7.5, 12, 4.2, 2.4), _line(12, 12, 21, 12), _line(18, 12, 18, 16)),
    "clock": (_ring(12, 12, 9), _line(12, 7, 12, 12.5, 16, 15)),
    "phone": (_frame(6, 2, 18, 22, 2.5), _line(11, 18.8, 13, 18.8, width=1.6)),
    "plane": (
        _poly(
            12,
            2,
            14,
            4,
            14,
            9,
            22,
            14,
            22,
            16,
            14,
            13.5,
            14,
            18,
            17,
            20,
            17,
            21.5,
            12,
            20.3,
            7,
            21.5,
            7,
            20,
            10,
            18,
            10,
            13.5,
            2,
            16,
            2,
            14,
            10,
            9,
            10,
            4,
        ),
    ),
    "hotspot": (_disc(12, 13, 2.2), _arc(12, 13, 6, 150, 30), _arc(12, 13, 10, 150, 30)),
    "nav_back": (_poly(17, 5, 17, 19, 5, 12),),
    "nav_home": (_disc(12, 12, 7.5),),
    "nav_recents": (_box(5.5, 5.5, 18.5, 18.5, 2),),
    "shift": (Shape("line", (12, 4, 20, 12, 16, 12, 16, 19, 8, 19, 8, 12, 4, 12, 12, 4), 1.8),),
    "shift_on": (_poly(12, 3, 21, 12.5, 16, 12.5, 16, 20, 8, 20, 8, 12.5, 3, 12.5),),
    "del": (
        Shape("line", (8, 5, 21, 5, 21, 19, 8, 19, 2.5, 12, 8, 5), 1.8),
        _line(11, 9, 17, 15, width=1.8),
        _line(17, 9, 11, 15, width=1.8),
    ),
    "enter": (_line(20, 6, 20, 12, 5, 12), _line(9, 7.5, 4.5, 12, 9, 16.5)),
    "next": (_line(4, 12, 19, 12), _line(13, 5, 19.5, 12, 13, 19)),
    "mic": (_box(9, 3, 15, 14, 3), _arc(12, 11, 6, 0, 180), _line(12, 17, 12, 21)),
    "spinner": (_arc(12, 12, 10, 270, 140, 2),),
    "emoji": (_ring(12, 12, 9), _disc(9, 10, 1.3), _disc(15, 10, 1.3), _arc(12, 12.5, 4.5, 20, 160)),
}

_WOOD: Color = (150, 98, 60)
_DARK: Color = (60, 64, 72)
_GREEN: Color = (58, 130, 74)
_CREAM: Color = (255, 250, 240)

PICTURES: dict[str, tuple[Shape, ...]] = {
    "lamp": (
        _box(30, 84, 70, 91, 3, _DARK),
        _line(50, 86, 38, 55, 58, 34, width=4, color=(184, 134, 60)),
        _poly(46, 30, 66, 22, 84, 50, 48, 58, color=(214, 92, 52)),
        _disc(67, 55, 7, (255, 238, 170)),
    ),
    "mug": (
        Shape("ring", (58, 42, 84, 70), 6, (52, 118, 100)),
        _box(24, 32, 70, 84, 9, (52, 118, 100)),
        _box(24, 32, 70, 42, 4, (70, 44, 30)),
        _line(40, 24, 44, 16, width=3, color=(170, 180, 176)),
        _line(54, 24, 58, 16, width=3, color=(170, 180, 176)),
    ),
    "lantern": (
        _line(50, 8, 50, 22, width=3, color=_DARK),
        _disc(50, 52, 32, (226, 72, 60)),
        *(Shape("arc", (50 - r, 20, 50 + r, 84), 2, (250, 170, 150), start=0, end=360) for r in (12, 24)),
        _box(38, 18, 62, 25, 2, (190, 150, 60)),
        _box(38, 80, 62, 87, 2, (190, 150, 60)),
    ),
    "chair": (
        _line(32, 60, 28, 90, width=5, color=_WOOD),
        _line(68, 60, 72, 90, width=5, color=_WOOD),
        _box(28, 14, 72, 56, 9, (78, 104, 170)),
        _box(22, 54, 78, 68, 7, (98, 124, 190)),
    ),
    "book": (
        _box(26, 14, 76, 88, 4, (122, 86, 160)),
        _box(26, 14, 34, 88, 3, (92, 60, 128)),
        _box(44, 28, 68, 42, 2, _CREAM),
    ),
    "phones": (
        Shape("arc", (20, 16, 80, 88), 6, _DARK, start=180, end=360),
        _box(14, 50, 32, 82, 8, (46, 128, 160)),
        _box(68, 50, 86, 82, 8, (46, 128, 160)),
    ),
    "backpack": (
        Shape("arc", (38, 8, 62, 36), 5, (120, 98, 50), start=180, end=360),
        _box(24, 22, 76, 90, 16, (176, 148, 84)),
        _box(32, 56, 68, 82, 6, (150, 122, 62)),
        _line(32, 44, 68, 44, width=3, color=(120, 98, 50)),
    ),
    "plant": (
        *(_poly(50, 62, x, y, x + 10, y + 6, color=_GREEN) for x, y in ((14, 30), (24, 14), (44, 8), (62, 14), (76, 30))),
        _disc(50, 42, 18, (76, 154, 92)),
        _poly(30, 60, 70, 60, 64, 92, 36, 92, color=(196, 108, 70)),
    ),
    "wall_clock": (
        _disc(50, 50, 38, (150, 70, 110)),
        _disc(50, 50, 31, _CREAM),
        _line(50, 50, 50, 28, width=4, color=_DARK),
        _line(50, 50, 66, 58, width=4, color=_DARK),
        _disc(50, 50, 3.5, (214, 60, 60)),
    ),
    "keyboard": (
        _box(8, 30, 92, 74, 7, _DARK),
        *(_box(14 + 11 * x, 36 + 11 * y, 22 + 11 * x, 44 + 11 * y, 1.5, (206, 210, 220)) for x in range(7) for y in range(2)),
        _box(25, 58, 75, 67, 1.5, (206, 210, 220)),
    ),
}  # fmt: skip
