"""Labels as a sheet (CSV): out for people to look over, in again as their word, under their name.

Columns: episode_id, step_index (empty for the whole episode), label, value, source, confidence, and for the eye goal
and action. Coming in, only `episode_label` (success, failure, unknown) and `step_label` (good, neutral, bad) are a
person's to set, and a line counts where its value is another than the one that counts now. Every line that says the
same changes nothing, so a sheet can come in whole.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gui_rec._clock import Clock, SystemClock
from gui_rec._files import read_text
from gui_rec.datasets.labels._api import UNKNOWN
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.compute import MADE_BY
from gui_rec.datasets.labels.episode_label import FAILURE, SUCCESS
from gui_rec.datasets.labels.episode_label import NAME as EPISODE_LABEL
from gui_rec.datasets.labels.settled import Thing, settled
from gui_rec.datasets.labels.step_label import BAD, GOOD, NEUTRAL
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.datasets.reviews import checked_name
from gui_rec.errors import InputError, OutputExistsError
from gui_rec.model.label import LabelRow
from gui_rec.store import durable
from gui_rec.store.reader import Recording, open_trajectories
from gui_rec.store.side_tables import append_labels

COLUMNS = ("episode_id", "step_index", "label", "value", "source", "confidence", "goal", "action")
_NEEDED = COLUMNS[:4]
SETTABLE: Mapping[str, tuple[str, ...]] = {
    EPISODE_LABEL: (SUCCESS, FAILURE, UNKNOWN),
    STEP_LABEL: (GOOD, NEUTRAL, BAD),
}
MOST_BYTES = 256 * 1024 * 1024
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Imported:
    """What a sheet brought: rows that were added, and lines that say what counts already."""

    added: int
    unchanged: int


def export_sheet(recording: Path, target: Path) -> int:
    """Write the labels that count, a line each; the number of lines. Raises OutputExistsError, StoreError."""
    if target.exists():
        raise OutputExistsError(f"{target}: it exists already; write the sheet to another place")
    opened = open_trajectories(recording)
    out = io.StringIO(newline="")
    sheet = csv.writer(out)
    sheet.writerow(COLUMNS)
    count = 0
    for line in _lines(opened):
        sheet.writerow(line)
        count += 1
    with durable.storing(target, "no sheet was written"), durable.replacing(target) as stream:
        stream.write(out.getvalue().encode("utf-8", "surrogateescape"))
    return count


def _lines(opened: Recording) -> Iterator[tuple[object, ...]]:
    counted = settled(opened.labels())
    for episode in opened.episodes:
        episode_id, goal = episode.info.episode_id, _cell(episode.info.goal or "")
        actions = {step.index: step.action.type for step in opened.steps(episode_id, images=False, xml=False)}
        own = [row for row in counted.values() if row.episode_id == episode_id and row.label in LABELS]
        own.sort(key=lambda row: (-1 if row.step_index is None else row.step_index, row.label))
        for row in own:
            step = "" if row.step_index is None else row.step_index
            action = "" if row.step_index is None else actions.get(row.step_index, "")
            yield episode_id, step, row.label, _cell(row.value), row.source, row.confidence, goal, action


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def import_sheet(recording: Path, sheet: Path, by: str, *, clock: Clock | None = None) -> Imported:
    """Store what `sheet` says otherwise than the labels that count, as the word of `by`.

    All or nothing. Raises InputError naming the line, UsageError for a name that is none, StoreError.
    """
    source = f"human:{checked_name(by)}"
    opened = open_trajectories(recording)
    counted = settled(opened.labels())
    made_at_us = (clock or SystemClock()).wall_us()
    said = _read(sheet, opened, counted)
    rows = [
        LabelRow(episode, step, label, value, source, 1.0, MADE_BY, made_at_us, _VERSION)
        for (episode, step, label), value in said.items()
        if _now(counted, (episode, step, label)) != value
    ]
    if rows:
        append_labels(recording, rows)
    return Imported(len(rows), len(said) - len(rows))


def _now(counted: Mapping[Thing, LabelRow], thing: Thing) -> str | None:
    row = counted.get(thing)
    return None if row is None else row.value


def _read(sheet: Path, opened: Recording, counted: Mapping[Thing, LabelRow]) -> dict[Thing, str]:
    text = read_text(sheet, "a sheet of labels", MOST_BYTES)
    known = {
        episode.info.episode_id: {
            step.index for step in opened.steps(episode.info.episode_id, images=False, xml=False)
        }
        for episode in opened.episodes
    }
    found: dict[Thing, str] = {}
    try:
        lines = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        missing = [name for name in _NEEDED if name not in (lines.fieldnames or ())]
        if missing:
            raise InputError(
                f"{sheet}: line 1: expected the columns {', '.join(_NEEDED)}; {missing[0]} is missing"
            )
        for line in lines:
            where = f"{sheet}: line {lines.line_num}"
            thing, value = _line(line, known, where)
            if thing[2] not in SETTABLE:
                _refuse_changed(thing, value, counted, where)
                continue
            if found.setdefault(thing, value) != value:
                raise InputError(f"{where}: {thing[2]} of this thing stands twice, with different values")
    except csv.Error as error:
        raise InputError(f"{sheet}: expected CSV: {error}") from error
    return found


def _line(line: Mapping[str, str | None], known: Mapping[str, set[int]], where: str) -> tuple[Thing, str]:
    episode, step_text, label, value = ((line.get(name) or "").strip() for name in _NEEDED)
    if episode not in known:
        raise InputError(f"{where}: episode_id: no episode {episode[:80]!r} in the recording")
    step: int | None = None
    if step_text:
        step = int(step_text) if step_text.isascii() and step_text.isdigit() and len(step_text) < 10 else -1
        if step not in known[episode]:
            raise InputError(f"{where}: step_index: the episode has no step {step_text[:20]!r}")
    if label not in LABELS:
        raise InputError(f"{where}: label: no label {label[:80]!r}; to be set: {', '.join(SETTABLE)}")
    allowed = SETTABLE.get(label)
    if allowed is not None:
        if (step is None) != (label == EPISODE_LABEL):
            wanted = "none" if label == EPISODE_LABEL else "one"
            raise InputError(f"{where}: step_index: {label} needs {wanted}, got {step_text or 'none'}")
        if value not in allowed and not (label == STEP_LABEL and value == UNKNOWN):
            raise InputError(f"{where}: value: expected {', '.join(allowed)} for {label}, got {value[:80]!r}")
    return (episode, step, label), value


def _refuse_changed(thing: Thing, value: str, counted: Mapping[Thing, LabelRow], where: str) -> None:
    now = _now(counted, thing)
    if now is None or value not in (now.strip(), _cell(now).strip()):
        raise InputError(
            f"{where}: {thing[2]} cannot be set by a person; only {', '.join(SETTABLE)} can. Leave its line as it was"
        )
