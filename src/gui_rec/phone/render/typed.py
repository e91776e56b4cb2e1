"""What is written in a text field: its text or hint, what is selected of it, and the cursor."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from gui_rec.model.geometry import Rect
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.caret import Caret, Lettering, caret, scrolled
from gui_rec.phone.world.layout import LINE_FACTOR, Placed


@dataclass(frozen=True, slots=True)
class _Written:
    """A field's text on its lines; `gone` characters have moved out of sight."""

    canvas: Canvas
    placed: Placed
    area: Rect
    setting: Lettering
    text: str
    gone: int

    def caret(self, position: int) -> Caret:
        """Where the cursor stands before a character of the whole text; at the beginning of a hint."""
        if self.placed.is_hint:
            return Caret(0, 0)
        return caret(self.text, max(0, position - self.gone), self.setting)

    def box(self, line: int, start_px: int, end_px: int) -> Rect:
        """A part of a line, as high as the line is."""
        lines = self.placed.view.look.lines
        height = round(self.setting.size_px * LINE_FACTOR)
        several = self.area.top + min(line, lines - 1) * height
        top = several if lines > 1 else self.area.center.y - height // 2
        return Rect(self.area.left + start_px, top, self.area.left + end_px, top + height)


def paint_typed(canvas: Canvas, placed: Placed, area: Rect) -> None:
    """Paint it all into `area`, the field without its border and icon."""
    look, palette = placed.view.look, canvas.palette
    setting = Lettering(
        look.weight,
        canvas.px(look.size),
        max(area.width, 0),
        wraps=look.lines > 1,
        mirrored=canvas.mirror_px is not None,
    )
    text = placed.shown_text if setting.wraps else placed.shown_text.replace("\n", " ")
    gone = 0 if placed.cursor is None or placed.is_hint else scrolled(text, placed.cursor, setting)
    written = _Written(canvas, placed, area, setting, text[gone:], gone)
    if placed.cursor is not None and placed.anchor is not None and not placed.is_hint:
        _selection(written, *sorted((placed.cursor, placed.anchor)))
    color = palette.hint if placed.is_hint else look.color
    canvas.text(area, written.text, size_sp=look.size, weight=look.weight, color=color, lines=look.lines)
    if placed.cursor is not None:
        at = written.caret(placed.cursor)
        canvas.rect(written.box(at.line, at.offset_px, at.offset_px + canvas.px(2)), palette.accent)


def _selection(written: _Written, start: int, end: int) -> None:
    """A ground behind what is selected, line by line."""
    while start < end:
        first = written.caret(start)
        reach = bisect_right(range(start, end + 1), first.line, key=lambda place: written.caret(place).line)
        stop = start + max(reach, 1) - 1
        sides = sorted((first.offset_px, written.caret(stop).offset_px))
        written.canvas.rect(written.box(first.line, *sides), written.canvas.palette.selection)
        start = stop + 1
