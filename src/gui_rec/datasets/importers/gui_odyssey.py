"""GUI-Odyssey (OpenGVLab/GUI-Odyssey, CC-BY-4.0): a JSON file an episode in `annotations`, pictures in `screenshots`.

Fields, from introduction.md and data/format_converter.py: device_info (w, h in px), task_info (instruction), and steps
of screenshot, action and info, whose points are 0..1000. A click's info is a list of points of which the first counts,
or a key (KEY_HOME, KEY_BACK, KEY_APPSELECT); a scroll's are its first and last point, the finger's. Typing is TEXT or
TYPE with the text as info; the end is COMPLETE, or INCOMPLETE or IMPOSSIBLE. A later release adds intention,
description and low_level_instruction, which a model wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_object
from gui_rec.datasets.importers.observations import Seen, seen_on
from gui_rec.datasets.importers.pictures import picture
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.model.actions import Action, Finish, FinishStatus, Key, LongPress, Swipe, Tap, Type
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import CoordinateSpace, Point, ScreenSize, Space, from_space

_SPACE = CoordinateSpace(Space.REL1000)
_KEYS = {
    "KEY_HOME": "HOME",
    "KEY_BACK": "BACK",
    "KEY_APPSELECT": "APP_SWITCH",
    "HOME": "HOME",
    "BACK": "BACK",
}
_ENDS = {
    "COMPLETE": FinishStatus.SUCCESS,
    "INCOMPLETE": FinishStatus.INFEASIBLE,
    "IMPOSSIBLE": FinishStatus.INFEASIBLE,
}


class GuiOdysseyImporter:
    """A folder of GUI-Odyssey's annotations, or one of them."""

    name = "gui_odyssey"
    reads = "annotations/*.json beside screenshots/"
    proven: str | None = None
    notes = (
        "no view hierarchies, app packages and activities: GUI-Odyssey does not hold them",
        "no screen after the last step of an episode",
        "operations and thoughts (low_level_instruction, intention) were written by a model",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        if src.is_file():
            return [src]
        folder = src / "annotations" if (src / "annotations").is_dir() else src
        return sorted(file for file in folder.rglob("*.json") if not file.name.endswith("_split.json"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        yield from source.complaints.whole(unit, lambda: _episode(read_object(unit), source))


def _episode(row: SourceRow, source: ImportSource) -> SourceEpisode:
    device = row.object_in("device_info")
    size = ScreenSize(device.whole("w"), device.whole("h"))
    steps = row.objects("steps")
    for index, step in enumerate(steps):
        if step.whole("step") != index:
            raise step.error("step", str(index), step.values["step"])
    moments = [_moment(step, size, source) for step in steps]
    done = chain([_act(step, size, source) for step in steps], moments)
    info = info_of(
        "gui_odyssey",
        row.text("episode_id").removesuffix(".json"),
        row.object_in("task_info").text("instruction"),
        DeviceInfo(
            model=device.optional_text("device_name"), width_px=size.width_px, height_px=size.height_px
        ),
    )
    return SourceEpisode(info, done, end_of(done, steps[-1].optional_text("ps")))


def _moment(step: SourceRow, size: ScreenSize, source: ImportSource) -> Seen:
    shots = source.pictures / "screenshots"
    folders = (source.pictures, shots, *sorted(shots.glob("data_*")), source.pictures.parent / "screenshots")
    data = picture(folders, step.text("screenshot"), step.where, source.complaints)
    return seen_on(data, size)


def _act(step: SourceRow, size: ScreenSize, source: ImportSource) -> Act:
    raw = json.dumps({name: step.values.get(name) for name in ("action", "info")}, ensure_ascii=False)
    action = act_or_invalid(lambda: _action(step, size), raw, step.where, source.complaints)
    return Act(
        action,
        "gui_odyssey",
        raw,
        "rel1000",
        thought=step.optional_text("intention"),
        operation=step.optional_text("low_level_instruction"),
        operation_source="gui_odyssey:low_level_instruction",
    )


def _action(step: SourceRow, size: ScreenSize) -> Action:
    kind, info = step.text("action"), step.values.get("info")
    key = _KEYS.get(info if isinstance(info, str) and kind in ("CLICK", "LONG_PRESS") else kind)
    if key is not None:
        return Key(key)
    match kind:
        case "CLICK":
            at = _points(step, size, 1)[0]
            return Tap(at.x, at.y)
        case "LONG_PRESS":
            at = _points(step, size, 1)[0]
            return LongPress(at.x, at.y)
        case "SCROLL":
            start, end = _points(step, size, 2)[:2]
            return Swipe(start.x, start.y, end.x, end.y)
        case "TEXT" | "TYPE":
            return Type(step.text("info"))
        case "COMPLETE" | "INCOMPLETE" | "IMPOSSIBLE":
            return Finish(_ENDS[kind])
        case _:
            raise step.error(
                "action", "CLICK, LONG_PRESS, SCROLL, TEXT, COMPLETE, INCOMPLETE, HOME or BACK", kind
            )


def _points(step: SourceRow, size: ScreenSize, least: int) -> list[Point]:
    info = step.values.get("info")
    if not isinstance(info, list) or len(info) < least:
        raise step.error("info", f"{least} point(s)", info)
    for pair in info[:least]:
        if not isinstance(pair, list) or len(pair) != 2 or not all(_is_number(value) for value in pair):
            raise step.error("info", "points of two numbers in 0..1000", info)
    return [from_space(_SPACE, float(pair[0]), float(pair[1]), size) for pair in info[:least]]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


IMPORTER = GuiOdysseyImporter()
