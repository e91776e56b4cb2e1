"""What there is to replay below a path: every episode, with the recording that holds it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gui_rec.errors import UsageError
from gui_rec.model.flags import Source
from gui_rec.store.layout import DATA, JOURNAL, Layout
from gui_rec.store.reader import EpisodeRecord, open_trajectories

_MOST_SHARDS = 10_000
_SHARD = re.compile(r"([0-9]{1,5})/([0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Item:
    """One trajectory to replay; `recording` is what `gui-rec replay` takes and where its verdicts go."""

    recording: Path
    episode_id: str
    goal: str | None
    steps: int


@dataclass(frozen=True, slots=True)
class Found:
    """The trajectories below a path, in the order of their files; `left_out` says in words what is not among them."""

    items: tuple[Item, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shard:
    """The part `number` of `count`, from 1. Which part an episode is in depends on its id alone."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """`1/4`. Raises UsageError."""
        found = _SHARD.fullmatch(text)
        number, count = (int(found[1]), int(found[2])) if found else (0, 0)
        if not 1 <= number <= count <= _MOST_SHARDS:
            raise UsageError(
                f"replay: --shard: expected I/N such as 1/4 with I from 1 to N, got {text[:40]!r}"
            )
        return cls(number, count)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def holds(self, episode_id: str) -> bool:
        """Whether the episode is in this part: SHA-256 of its id, modulo the number of parts."""
        digest = hashlib.sha256(episode_id.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8], "big") % self.count == self.number - 1

    def of(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Those of the items that are in this part, in the same order."""
        return tuple(item for item in items if self.holds(item.episode_id))


def find_items(path: Path) -> Found:
    """Every episode at `path`: a file, a recording's folder, or a folder of recordings at any depth.

    In a folder of recordings each keeps its own verdicts. Left out, and told: discarded episodes, those without a
    step, recordings that were not finished, and in a folder of recordings the runs that replays left there.
    Raises StoreError for anything that does not read.
    """
    opened = open_trajectories(path)
    is_one = _is_one_recording(path)
    items: list[Item] = []
    runs = empty = 0
    for record in opened.episodes:
        if not is_one and record.info.source == Source.REPLAY:
            runs += 1
        elif not record.step_count:
            empty += 1
        else:
            owner = path if is_one else _owner(path, record)
            items.append(Item(owner, record.info.episode_id, record.info.goal, record.step_count))
    counted = (
        (len(opened.discarded), "discarded"),
        (empty, "without a step"),
        (runs, "left by a replay"),
    )
    told = tuple(f"{count} episode(s) {what}" for count, what in counted if count)
    return Found(tuple(items), (*told, *_unfinished(path)))


def _is_one_recording(path: Path) -> bool:
    return not path.is_dir() or (path / DATA).is_dir()


def _owner(root: Path, record: EpisodeRecord) -> Path:
    """The recording that holds the episode; the folder itself where its rows lie in several loose files."""
    files = {span.file for span in record.spans} or {record.file}
    owners = {_recording_of(file, root) for file in files}
    return owners.pop() if len(owners) == 1 else root


def _recording_of(file: Path, root: Path) -> Path:
    for folder in file.parents:
        if folder == root:
            break
        if folder.name == DATA:
            return folder.parent
    return file


def _unfinished(path: Path) -> Iterator[str]:
    if not path.is_dir():
        return
    for journal in sorted(path.rglob(f"*{JOURNAL}")):
        target = journal.parent if journal.name == JOURNAL else journal.with_name(journal.stem)
        if journal.is_dir() and Layout(target).journal == journal:
            yield f"{target} was not finished; run `gui-rec recover {target}`"
