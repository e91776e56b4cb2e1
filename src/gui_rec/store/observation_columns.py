"""One observation as the columns `pre_*` or `post_*`, and back."""

from __future__ import annotations

import re

from gui_rec.errors import StoreError
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Facts, Missing, Observation, StateKey, Window
from gui_rec.store.cells import Cells

_FINGERPRINT = re.compile(r"[^\s:]+:[0-9a-fA-F]+")

TARGET_COLUMN = "target"
"""The column whose absence `pre_missing` explains besides the observation's own."""


def observation_to_row(side: str, look: Observation) -> dict[str, object]:
    """The cells of `look`; `side` is `pre` or `post`. Raises StoreError for a reserved missing column."""
    if any(item.column == TARGET_COLUMN for item in look.missing):
        raise StoreError(f"{side}_missing: {TARGET_COLUMN!r} is the step's own (target_missing)")
    size, key = look.size, look.state_key
    cells: dict[str, object] = {
        "screenshot": None if look.screenshot is None else {"bytes": look.screenshot, "path": None},
        "ui_xml": look.ui_xml,
        "package": look.package,
        "activity": look.activity,
        "rotation": look.rotation,
        "width_px": None if size is None else size.width_px,
        "height_px": None if size is None else size.height_px,
        "fingerprint": look.fingerprint,
        "state_key": None
        if key is None
        else {"structure": key.structure, "content": key.content, "state": key.state},
        "facts": facts_to_cell(look.facts),
        "captured_at": look.captured_at_us,
        "missing": [{"column": item.column, "reason": item.reason.value} for item in look.missing],
        "flags": [flag.value for flag in look.flags],
        "ui_source": look.ui_source,
        "masked": look.masked,
    }
    return {f"{side}_{name}": value for name, value in cells.items()}


def observation_from_row(side: str, row: Cells) -> Observation:
    """The observation that the cells spell; absent columns (a projection) read as null. Raises StoreError."""
    return Observation(
        screenshot=_screenshot(row, f"{side}_screenshot"),
        ui_xml=_hierarchy(row, f"{side}_ui_xml"),
        package=row.text(f"{side}_package"),
        activity=row.text(f"{side}_activity"),
        rotation=row.integer(f"{side}_rotation", 0, 3),
        size=_size(row, side),
        fingerprint=_fingerprint(row, f"{side}_fingerprint"),
        state_key=_state_key(row.struct(f"{side}_state_key")),
        facts=_facts(row.struct(f"{side}_facts")),
        captured_at_us=row.integer(f"{side}_captured_at"),
        missing=tuple(item for item in missing_of(row, side) if item.column != TARGET_COLUMN),
        flags=row.members(f"{side}_flags", Flag),
        ui_source=row.text(f"{side}_ui_source"),
        masked=row.integer(f"{side}_masked", 0),
    )


def missing_of(row: Cells, side: str) -> list[Missing]:
    """Every entry of `pre_missing` or `post_missing`."""
    entries = row.structs(f"{side}_missing")
    return [Missing(item.required_text("column"), item.member("reason", MissingReason)) for item in entries]


def rect_to_cell(rect: Rect) -> dict[str, object]:
    """Bounds in px as a struct."""
    return {"left": rect.left, "top": rect.top, "right": rect.right, "bottom": rect.bottom}


def rect_from_cell(cell: Cells) -> Rect:
    """Bounds in px of a struct. Raises StoreError."""
    left, top, right, bottom = (cell.required_integer(edge) for edge in ("left", "top", "right", "bottom"))
    return Rect(left, top, right, bottom)


def facts_to_cell(facts: Facts) -> dict[str, object]:
    """The struct's value."""
    return {
        "title": facts.title,
        "windows": [
            {
                "package": window.package,
                "title": window.title,
                "bounds": None if window.bounds is None else rect_to_cell(window.bounds),
                "type": window.type,
            }
            for window in facts.windows
        ],
        "dialog": facts.dialog,
        "loading": facts.loading,
        "toast": facts.toast,
        "error_text": facts.error_text,
        "keyboard": facts.keyboard,
        "named": [{"name": name, "value": value} for name, value in facts.named],
    }


def _facts(cell: Cells | None) -> Facts:
    if cell is None:
        return Facts()
    return Facts(
        title=cell.text("title"),
        windows=tuple(_window(item) for item in cell.structs("windows")),
        dialog=cell.text("dialog"),
        loading=cell.flag("loading"),
        toast=cell.text("toast"),
        error_text=cell.text("error_text"),
        keyboard=cell.flag("keyboard"),
        named=tuple((item.required_text("name"), item.text("value")) for item in cell.structs("named")),
    )


def _window(cell: Cells) -> Window:
    bounds = cell.struct("bounds")
    return Window(
        package=cell.text("package"),
        title=cell.text("title"),
        bounds=None if bounds is None else rect_from_cell(bounds),
        type=cell.text("type"),
    )


def _state_key(cell: Cells | None) -> StateKey | None:
    if cell is None:
        return None
    return StateKey(
        cell.required_text("structure"), cell.required_text("content"), cell.required_text("state")
    )


def _size(row: Cells, side: str) -> ScreenSize | None:
    width, height = row.integer(f"{side}_width_px"), row.integer(f"{side}_height_px")
    if width is None and height is None:
        return None
    if width is None or height is None:
        field = f"{side}_width_px" if width is None else f"{side}_height_px"
        raise StoreError(f"{field}: expected both sides of the screen or none, got one", field=field)
    return row.made(f"{side}_width_px", lambda: ScreenSize(width, height))


def _screenshot(row: Cells, column: str) -> bytes | None:
    picture = row.struct(column)
    if picture is None:
        return None
    data = picture.blob("bytes")
    if data is None and picture.text("path") is not None:
        raise StoreError(
            f"{column}: the picture stands outside the file ({picture.text('path')!r}); gui-rec keeps every "
            "picture inside",
            field=column,
        )
    if data is not None and not data:
        raise StoreError(f"{column}: expected a picture, got 0 bytes", field=column)
    return data


def _fingerprint(row: Cells, column: str) -> str | None:
    text = row.text(column)
    if text is not None and not _FINGERPRINT.fullmatch(text):
        raise StoreError(f"{column}: expected algorithm:hex, got {text[:40]!r}", field=column)
    return text


def _hierarchy(row: Cells, column: str) -> str | None:
    text = row.text(column)
    if text is not None and "<" not in text:
        raise StoreError(f"{column}: expected a view hierarchy in XML, got {text[:40]!r}", field=column)
    return text
