"""The whole check of a recording: every row, every picture, every hierarchy; all findings, not the first."""

from __future__ import annotations

import functools
import io
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import PIL.Image

from gui_rec.errors import InputError, StoreError
from gui_rec.model.action_fields import to_fields
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.store.action_columns import compact_json
from gui_rec.store.catalog import Catalog, EpisodeRecord, found_files
from gui_rec.store.index import read_index, sha256_of
from gui_rec.store.layout import EPISODES, LABELS, VERDICTS, Layout
from gui_rec.store.migrate import Row
from gui_rec.store.reader import step_of
from gui_rec.store.shards import ShardReader, Span
from gui_rec.store.side_tables import read_labels, read_verdicts
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import check_png

_PNG_START = b"\x89PNG\r\n\x1a\n"
_OTHER_FORMATS = ("JPEG", "WEBP")  # imported sets and compacted archives


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and where."""

    file: str
    episode_id: str | None
    step_index: int | None
    field: str | None
    problem: str

    def __str__(self) -> str:
        place = [self.file]
        if self.episode_id is not None:
            place.append(f"episode {self.episode_id}")
        if self.step_index is not None:
            place.append(f"step {self.step_index}")
        if self.field is not None:
            place.append(self.field)
        return f"{', '.join(place)}: {self.problem}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was checked and what was found; no findings means that the recording is whole."""

    findings: tuple[Finding, ...]
    episodes: int
    steps: int

    @property
    def ok(self) -> bool:
        return not self.findings


def check(path: Path) -> CheckReport:
    """Read everything at `path` and list what is wrong.

    Raises StoreError only where nothing can be read: no file, or none that is a trajectory.
    """
    layout = Layout(path)
    findings: list[Finding] = []
    catalog = Catalog()
    steps = 0
    unread: list[StoreError] = []
    files = found_files(layout)
    for file in files:
        try:
            catalog.add(file)
        except StoreError as error:
            unread.append(error)
            findings.append(_finding(file, error))
            continue
        count, problems = _check_rows(file)
        steps += count
        findings += problems
    if unread and len(unread) == len(files):
        raise unread[0]
    records: tuple[EpisodeRecord, ...] = ()
    try:
        records = catalog.episodes()
    except StoreError as error:
        findings.append(_finding(path, error))
    else:
        findings += [*_check_index(layout, records), *_check_side_tables(layout, records)]
    if layout.journal.is_dir():
        problem = f"an unfinished recording; run `gui-rec recover {path}`"
        findings.append(Finding(str(layout.journal), None, None, None, problem))
    return CheckReport(tuple(findings), len(records), steps)


def check_picture(data: bytes) -> ScreenSize:
    """The size of a whole picture: PNG (CRCs and a full decode), JPEG or WebP. Raises InputError."""
    if data.startswith(_PNG_START):
        return check_png(data)
    try:
        with warnings.catch_warnings(), PIL.Image.open(io.BytesIO(data), formats=_OTHER_FORMATS) as picture:
            warnings.simplefilter("error", PIL.Image.DecompressionBombWarning)
            picture.load()
            return ScreenSize(*picture.size)
    except (
        OSError,
        ValueError,
        PIL.Image.DecompressionBombError,
        PIL.Image.DecompressionBombWarning,
    ) as error:
        raise InputError(f"expected a PNG, JPEG or WebP, got {data[:8]!r} ({error})") from error


# A post is mostly the next pre: the same bytes are decoded once.
_picture_size = functools.lru_cache(maxsize=4)(check_picture)
_hierarchy = functools.lru_cache(maxsize=4)(parse_hierarchy)


def _check_rows(file: Path) -> tuple[int, list[Finding]]:
    findings: list[Finding] = []
    count = 0
    try:
        with ShardReader.open(file) as shard:
            for span in shard.spans():
                for at, row in enumerate(shard.rows(span.first_row, span.rows)):
                    count += 1
                    try:
                        step = step_of(row, span, at)
                    except StoreError as error:
                        findings.append(_finding(file, error))
                        continue
                    findings += _check_step(span, row, step)
    except StoreError as error:
        findings.append(_finding(file, error))
    return count, findings


def _check_step(span: Span, row: Row, step: Step) -> Iterator[Finding]:
    if row["action_dsl"] not in (None, compact_json(to_fields(step.action))):
        problem = f"another action than the column 'action' holds: {str(row['action_dsl'])[:60]!r}"
        yield Finding(str(span.file), span.episode_id, step.index, "action_dsl", problem)
    resized = Flag.IMAGE_RESIZED in (*step.flags, *step.pre.flags, *step.post.flags)
    for side, look in (("pre", step.pre), ("post", step.post)):
        for field, problem in _check_look(look, resized=resized):
            yield Finding(str(span.file), span.episode_id, step.index, f"{side}_{field}", problem)


def _check_look(look: Observation, *, resized: bool) -> Iterator[tuple[str, str]]:
    if look.screenshot is not None:
        try:
            size = _picture_size(look.screenshot)
        except InputError as error:
            yield "screenshot", f"the picture does not decode: {error}"
        else:
            if look.size is not None and size != look.size and not resized:
                yield "screenshot", f"the picture is {size}, the screen {look.size}"
    if look.ui_xml is not None:
        try:
            _hierarchy(look.ui_xml)
        except InputError as error:
            yield "ui_xml", f"not a view hierarchy: {error}"


def _check_index(layout: Layout, records: Iterable[EpisodeRecord]) -> Iterator[Finding]:
    index = layout.table(EPISODES)
    if layout.is_file or not index.exists():
        return
    try:
        rows = {str(row["episode_id"]): row for row in read_index(layout.target)}
    except StoreError as error:
        yield _finding(index, error)
        return
    advice = f"run `gui-rec recover {layout.target}`"
    for record in records:
        episode_id = record.info.episode_id
        row = rows.pop(episode_id, None)
        if row is None:
            yield Finding(str(index), episode_id, None, None, f"the index lacks this episode; {advice}")
        elif row["steps"] != record.step_count:
            problem = f"the index counts {row['steps']} steps, the data {record.step_count}"
            yield Finding(str(index), episode_id, None, "steps", problem)
        else:
            yield from _check_files(layout, row, episode_id)
    for episode_id in rows:
        yield Finding(
            str(index), episode_id, None, None, f"the index names an episode that is not here; {advice}"
        )


def _check_files(layout: Layout, row: dict[str, object], episode_id: str) -> Iterator[Finding]:
    files = row["files"] if isinstance(row["files"], list) else []
    known = {file.relative_to(layout.target).as_posix(): file for file in layout.data_files()}
    for entry in files:
        file = known.get(entry["path"])
        if file is None:
            problem = f"the index names {entry['path']!r}, which is not here"
            yield Finding(str(layout.table(EPISODES)), episode_id, None, "files", problem)
        elif sha256_of(file) != entry["sha256"]:
            yield Finding(
                str(file), episode_id, None, None, "the file changed since it was indexed (SHA-256)"
            )


def _check_side_tables(layout: Layout, records: Iterable[EpisodeRecord]) -> Iterator[Finding]:
    sizes = {record.info.episode_id: record.step_count + record.withdrawn_count for record in records}
    for name, read in ((VERDICTS, read_verdicts), (LABELS, read_labels)):
        file = layout.table(name)
        try:
            rows = read(layout.target)
        except StoreError as error:
            yield _finding(file, error)
            continue
        for row in rows:
            size = sizes.get(row.episode_id)
            if size is None or (row.step_index is not None and row.step_index >= size):
                problem = "the recording has no such step"
                yield Finding(str(file), row.episode_id, row.step_index, None, problem)


def _finding(file: Path, error: StoreError) -> Finding:
    place = error.file or str(file)
    problem = str(error).removeprefix(f"{place}: ")
    return Finding(place, error.episode_id, error.step_index, error.field, problem)
