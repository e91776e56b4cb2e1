"""AndroidLab's logs (THUDM/Android-Lab, MIT): a task's folder with traces/trace.jsonl, xml/ and screenshots.

Facts, from its recorder (recorder/json_recoder.py) and executor (page_executor/text_executor.py): a line is a turn
with trace_id, index, target (the task), image, xml, window (w, h in px), current_activity (a package) and, once it was
performed, parsed_action {operation, action, kwargs}; an element is a point or a box in px whose centre is touched; a
swipe's direction is the finger's; typing presses Enter. A turn that failed has error_message instead.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gui_rec._files import read_bytes
from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_lines
from gui_rec.datasets.importers.observations import Seen, Shown, seen
from gui_rec.datasets.importers.pictures import find_file, picture
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.dsl.strokes import CONTENT_OF_FINGER
from gui_rec.errors import InputError
from gui_rec.model.actions import (
    Action,
    CallApi,
    Finish,
    Invalid,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import PX, Point, ScreenSize, from_space

MAX_XML_BYTES = 16 * 1024 * 1024
_KEYS = {
    "Press Enter": "ENTER", "Enter": "ENTER", "Press Back": "BACK", "Back": "BACK", "Press Home": "HOME", "Home": "HOME",
}  # fmt: skip


class AndroidLabImporter:
    """A task's folder, or a folder of them."""

    name = "androidlab"
    reads = "task folders with traces/trace.jsonl"
    proven: str | None = None
    notes = (
        "no screen after the last step of an episode",
        "where a swipe ended is not in the logs; it is a scroll from where it began",
        "typing pressed Enter, as AndroidLab's executor does",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("trace.jsonl"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        yield from source.complaints.whole(unit, partial(_episode, unit, source))


def _episode(unit: Path, source: ImportSource) -> SourceEpisode:
    rows: list[SourceRow] = []
    for row in read_lines(unit):
        if isinstance(row, InputError):
            raise row
        if row.whole("index") != len(rows):
            raise row.error("index", str(len(rows)), row.values["index"])
        rows.append(row)
    if not rows:
        raise InputError(f"{unit}: expected a turn a line, got an empty file")
    folder = unit.parent.parent if unit.parent.name == "traces" else unit.parent
    sizes = [_size(row) for row in rows]
    moments = [_moment(row, folder, size, source) for row, size in zip(rows, sizes, strict=True)]
    acts = [_act(row, size, source) for row, size in zip(rows, sizes, strict=True)]
    steps = chain(acts, moments)
    trace = rows[0].values.get("trace_id")
    name = str(trace) if isinstance(trace, str | int) and not isinstance(trace, bool) else folder.name
    return SourceEpisode(info_of("androidlab", name, rows[0].text("target")), steps, end_of(steps))


def _size(row: SourceRow) -> ScreenSize:
    window = row.values.get("window")
    if not isinstance(window, list) or len(window) != 2 or not all(type(side) is int for side in window):
        raise row.error("window", "a list of width and height in px", window)
    return ScreenSize(*window)


def _moment(row: SourceRow, folder: Path, size: ScreenSize, source: ImportSource) -> Seen:
    named = row.optional_text("image")
    data = None if named is None else picture((folder, source.pictures), named, row.where, source.complaints)
    front = row.values.get("current_activity")  # the recorder writes 0 where adb told nothing
    package, _, activity = ("" if front == 0 else row.optional_text("current_activity") or "").partition("/")
    return seen(Shown(data, size, _xml(row, folder), package or None, activity or None, ui_source="dump"))


def _xml(row: SourceRow, folder: Path) -> str | None:
    for field in ("xml", "ac_xml"):
        named = row.optional_text(field)
        file = None if named in (None, "ERROR") else find_file(folder, named or "")
        if file is not None:
            return read_bytes(file, "a view hierarchy", MAX_XML_BYTES).decode("utf-8", "replace")
    return None


def _act(row: SourceRow, size: ScreenSize, source: ImportSource) -> Act:
    said = row.optional_text("current_response")
    raw = said or json.dumps(row.values.get("parsed_action"), ensure_ascii=False)
    wrong = row.optional_text("error_message")
    if wrong is not None and row.values.get("parsed_action") is None:
        return Act(Invalid(raw, wrong), "androidlab", raw, "px")
    action = act_or_invalid(
        lambda: _action(row.object_in("parsed_action"), size), raw, row.where, source.complaints
    )
    return Act(action, "androidlab", raw, "px")


def _action(parsed: SourceRow, size: ScreenSize) -> Action:
    kind = parsed.text("action")
    if kind in _KEYS:
        return Key(_KEYS[kind])
    given = parsed.object_in("kwargs") if parsed.values.get("kwargs") else parsed.within("kwargs", {})
    match kind:
        case "Tap":
            at = _centre(given, size)
            return Tap(at.x, at.y)
        case "Long Press":
            at = _centre(given, size)
            return LongPress(at.x, at.y)
        case "Swipe":
            return _swipe(given, size)
        case "Type":
            return Type(given.text("text"), press_enter=True)
        case "Launch":
            return OpenApp(given.optional_text("app"), given.optional_text("package"))
        case "Wait":
            return Wait()
        case "Call_API":
            return CallApi(given.text("instruction"))
        case "finish":
            return Finish(message=given.optional_text("message"))
        case _:
            raise parsed.error("action", "an action of AndroidLab's", kind)


def _swipe(given: SourceRow, size: ScreenSize) -> Scroll:
    finger = given.text("direction")
    if finger not in CONTENT_OF_FINGER:
        raise given.error("direction", "up, down, left or right", finger)
    direction = CONTENT_OF_FINGER[finger]
    if given.values.get("element") is None:
        return Scroll(direction)
    at = _centre(given, size)
    return Scroll(direction, x=at.x, y=at.y)


def _centre(given: SourceRow, size: ScreenSize) -> Point:
    box = given.values.get("element")
    if not isinstance(box, list) or len(box) not in (2, 4) or not all(_is_number(side) for side in box):
        raise given.error("element", "a point or a box in px", box)
    x, y = (box[0], box[1]) if len(box) == 2 else ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return from_space(PX, x, y, size)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


IMPORTER = AndroidLabImporter()
