"""The parts of an export: each a pure function of its episodes, in whatever process, and the small join at the end.

How episodes fall into parts depends on the recordings and the splits alone, never on how many processes there are, so
that the same export has the same bytes however it was made. A part is written beside and renamed when it is whole:
what is there is done, and a later run goes on from it.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from gui_rec import __version__
from gui_rec.datasets.export._api import ExportSpec, ShardFile
from gui_rec.datasets.export.counts import Counts
from gui_rec.datasets.export.selected import Selection
from gui_rec.errors import OutputExistsError, StoreError
from gui_rec.store import durable
from gui_rec.store.layout import TABLES, Layout
from gui_rec.store.reader import EpisodeRecord, Recording

PART_BYTES = 64 * 1024 * 1024
MOST_PARTS = 1000
_WORK = "work.json"
_RESULT = "result.json"
_JOINED = "joined"


@dataclass(frozen=True, slots=True)
class Part:
    """A slice of one split: `episodes` are (number of the recording, ids) in order."""

    number: int
    split: str
    episodes: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class PartResult:
    """A part that is written: its files by their names within its folder, and what was counted."""

    number: int
    files: tuple[ShardFile, ...]
    counts: Counts


def parts_of(opened: Sequence[Recording], selection: Selection) -> list[Part]:
    """The parts of an export, split by split, each of at least 64 MB of recording but for the last."""
    sizes = [(at, episode, size) for at, each in enumerate(opened) for episode, size in _sizes(each)]
    least = max(PART_BYTES, sum(size for _, _, size in sizes) // MOST_PARTS)
    parts: list[Part] = []
    for split in selection.splits:
        of_split = [each for each in sizes if selection.split_of(each[1].info.episode_id) is split]
        for episodes in _cut(of_split, least):
            parts.append(Part(len(parts), split.value, episodes))
    return parts


def _sizes(recording: Recording) -> Iterator[tuple[EpisodeRecord, int]]:
    """Each episode with its share of its files' bytes."""
    rows: Counter[Path] = Counter()
    for episode in recording.every_episode:
        for span in episode.spans:
            rows[span.file] += span.rows
    bytes_of = {file: file.stat().st_size for file in rows}
    for episode in recording.episodes:
        spans = [span for span in episode.spans if span.rows]
        yield episode, sum(bytes_of[span.file] * span.rows // rows[span.file] for span in spans)


def _cut(
    sizes: Iterable[tuple[int, EpisodeRecord, int]], least: int
) -> Iterator[tuple[tuple[int, tuple[str, ...]], ...]]:
    by_recording: dict[int, list[str]] = {}
    size = 0
    for at, episode, own in sizes:
        by_recording.setdefault(at, []).append(episode.info.episode_id)
        size += own
        if size >= least:
            yield tuple((place, tuple(ids)) for place, ids in by_recording.items())
            by_recording, size = {}, 0
    if by_recording:
        yield tuple((place, tuple(ids)) for place, ids in by_recording.items())


class PartsFolder:
    """The folder in which an export grows, beside its place: `.NAME.parts`."""

    def __init__(self, out: Path, identity: str) -> None:
        """Take up what an earlier run of the same export left. Raises OutputExistsError for another one's."""
        self.path = out.with_name(f".{out.name}.parts")
        work = self.path / _WORK
        self.path.mkdir(parents=True, exist_ok=True)
        if work.exists():
            if work.read_text(encoding="utf-8") != identity:
                raise OutputExistsError(
                    f"{self.path}: holds the unfinished export of other recordings, options or another gui-rec; "
                    "remove it, or export into another place"
                )
            return
        if any(self.path.glob("part-*")):
            raise OutputExistsError(f"{self.path}: holds parts of an unknown export; remove it")
        fresh = self.path / f"{_WORK}.{secrets.token_hex(4)}.tmp"  # several processes may come at once
        fresh.write_text(identity, encoding="utf-8")
        fresh.replace(work)

    def result(self, number: int) -> PartResult | None:
        """A part that is whole; None for one that is not there, or that lost a file."""
        folder = self.folder(number)
        try:
            record = json.loads((folder / _RESULT).read_text(encoding="utf-8"))
            counts = Counts(**record["counts"])
            files = tuple(ShardFile(**file) for file in record["files"])
        except (OSError, ValueError, TypeError, KeyError):
            return None
        whole = all(_size(folder / file.path) == file.bytes for file in files)
        return PartResult(number, files, counts) if whole else None

    def folder(self, number: int) -> Path:
        """Where a whole part lies."""
        return self.path / f"part-{number:05d}"

    def scratch(self, number: int) -> Path:
        """A new folder to write a part into; no other process has it."""
        folder = self.path / f"writing-{number:05d}-{secrets.token_hex(4)}"
        folder.mkdir()
        return folder

    def keep(self, scratch: Path, result: PartResult) -> None:
        """Make a written part whole."""
        with durable.replacing(scratch / _RESULT) as stream:
            stream.write(json.dumps(_document(result)).encode("utf-8"))
        place = self.folder(result.number)
        if self.result(result.number) is not None:  # another process was quicker; its bytes are the same
            shutil.rmtree(scratch)
            return
        shutil.rmtree(place, ignore_errors=True)
        scratch.rename(place)

    def join(self, parts: Sequence[Part], data: str) -> tuple[Path, list[ShardFile]]:
        """Move the parts' files into one new folder under the names of their splits. Raises StoreError for a hole."""
        joined = self.path / _JOINED
        shutil.rmtree(joined, ignore_errors=True)
        (joined / data).mkdir(parents=True)
        found: list[tuple[Part, PartResult]] = []
        for part in parts:
            result = self.result(part.number)
            if result is None:
                raise StoreError(f"{self.folder(part.number)}: the part is not there any more; export again")
            found.append((part, result))
        files: list[ShardFile] = []
        for split in dict.fromkeys(part.split for part in parts):
            own = [
                (self.folder(part.number) / file.path, file)
                for part, result in found
                if part.split == split
                for file in result.files
            ]
            for at, (path, file) in enumerate(own):
                name = f"{data}/{split}-{at:05d}-of-{len(own):05d}.parquet"
                path.rename(joined / name)
                files.append(ShardFile(name, file.rows, file.bytes, file.sha256, split))
        return joined, files

    def remove(self) -> None:
        """Forget all of it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def remove_unless_begun(self) -> None:
        """Forget it where no part is whole yet."""
        if not any(self.path.glob("part-*")):
            self.remove()


def identity_of(recordings: Sequence[Path], opened: Sequence[Recording], spec: ExportSpec) -> str:
    """Text that is equal for the same export of the same recordings by the same gui-rec."""
    digest = sha256(f"{__version__}\n{spec!r}\n{PART_BYTES}\n{MOST_PARTS}".encode())
    for path, recording in zip(recordings, opened, strict=True):
        files = {span.file for episode in recording.every_episode for span in episode.spans}
        tables = {Layout(path).table(name) for name in TABLES}
        for file in sorted(files | {table for table in tables if table.is_file()}):
            said = file.stat()
            digest.update(f"{file.name}\n{said.st_size}\n{said.st_mtime_ns}\n".encode())
    return json.dumps({"made_by": f"gui-rec {__version__}", "export": digest.hexdigest()})


def _size(file: Path) -> int | None:
    try:
        return file.stat().st_size
    except OSError:
        return None


def _document(result: PartResult) -> dict[str, object]:
    counts = result.counts
    return {
        "files": [
            {
                "path": file.path,
                "rows": file.rows,
                "bytes": file.bytes,
                "sha256": file.sha256,
                "split": file.split,
            }
            for file in result.files
        ],
        "counts": {
            "steps": counts.steps,
            "taught": counts.taught,
            "derived": counts.derived,
            "refused": dict(counts.refused),
            "losses": dict(counts.losses),
        },
    }
