"""Views with lengths in dp become placed views with bounds in px. Pure, and free of any font."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.views import FILL, WRAP, Flow, View

LINE_FACTOR = 1.4
BULLET = "•"


@dataclass(frozen=True, slots=True)
class FieldStates:
    """The text fields of a screen: id -> text, cursor and selection's other end, and which one has the focus."""

    texts: Mapping[str, str] = field(default_factory=dict)
    cursors: Mapping[str, int] = field(default_factory=dict)
    focus: str | None = None
    anchors: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placed:
    """A view at its place. `bounds` may lie outside; `visible` is what the screen and scrolling leave.

    `index` is the position among the parent's children. `shown_text` is what a person reads there (bullets
    of a password, the hint of an empty field). `cursor` is None unless the field has the focus; what is selected
    lies between it and `anchor`, which is None without a selection. `offset` and
    `range_px` are those of a scrolling view.
    """

    view: View
    bounds: Rect
    visible: Rect
    index: int
    children: tuple[Placed, ...] = ()
    shown_text: str = ""
    is_hint: bool = False
    cursor: int | None = None
    anchor: int | None = None
    offset: int = 0
    range_px: int = 0

    @property
    def focused(self) -> bool:
        return self.cursor is not None


class Layout:
    """Places one window's views. `scroll` holds px offsets by view id."""

    def __init__(self, density_dpi: int, scroll: Mapping[str, int], fields: FieldStates) -> None:
        self._density = density_dpi
        self._scroll = scroll
        self._fields = fields

    def px(self, dp: float) -> int:
        return round(dp * self._density / 160)

    def height(self, view: View) -> int:
        """The px height a view wants; FILL counts as WRAP where nothing is left to fill."""
        if view.h >= 0:
            return self.px(view.h)
        if not view.children:
            return self._leaf_height(view)
        heights = [self.height(child) for child in view.children]
        inner = max(heights) if view.flow is not Flow.COLUMN else sum(heights) + self._gaps(view)
        return inner + self.px(view.pad[1]) + self.px(view.pad[3])

    def _leaf_height(self, view: View) -> int:
        content = 0.0
        if view.text or view.field:
            content = view.look.size * LINE_FACTOR * view.look.lines
        if view.look.icon:
            content = max(content, view.look.icon_size)
        return self.px(content + view.pad[1] + view.pad[3])

    def _gaps(self, view: View) -> int:
        return self.px(view.gap) * max(0, len(view.children) - 1)

    def place(self, view: View, bounds: Rect, clip: Rect, index: int = 0) -> Placed:
        """`view` and all below it, `view` exactly at `bounds`."""
        visible = bounds.intersect(clip)
        if view.scrolls:
            return self._place_scrolling(view, bounds, visible, index)
        rects = self._child_rects(view, self._inner(view, bounds))
        children = tuple(
            self.place(child, rect, visible, number)
            for number, (child, rect) in enumerate(zip(view.children, rects, strict=True))
        )
        return self._finish(Placed(view, bounds, visible, index, children))

    def _inner(self, view: View, bounds: Rect) -> Rect:
        left, top, right, bottom = (self.px(side) for side in view.pad)
        return Rect(bounds.left + left, bounds.top + top, bounds.right - right, bounds.bottom - bottom)

    def _place_scrolling(self, view: View, bounds: Rect, visible: Rect, index: int) -> Placed:
        content = self.height(replace(view, h=WRAP))
        range_px = max(0, content - bounds.height)
        offset = min(max(0, self._scroll.get(view.id, 0)), range_px)
        inner = self._inner(view, bounds)
        inner = replace(inner, top=inner.top - offset, bottom=inner.top - offset + content)
        placed = [
            self.place(child, rect, visible, number)
            for number, (child, rect) in enumerate(zip(view.children, self._column(view, inner), strict=True))
        ]
        if view.recycles:
            shown = [child for child in placed if not child.visible.is_empty]
            placed = [replace(child, index=number) for number, child in enumerate(shown)]
        return Placed(view, bounds, visible, index, tuple(placed), offset=offset, range_px=range_px)

    def _finish(self, placed: Placed) -> Placed:
        view = placed.view
        if view.field is None:
            return replace(placed, shown_text=view.text)
        text = self._fields.texts.get(view.id, "")
        focused = self._fields.focus == view.id
        cursor = self._fields.cursors.get(view.id, len(text)) if focused else None
        anchor = self._fields.anchors.get(view.id) if focused else None
        shown = (BULLET * len(text) if view.field.password else text) or view.field.hint
        return replace(placed, shown_text=shown, is_hint=not text, cursor=cursor, anchor=anchor)

    def _child_rects(self, view: View, inner: Rect) -> Sequence[Rect]:
        if view.flow is Flow.ROW:
            return self._row(view, inner)
        if view.flow is Flow.STACK:
            return [self._anchored(child, inner) for child in view.children]
        return self._column(view, inner)

    def _column(self, view: View, inner: Rect) -> list[Rect]:
        heights = [None if child.h == FILL else self.height(child) for child in view.children]
        share = self._share(heights, inner.height - self._gaps(view))
        rects, top = [], inner.top
        for child, height in zip(view.children, heights, strict=True):
            used = share if height is None else height
            left, right = self._across(child.w, view.align, inner.left, inner.right)
            rects.append(Rect(left, top, right, top + used))
            top += used + self.px(view.gap)
        return rects

    def _row(self, view: View, inner: Rect) -> list[Rect]:
        widths = [None if child.w < 0 else self.px(child.w) for child in view.children]
        share = self._share(widths, inner.width - self._gaps(view))
        rects, left = [], inner.left
        for child, width in zip(view.children, widths, strict=True):
            used = share if width is None else width
            height = inner.height if child.h == FILL else min(self.height(child), inner.height)
            top = inner.top + (inner.height - height) // 2
            rects.append(Rect(left, top, left + used, top + height))
            left += used + self.px(view.gap)
        return rects

    @staticmethod
    def _share(lengths: Sequence[int | None], available: int) -> int:
        fixed = sum(length for length in lengths if length is not None)
        return max(0, available - fixed) // max(1, lengths.count(None))

    def _across(self, dp: int, align: str, start: int, end: int) -> tuple[int, int]:
        if dp < 0:
            return (start, end)
        length = min(self.px(dp), end - start)
        spare = end - start - length
        left = start + {"start": 0, "center": spare // 2, "end": spare}[align]
        return (left, left + length)

    def _anchored(self, child: View, inner: Rect) -> Rect:
        words = child.anchor.split("-")
        horizontal = next((word for word in words if word in ("start", "end")), "center")
        vertical = {"top": "start", "bottom": "end"}.get(words[-1], "center")
        left, right = self._across(child.w, horizontal, inner.left, inner.right)
        if child.h == FILL:
            return Rect(left, inner.top, right, inner.bottom)
        height = min(self.height(child), inner.height)
        spare = inner.height - height
        top = inner.top + {"start": 0, "center": spare // 2, "end": spare}[vertical]
        return Rect(left, top, right, top + height)


def mirrored(placed: Placed, width_px: int) -> Placed:
    """All of it as a right-to-left language has it: flipped about the middle of `width_px`."""
    return replace(
        placed,
        bounds=flipped(placed.bounds, width_px),
        visible=flipped(placed.visible, width_px),
        children=tuple(mirrored(child, width_px) for child in placed.children),
    )


def flipped(rect: Rect, width_px: int) -> Rect:
    """A box on the other side."""
    return Rect(width_px - rect.right, rect.top, width_px - rect.left, rect.bottom)


def walk(placed: Placed) -> list[Placed]:
    """All placed views in document order."""
    found, waiting = [], [placed]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(node.children))
    return found
