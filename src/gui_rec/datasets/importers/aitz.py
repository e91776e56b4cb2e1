"""AITZ (Android in the Zoo, IMNearth/CoAT): episodes as a JSON list of steps beside their screenshots.

Facts, from that repository's README and data example: action ids are those of Android in the Wild (3 type,
4 dual point, 5 back, 6 home, 7 enter, 10 complete, 11 impossible); touch and lift are JSON lists in text, in
y, x order, 0..1, and -1 where there is none; a touch of at most 0.04 is a tap, else a swipe (google-research,
android_in_the_wild/action_matching.py). Each row's picture was taken before its action, and nothing was taken
after the last. The `coat_*` texts were written by a model. The pictures are smaller than the screens were,
whose size is not told.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath

from gui_rec import __version__
from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_rows
from gui_rec.datasets.importers.steps import end_of
from gui_rec.errors import ImageError, InputError
from gui_rec.model.actions import Action, Finish, FinishStatus, Key, Swipe, Tap, Type
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Missing, Observation
from gui_rec.model.step import Step
from gui_rec.store.ids import is_safe_id
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.png import check_png

TAP_DISTANCE = 0.04

_RAW_FIELDS = ("result_action_type", "result_action_text", "result_touch_yx", "result_lift_yx")
_NEVER_STORED = ("ui_xml", "package", "activity", "rotation", "width_px", "height_px")
_NOTES = (
    "no view hierarchies, app packages and screen sizes: AITZ does not hold them",
    "no screen after the last step of an episode",
    "thoughts and operations were written by a model (coat_action_think, coat_action_desc)",
)


class AitzImporter:
    """A folder of AITZ episodes, or one episode's JSON file."""

    name = "aitz"
    reads = "an episode's *.json beside its pictures"
    proven = "IMNearth/CoAT's data example"
    notes = _NOTES

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("*.json"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        yield from source.complaints.whole(unit, partial(_read_episode, unit))


def _read_episode(file: Path) -> SourceEpisode:
    rows = sorted(read_rows(file), key=lambda row: row.whole("step_id"))
    first = rows[0]
    for index, row in enumerate(rows):
        for field, expected in (("step_id", index), ("episode_length", len(rows))):
            if row.whole(field) != expected:
                raise row.error(field, str(expected), row.values[field])
        for field in ("episode_id", "instruction"):
            if row.text(field) != first.text(field):
                raise row.error(field, f"{first.text(field)!r} as in row {first.index}", row.text(field))
    looks = [_look(row) for row in rows]
    after = [*looks[1:], _nothing_seen()]
    steps = [_step(*parts) for parts in zip(rows, looks, after, strict=True)]
    return SourceEpisode(_info(first), tuple(steps), end_of(steps))


def _info(row: SourceRow) -> EpisodeInfo:
    source_id = row.text("episode_id")
    episode_id = f"aitz-{source_id}"
    if not is_safe_id(episode_id):
        raise row.error("episode_id", "letters, digits, '-' and '_'", source_id)
    return EpisodeInfo(
        episode_id,
        "import:aitz",
        goal=row.text("instruction"),
        task_id=source_id,
        recorder=f"gui-rec {__version__}",
    )


def _missing(*columns: str) -> tuple[Missing, ...]:
    return tuple(Missing(column, MissingReason.NOT_RECORDED) for column in columns)


def _nothing_seen() -> Observation:
    return Observation(missing=_missing("screenshot", "fingerprint", *_NEVER_STORED))


def _look(row: SourceRow) -> Observation:
    path = row.text("image_path")
    # Only the name counts: the path is that of another machine, and must not lead out of the folder.
    picture = row.file.parent / PurePosixPath(path).name
    try:
        data = picture.read_bytes()
    except (OSError, ValueError) as error:  # also a name that no file can have
        raise row.error("image_path", f"a picture in {picture.parent}", path) from error
    try:
        check_png(data)
        mark = fingerprint(data)
    except ImageError as error:
        raise InputError(
            f"{row.file}: row {row.index}, field 'image_path': {picture.name}: {error}"
        ) from error
    return Observation(
        screenshot=data, fingerprint=mark, missing=_missing(*_NEVER_STORED), flags=(Flag.IMAGE_RESIZED,)
    )


def _step(row: SourceRow, pre: Observation, post: Observation) -> Step:
    action = _action(row)
    operation = row.optional_text("coat_action_desc")
    return Step(
        index=row.whole("step_id"),
        pre=pre,
        action=action,
        post=post,
        action_dialect="aitw",
        action_raw=json.dumps({name: row.values[name] for name in _RAW_FIELDS}, ensure_ascii=False),
        action_space="norm01_yx",
        claimed=action.status.value if isinstance(action, Finish) else None,
        thought=row.optional_text("coat_action_think"),
        operation=operation,
        operation_source="aitz:coat_action_desc" if operation else None,
        target_missing=MissingReason.NOT_RECORDED,
        flags=(Flag.IMPORTED_INCOMPLETE,),
    )


def _action(row: SourceRow) -> Action:
    kind = row.whole("result_action_type")
    if kind not in (3, 4, *_BY_ID):
        known = ", ".join(str(known) for known in sorted({3, 4, *_BY_ID}))
        raise row.error("result_action_type", f"one of {known}", kind)
    points = {field: row.pair(field) for field in ("result_touch_yx", "result_lift_yx")}
    text = row.text("result_action_text")
    if kind == 4:
        return _touch(row, points)
    for field, pair in points.items():
        if pair != (-1.0, -1.0):
            raise row.error(field, f"[-1, -1] beside action type {kind}", pair)
    return Type(text) if kind == 3 else _BY_ID[kind]()


_BY_ID: dict[int, Callable[[], Action]] = {
    5: lambda: Key("BACK"),
    6: lambda: Key("HOME"),
    7: lambda: Key("ENTER"),
    10: lambda: Finish(FinishStatus.SUCCESS),
    11: lambda: Finish(FinishStatus.INFEASIBLE),
}


def _touch(row: SourceRow, points: dict[str, tuple[float, float]]) -> Action:
    for field, pair in points.items():
        if not all(0.0 <= value <= 1.0 for value in pair):
            raise row.error(field, "y and x in 0..1", pair)
    (y1, x1), (y2, x2) = points["result_touch_yx"], points["result_lift_yx"]
    if math.dist((y1, x1), (y2, x2)) <= TAP_DISTANCE:
        return Tap(x1, y1)
    return Swipe(x1, y1, x2, y2)


IMPORTER = AitzImporter()
