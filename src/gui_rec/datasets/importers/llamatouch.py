"""LlamaTouch's ground-truth traces (LlamaTouch/LlamaTouch; no licence named): a folder a task.

Facts, from dataset/README.md and its evaluator's task_trace.py: instruction.txt holds the episode's name and the task,
eventStructs.txt an action a line; the screen before action i is i.png, i.xml (uiautomator) and i.activity, and the one
after the last action has its files too. Positions are pixels of the resolution that stands beside them. i.ess names
the essential states of a screen, `keyword<content>` between bars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gui_rec._files import read_bytes, read_text
from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.observations import Seen, Shown, seen
from gui_rec.datasets.importers.pictures import MAX_PICTURE_BYTES, find_file
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Key, Swipe, Tap, Type
from gui_rec.model.episode import EpisodeEnd, Expectation
from gui_rec.model.geometry import NORM01, Point, ScreenSize, from_space

MAX_TEXT_BYTES = 1024 * 1024
MAX_XML_BYTES = 16 * 1024 * 1024
_KEYS = {"Home": "HOME", "Back": "BACK"}
_PAIR = r"\((\d{1,5}), (\d{1,5})\)"
_CLICK = re.compile(rf"Screen Resolution {_PAIR}, Click Position {_PAIR}")
_SWIPE = re.compile(rf"Screen Resolution {_PAIR}, Start Position {_PAIR}, End Position {_PAIR}")


class LlamaTouchImporter:
    """A trace's folder, or a folder of them."""

    name = "llamatouch"
    reads = "trace folders with instruction.txt and eventStructs.txt"
    proven = "trace_18 and trace_7 of LlamaTouch/Evaluator's tests (read there, not shipped here)"
    notes = (
        "no action that ends an episode: eventStructs.txt does not hold it",
        "essential states (i.ess) stand among the expectations as what nobody has asked; i.vh and i.json are not read",
        "positions were taken on a smaller picture of the screen and are exact to its pixels only",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("eventStructs.txt"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        yield from source.complaints.whole(unit.parent, partial(_episode, unit.parent, source))


def _episode(folder: Path, source: ImportSource) -> SourceEpisode:
    name, goal = _instruction(folder)
    lines = [line for line in _words(folder, "eventStructs.txt").splitlines() if line.strip()]
    if not lines:
        raise InputError(f"{folder / 'eventStructs.txt'}: expected an action a line, got none")
    moments = [_moment(folder, index, source) for index in range(len(lines) + 1)]
    acts = [
        _act(line, moments[index], f"{folder / 'eventStructs.txt'}: line {index + 1}", source)
        for index, line in enumerate(lines)
    ]
    steps = chain(acts, moments[:-1], moments[-1])
    end = EpisodeEnd(end_of(steps).reason, expectations=tuple(_essential(folder, len(moments))))
    return SourceEpisode(info_of("llamatouch", name, goal), steps, end)


def _instruction(folder: Path) -> tuple[str, str]:
    lines = [line.strip() for line in _words(folder, "instruction.txt").splitlines() if line.strip()]
    if len(lines) != 2:
        raise InputError(
            f"{folder / 'instruction.txt'}: expected an episode's name and its task, got {len(lines)} lines"
        )
    return lines[0], lines[1]


def _words(folder: Path, name: str) -> str:
    file = find_file(folder, name)
    if file is None:
        raise InputError(f"{folder}: expected {name}, found none")
    return read_text(file, "words of a trace", MAX_TEXT_BYTES)


def _moment(folder: Path, index: int, source: ImportSource) -> Seen:
    shot, dump, front = (find_file(folder, f"{index}.{kind}") for kind in ("png", "xml", "activity"))
    if shot is None:
        source.complaints.add("picture", f"{folder}: no {index}.png")
    package, slash, activity = (
        ("" if front is None else read_text(front, "an activity", MAX_TEXT_BYTES)).strip().partition("/")
    )
    return seen(
        Shown(
            None if shot is None else read_bytes(shot, "a screenshot", MAX_PICTURE_BYTES),
            source.screen if shot is None else None,
            None
            if dump is None
            else read_bytes(dump, "a view hierarchy", MAX_XML_BYTES).decode("utf-8", "replace"),
            package if slash else None,
            activity if slash else None,
            ui_source="dump",
        )
    )


def _essential(folder: Path, screens: int) -> Iterator[Expectation]:
    for index in range(screens):
        file = find_file(folder, f"{index}.ess")
        if file is not None:
            said = read_text(file, "essential states", MAX_TEXT_BYTES).strip()
            yield Expectation(f"llamatouch:{index}.ess", said)


def _act(line: str, moment: Seen, where: str, source: ImportSource) -> Act:
    size = moment.observation.size
    action = act_or_invalid(lambda: _action(line, where, size), line, where, source.complaints)
    return Act(action, "llamatouch", line, "px")


def _action(line: str, where: str, size: ScreenSize | None) -> Action:
    head, _, rest = line.strip().partition("]")
    kind = head.removeprefix("[") if head.startswith("[") else ""
    if kind in _KEYS:
        return Key(_KEYS[kind])
    if kind == "Input" and rest:
        return Type(rest.removeprefix(" "))
    if kind == "Click" and (found := _CLICK.fullmatch(rest.strip())) is not None:
        width, height, x, y = map(int, found.groups())
        at = _point(x, y, ScreenSize(width, height), size)
        return Tap(at.x, at.y)
    if kind == "Swipe" and (found := _SWIPE.fullmatch(rest.strip())) is not None:
        width, height, x1, y1, x2, y2 = map(int, found.groups())
        start, end = (_point(x, y, ScreenSize(width, height), size) for x, y in ((x1, y1), (x2, y2)))
        return Swipe(start.x, start.y, end.x, end.y)
    raise InputError(
        f"{where}: expected Home, Back, Input, Click or Swipe as LlamaTouch writes them, got {line!r:.80}"
    )


def _point(x: int, y: int, drawn: ScreenSize, size: ScreenSize | None) -> Point:
    return from_space(NORM01, x / drawn.width_px, y / drawn.height_px, size or drawn)


IMPORTER = LlamaTouchImporter()
