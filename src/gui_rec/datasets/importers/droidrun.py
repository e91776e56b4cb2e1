"""droidrun's trajectories (droidrun/droidrun, MIT): a folder with macro.json, screenshots/ and maybe trajectory.json.

Facts, from droidrun/agent/trajectory/writer.py and agent/common/events.py: macro.json holds the description and the
actions as the device got them, in pixels; screenshots are numbered from 0; trajectory.json lists the agent's events,
among which the last that has `success` is its own word on the outcome. Nothing says which screenshot belongs to which
action: they are taken as one before each action only where there are as many of them, or one more for the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gui_rec._files import read_bytes
from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_object, read_rows
from gui_rec.datasets.importers.observations import Seen, Shown, nothing_seen, seen
from gui_rec.datasets.importers.pictures import MAX_PICTURE_BYTES, name_in
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Drag, Key, OpenApp, Swipe, Tap, Type
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import PX, Point, ScreenSize, from_space

_KEYS = {3: "HOME", 4: "BACK", 61: "TAB", 66: "ENTER", 67: "DEL", 187: "APP_SWITCH"}
"""Android's KeyEvent numbers that droidrun's tools press."""
_LAST_WORDS = ("FinalizeEvent", "ResultEvent")


class DroidrunImporter:
    """A trajectory's folder, or a folder of them."""

    name = "droidrun"
    reads = "folders with macro.json and screenshots/"
    proven: str | None = None
    notes = (
        "no view hierarchies: droidrun's ui_states are another form and are not read",
        "screenshots are taken as those before each action only where their number allows it; else they are null",
        "operations are droidrun's own descriptions of its actions",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("macro.json"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        yield from source.complaints.whole(unit, partial(_episode, unit, source))


def _episode(unit: Path, source: ImportSource) -> SourceEpisode:
    macro = read_object(unit)
    actions = macro.objects("actions")
    shots = _shots(unit.parent)
    moments, last, size = _moments(unit, shots, len(actions), source)
    acts = [_act(action, size, source) for action in actions]
    steps = chain(acts, moments, last)
    info = info_of("droidrun", name_in(source.root, unit.parent), macro.optional_text("description"))
    return SourceEpisode(info, steps, _end(unit.parent / "trajectory.json") or end_of(steps))


def _shots(folder: Path) -> list[Path]:
    found = [
        file for file in (folder / "screenshots").glob("*.png") if file.stem.isascii() and file.stem.isdigit()
    ]
    inside = folder.resolve()
    return sorted(
        (file for file in found if file.resolve().is_relative_to(inside)), key=lambda file: int(file.stem)
    )


def _moments(
    unit: Path, shots: list[Path], actions: int, source: ImportSource
) -> tuple[list[Seen], Seen | None, ScreenSize | None]:
    if len(shots) in (actions, actions + 1):
        found = [seen(Shown(read_bytes(shot, "a screenshot", MAX_PICTURE_BYTES))) for shot in shots]
        last = found.pop() if len(shots) > actions else None
        return found, last, found[0].observation.size
    source.complaints.add(
        "picture",
        f"{unit}: {len(shots)} screenshots for {actions} actions; which belongs to which, nobody tells",
    )
    size = source.screen
    if shots:
        size = seen(Shown(read_bytes(shots[0], "a screenshot", MAX_PICTURE_BYTES))).observation.size
    return [nothing_seen() for _ in range(actions)], None, size


def _end(file: Path) -> EpisodeEnd | None:
    """The agent's own word; None where there is none."""
    if not file.is_file():
        return None
    for event in reversed(read_rows(file)):
        said = event.values.get("success")
        if event.values.get("type") in _LAST_WORDS and isinstance(said, bool):
            reason = EndReason.CLAIMED_SUCCESS if said else EndReason.CLAIMED_FAILURE
            return EpisodeEnd(reason, message=event.optional_text("reason"))
    return None


def _act(action: SourceRow, size: ScreenSize | None, source: ImportSource) -> Act:
    raw = json.dumps(dict(action.values), ensure_ascii=False)
    if size is None and any(name in action.values for name in ("x", "start_x")):
        raise action.error(
            "x", "the screen's size for these pixels (a screenshot, or --screen)", action.values.get("x")
        )
    done = act_or_invalid(lambda: _action(action, size), raw, action.where, source.complaints)
    words = action.optional_text("description")
    return Act(done, "droidrun", raw, "px", operation=words, operation_source="droidrun:description")


def _action(action: SourceRow, size: ScreenSize | None) -> Action:
    match action.text("type"):
        case "TapActionEvent":
            at = _point(action, "x", "y", size)
            return Tap(at.x, at.y)
        case "SwipeActionEvent":
            start, end = _point(action, "start_x", "start_y", size), _point(action, "end_x", "end_y", size)
            return Swipe(start.x, start.y, end.x, end.y, duration_ms=action.whole("duration_ms"))
        case "DragActionEvent":
            start, end = _point(action, "start_x", "start_y", size), _point(action, "end_x", "end_y", size)
            return Drag(start.x, start.y, end.x, end.y, duration_ms=action.whole("duration_ms"))
        case "InputTextActionEvent":
            return Type(action.text("text"))
        case "KeyPressActionEvent":
            return _key(action)
        case "StartAppEvent":
            return OpenApp(package=action.text("package"), activity=action.optional_text("activity"))
        case kind:
            raise action.error("type", "an action event of droidrun's", kind)


def _key(action: SourceRow) -> Key:
    number = action.whole("keycode")
    if number in _KEYS:
        return Key(_KEYS[number])
    name = (action.optional_text("key_name") or "").upper()
    if not name:
        raise action.error("keycode", f"one of {sorted(_KEYS)}, or a key_name", number)
    return Key(name)


def _point(action: SourceRow, x: str, y: str, size: ScreenSize | None) -> Point:
    if size is None:
        raise InputError(f"{action.where}: expected the screen's size, got none")
    return from_space(PX, action.whole(x), action.whole(y), size)


IMPORTER = DroidrunImporter()
