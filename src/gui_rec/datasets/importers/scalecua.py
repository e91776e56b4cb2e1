"""ScaleCUA's training rows (OpenGVLab/ScaleCUA, Apache-2.0), the Android planning sets.

A line of JSON is a step: the path of its screenshot, width and height of the screen, and a conversation whose human
half holds the task and the operations before it, and whose other half holds `<think>`, `<operation>` and `<action>`.
An episode is the run of lines with one task and one folder of screenshots whose histories grow by one line each; it
is named after that folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_lines
from gui_rec.datasets.importers.observations import Seen, nothing_seen, seen_on
from gui_rec.datasets.importers.pictures import picture
from gui_rec.datasets.importers.steps import Act, chain, end_of, info_of
from gui_rec.dsl.scalecua import CODEC
from gui_rec.errors import DslError, InputError
from gui_rec.model.actions import Invalid
from gui_rec.model.geometry import ScreenSize

_TASK, _BEFORE, _STEP = "\nTask:", "\nPrevious operations:", "Step "


@dataclass(frozen=True, slots=True)
class _Line:
    row: SourceRow
    task: str
    folder: str
    done_before: int
    answer: str


class ScaleCuaImporter:
    """Files of ScaleCUA's rows."""

    name = "scalecua"
    reads = "*.jsonl, a line a step"
    proven = "2 published rows (OpenGVLab/ScaleCUA), their pictures drawn by us"
    notes = (
        "no view hierarchies, app packages and activities: ScaleCUA's rows do not hold them",
        "no screen after the last step of an episode",
        "an episode is a run of lines whose histories grow by one; rows of the grounding sets hold no task",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("*.jsonl"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        for run in _runs(unit, source):
            yield from source.complaints.whole(run[0].row.where, partial(_episode, run, source))


def _runs(unit: Path, source: ImportSource) -> Iterator[list[_Line]]:
    """Lines that belong together; a line that cannot be read ends its run, since what follows lacks its step."""
    run: list[_Line] = []
    for row in read_lines(unit):
        try:
            line = _line(row)
        except InputError as error:
            source.complaints.add("action", str(error))
            line = None
        if run and (line is None or not _follows(run[-1], line)):
            yield run
            run = []
        if line is not None:
            run.append(line)
    if run:
        yield run


def _follows(before: _Line, line: _Line) -> bool:
    return (
        line.done_before == before.done_before + 1
        and line.task == before.task
        and line.folder == before.folder
    )


def _line(row: SourceRow | InputError) -> _Line:
    if isinstance(row, InputError):
        raise row
    said = {turn.text("from"): turn.text("value") for turn in row.objects("conversations")}
    human, answer = said.get("human"), said.get("gpt")
    if human is None or answer is None or len(said) != 2:
        raise row.error("conversations", "one turn of 'human' and one of 'gpt'", sorted(said))
    head, task_mark, rest = human.partition(_TASK)
    task, before_mark, history = rest.partition(_BEFORE)
    if not task_mark or not before_mark or not task.strip():
        raise row.error("conversations", "a planning row with 'Task:' and 'Previous operations:'", head)
    folder = PurePosixPath(row.text("image")).parent
    folder = folder.parent if folder.name == "images" else folder
    lines = history.strip().splitlines()
    done = 0 if history.strip() == "None" else sum(line.startswith(_STEP) for line in lines)
    return _Line(row, task.strip(), str(folder), done, answer)


def _episode(run: list[_Line], source: ImportSource) -> SourceEpisode:
    acts: list[Act] = []
    moments: list[Seen] = []
    for line in run:
        moment = _moment(line.row, source)
        done = _acts(line, moment.observation.size, source)
        acts += done
        # What was on the screen between the calls of one answer, nobody kept.
        moments += [moment, *(nothing_seen() for _ in done[1:])]
    steps = chain(acts, moments)
    first = run[0]
    part = "" if first.done_before == 0 else f"-from{first.done_before}"
    info = info_of("scalecua", f"{first.folder}{part}", first.task)
    return SourceEpisode(info, steps, end_of(steps))


def _moment(row: SourceRow, source: ImportSource) -> Seen:
    size = ScreenSize(row.whole("width"), row.whole("height"))
    data = picture(source.pictures, row.text("image"), row.where, source.complaints)
    return seen_on(data, size)


def _acts(line: _Line, size: ScreenSize | None, source: ImportSource) -> list[Act]:
    where = line.row.where
    try:
        found = CODEC.decode(line.answer, screen=size)
    except DslError as error:
        source.complaints.add("action", f"{where}: {error}")
        return [Act(Invalid(line.answer, str(error)), "scalecua", line.answer, "norm01")]
    turn = f"turn-{line.done_before}" if len(found.actions) > 1 else None
    return [
        Act(
            action,
            "scalecua",
            line.answer,
            "norm01",
            found.thought if index == 0 else None,
            found.operation if index == 0 else None,
            "scalecua:operation",
            turn,
        )
        for index, action in enumerate(found.actions)
    ]


IMPORTER = ScaleCuaImporter()
