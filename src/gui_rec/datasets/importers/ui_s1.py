"""UI-S1's AndroidControl rows (X-PLUG/MobileAgent, UI-S1/datasets, MIT; the episodes are AndroidControl's, CC-BY-4.0).

A line of JSON is an episode: goal, is_successful, and steps of a screenshot's path and an action in the words of
Qwen's mobile_use tool. Its numbers are pixels of the screenshot as it was taken, as floats. That every scroll became
the same swipe was done by its authors. The screenshots are AndroidControl's, `<episode>_<step>.png`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePosixPath

from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_lines
from gui_rec.datasets.importers.observations import Shown, seen
from gui_rec.datasets.importers.pictures import picture
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.dsl.mobile_use import MobileUseCodec
from gui_rec.dsl.mobile_use_encode import Spelling
from gui_rec.dsl.numbers import Numbers
from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize, Space

_CODEC = MobileUseCodec("ui_s1", Numbers(Space.PX), Spelling(has_open=True))
_NOT_ARGUMENTS = ("bbox",)


class UiS1Importer:
    """Files of UI-S1's rows."""

    name = "ui_s1"
    reads = "*.jsonl, a line an episode"
    proven = "32 published rows (X-PLUG/MobileAgent), their pictures drawn by us"
    notes = (
        "no view hierarchies, app packages and activities: UI-S1 does not hold them",
        "scrolls are swipes of one length, as UI-S1 made them of AndroidControl's",
        "is_successful is the authors' word (a demonstration counts as one); it stands in the episode's end message",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("*.jsonl"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        for row in read_lines(unit):
            if isinstance(row, InputError):
                source.complaints.add("episode", str(row))
                continue
            yield from source.complaints.whole(row.where, partial(_episode, row, source))


def _episode(row: SourceRow, source: ImportSource) -> SourceEpisode:
    steps = row.objects("steps")
    pictures = [
        picture(source.pictures, step.text("screenshot"), step.where, source.complaints) for step in steps
    ]
    moments = [seen(Shown(data, None if data else source.screen)) for data in pictures]
    acts = [_act(step, moment.observation.size, source) for step, moment in zip(steps, moments, strict=True)]
    done = chain(acts, moments)
    said = row.values.get("is_successful")
    if said is not None and not isinstance(said, bool):
        raise row.error("is_successful", "true or false", said)
    message = None if said is None else f"is_successful: {str(said).lower()}"
    info = info_of("ui_s1", _source_id(steps[0], row), row.text("goal"))
    return SourceEpisode(info, done, end_of(done, message))


def _source_id(first: SourceRow, row: SourceRow) -> str:
    """AndroidControl's number of the episode, which stands in the name of its first screenshot."""
    number, _, step = PurePosixPath(first.text("screenshot")).stem.rpartition("_")
    if number.isdecimal() and step == "0":
        return number
    return f"{row.file.stem}-row{row.index}"


def _act(step: SourceRow, size: ScreenSize | None, source: ImportSource) -> Act:
    content = step.object_in("action_content")
    raw = json.dumps(dict(content.values), ensure_ascii=False)
    arguments = {name: value for name, value in content.values.items() if name not in _NOT_ARGUMENTS}
    if size is None and any(name.startswith("coordinate") for name in arguments):
        raise content.error(
            "coordinate",
            "the screen's size for these pixels (its picture, or --screen)",
            arguments.get("action"),
        )
    call = json.dumps({"name": "mobile_use", "arguments": arguments})
    action = act_or_invalid(
        lambda: _CODEC.decode(call, screen=size).actions[0], raw, content.where, source.complaints
    )
    return Act(action, "ui_s1", raw, "px")


IMPORTER = UiS1Importer()
