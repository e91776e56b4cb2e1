"""The soft keyboard: where its keys lie and what each one says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.phone.world.state import KeyboardState

ROW_DP = 50
LOW_ROW_DP = 36
STRIP_DP = 42
BOTTOM_DP = 6
ADB_BAR_DP = 44

_LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_SYMBOLS = ("1234567890", "@#$_&-+()/", "*\"':;!?%=", "~`|^{}\\<>")

CHARACTERS = frozenset("".join((*_LETTERS, *_SYMBOLS)) + "".join(_LETTERS).upper() + " ,.")
"""All that can be typed, on one page or another."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key: `code` is the character it types, or shift, del, symbols, enter."""

    code: str
    label: str
    rect: Rect
    special: bool = False


def keyboard_height_dp(adb_keyboard: bool, landscape: bool = False) -> int:
    """Height above the navigation bar. A wide screen is a low one: flatter keys, and no strip above them."""
    if adb_keyboard:
        return ADB_BAR_DP
    return 5 * LOW_ROW_DP + BOTTOM_DP if landscape else STRIP_DP + 5 * ROW_DP + BOTTOM_DP


def _rows(state: KeyboardState) -> list[list[tuple[str, str, float]]]:
    source = _SYMBOLS if state.symbols else _LETTERS
    upper = state.shift and not state.symbols
    rows = [[(c.upper() if upper else c, "", 1.0) for c in letters] for letters in source]
    side: tuple[str, str, float] = ("shift", "", 1.5) if not state.symbols else (",", "", 1.0)
    rows[3] = [side, *rows[3], ("del", "", 1.5)] if not state.symbols else [*rows[3], ("del", "", 1.0)]
    toggle = "ABC" if state.symbols else "?123"
    rows.append(
        [("symbols", toggle, 1.5), (",", "", 1.0), (" ", "English", 5.0), (".", "", 1.0), ("enter", "", 1.5)]
    )
    return rows


def keys(state: KeyboardState, window: Rect, density_dpi: int, landscape: bool = False) -> list[Key]:
    """All keys with their px rectangles; `window` is the keyboard without the navigation bar."""
    scale = density_dpi / 160
    found: list[Key] = []
    unit = window.width / 10.4
    row_dp, strip_dp = (LOW_ROW_DP, 0) if landscape else (ROW_DP, STRIP_DP)
    top = window.top + strip_dp * scale
    for row in _rows(state):
        left = window.left + (window.width - unit * sum(width for _, _, width in row)) / 2
        bottom = top + row_dp * scale
        for code, label, width in row:
            rect = Rect(round(left), round(top), round(left + unit * width), round(bottom))
            found.append(Key(code, label or (code if len(code) == 1 else ""), rect, len(code) > 1))
            left += unit * width
        top = bottom
    return found


def key_at(found: Iterable[Key], point: PxPoint) -> Key | None:
    """The key under a point, None in the gaps."""
    return next((key for key in found if key.rect.contains(point)), None)
