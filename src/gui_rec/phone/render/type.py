"""Text: the shipped fonts, measuring, shortening, wrapping.

Layout is Pillow's basic one and the fonts carry no hints, so the pixels are the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import ImageDraw, ImageFont

from gui_rec.phone.render.bidi import visual

_FILES = {
    "Regular": "Roboto-Regular-subset.ttf",
    "Medium": "Roboto-Medium-subset.ttf",
    "Bold": "Roboto-Bold-subset.ttf",
    "CJK": "NotoSansCJKsc-Regular-subset.otf",
    "Arabic": "NotoSansArabic-Regular-subset.ttf",
}
_PUNCTUATION = frozenset("–—‘’“”•…€™−")
_ELLIPSIS = "…"
_NEVER_FIRST = frozenset("，。、！？：；）」")

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=8)
def _font_bytes(name: str) -> bytes:
    return (files("gui_rec.phone") / "fonts" / _FILES[name]).read_bytes()


@lru_cache(maxsize=128)
def font(name: str, size_px: int) -> Font:
    """A shipped font: Regular, Medium, Bold (Latin), CJK or Arabic."""
    return ImageFont.truetype(BytesIO(_font_bytes(name)), size_px, layout_engine=ImageFont.Layout.BASIC)


def _is_latin(character: str) -> bool:
    code = ord(character)
    return code < 0x180 or 0x384 <= code < 0x460 or character in _PUNCTUATION


def _font_of(character: str, weight: str) -> str:
    if _is_latin(character):
        return weight
    return "Arabic" if _is_arabic(character) else "CJK"


def _is_arabic(character: str) -> bool:
    code = ord(character)
    return 0x600 <= code < 0x780 or 0xFB50 <= code < 0xFE00 or 0xFE70 <= code < 0xFF00


def runs(text: str, weight: str) -> list[tuple[str, str]]:
    """(part, font name) pairs from left to right: what Roboto lacks goes to the Arabic or the CJK font."""
    found: list[tuple[str, str]] = []
    for character in visual(text):
        name = _font_of(character, weight)
        if found and found[-1][1] == name:
            found[-1] = (found[-1][0] + character, name)
        else:
            found.append((character, name))
    return found


@lru_cache(maxsize=4096)
def width(text: str, weight: str, size_px: int) -> float:
    """Advance width in px."""
    return sum(font(name, size_px).getlength(part) for part, name in runs(text, weight))


def shorten(text: str, weight: str, size_px: int, limit_px: float) -> str:
    """`text`, or as much of it as fits with an ellipsis."""
    if width(text, weight, size_px) <= limit_px:
        return text
    # Halving, since a long text would else be measured once for each of its letters.
    fitting = bisect_right(
        range(len(text) + 1), limit_px, key=lambda kept: width(text[:kept] + _ELLIPSIS, weight, size_px)
    )
    return text[: max(0, fitting - 1)] + _ELLIPSIS


def wrap(text: str, weight: str, size_px: int, limit_px: float, lines: int) -> list[str]:
    """Up to `lines` lines, broken at spaces and at line feeds; the last one is shortened."""
    found: list[str] = []
    for paragraph in text.split("\n"):
        found.extend(_wrapped(paragraph, weight, size_px, limit_px))
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [shorten(line, weight, size_px, limit_px) for line in found]


def _wrapped(paragraph: str, weight: str, size_px: int, limit_px: float) -> list[str]:
    found, line = [], ""
    for space, word in _words(paragraph):
        longer = f"{line}{space}{word}" if line else word
        if line and width(longer, weight, size_px) > limit_px:
            found.append(line)
            line = word
        else:
            line = longer
    return [*found, line]


def _words(paragraph: str) -> list[tuple[str, str]]:
    """(space before it, word): Chinese and Japanese may break after any character, but not before a stop."""
    found: list[tuple[str, str]] = []
    for word in paragraph.split(" "):
        part = ""
        space = " " if found else ""
        for character in word:
            if part and _may_break(part[-1], character):
                found.append((space, part))
                space, part = "", ""
            part += character
        found.append((space, part))
    return found


def _may_break(before: str, after: str) -> bool:
    return (_is_ideograph(before) or _is_ideograph(after)) and after not in _NEVER_FIRST


def _is_ideograph(character: str) -> bool:
    return 0x2E80 <= ord(character) < 0xA000


def draw_line(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    weight: str,
    size_px: int,
    color: tuple[int, int, int],
) -> None:
    """One line, its left end on the baseline at `at` (px)."""
    x, baseline = at
    for part, name in runs(text, weight):
        face = font(name, size_px)
        pen.text((round(x), round(baseline)), part, font=face, fill=color, anchor="ls")
        x += face.getlength(part)
