"""The journal of an open episode: nothing that was acknowledged is ever lost.

    episode.json      the frame: store version and EpisodeInfo
    steps.jsonl       one line a step; also `withdraw` marks and the `end`
    <sha256>.png      pictures and hierarchies by their content, so equal screens are kept once
    <sha256>.xml
    lock              held by the recorder while it lives
    finished.json     the head's name once the shard is written and the journal is being cleared away

Pictures and hierarchies are written under a temporary name, synced and renamed before the line that
names them; the line is synced before `append` returns. So a line that ends in a newline is whole, and
one that does not was never acknowledged.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gui_rec.errors import StoreError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo, Outcome
from gui_rec.store import durable, migrate
from gui_rec.store.action_columns import compact_json
from gui_rec.store.ids import is_safe_id
from gui_rec.store.lock import Lock
from gui_rec.store.migrate import Row
from gui_rec.store.schema import IMAGE_COLUMNS, STORE_VERSION, XML_COLUMNS
from gui_rec.store.scrub import Scrub

EPISODE_FILE = "episode.json"
STEPS_FILE = "steps.jsonl"
LOCK_FILE = "lock"
FINISHED_FILE = "finished.json"
_APPENDING = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
_PNG_START = b"\x89PNG\r\n\x1a\n"
_ADVICE = "every acknowledged step is kept in the journal; free some room, then run `gui-rec recover`"


@dataclass(frozen=True, slots=True)
class _Head:
    """What `episode.json` holds."""

    store_version: int
    info: EpisodeInfo


@dataclass(slots=True)
class JournalState:
    """What a journal holds. The steps themselves stay on the disk, since a session may have thousands; see
    `full_rows`. `withdrawn` are those with a mark of their own. `torn` tells of an unfinished line.
    """

    info: EpisodeInfo
    version: int = STORE_VERSION
    steps: int = 0
    withdrawn: set[int] = field(default_factory=set)
    end: EpisodeEnd | None = None
    torn: bool = False
    whole_bytes: int = 0

    @property
    def is_discarded(self) -> bool:
        """Whether its end, once noted, throws the episode away: one line, so that no crash keeps a half of it."""
        return self.end is not None and self.end.outcome == Outcome.DISCARDED

    def takes_back(self, step_index: object) -> bool:
        """Whether a step is withdrawn: by its own mark, or with the whole episode."""
        return self.is_discarded or step_index in self.withdrawn


class Journal:
    """An open journal, locked by this process."""

    def __init__(self, folder: Path, lock: Lock, state: JournalState) -> None:
        self.folder = folder
        self.state = state
        self._lock = lock
        self._recent: list[tuple[bytes, str]] = []
        self._unsynced_names = True
        self.kept_bytes = sum(path.stat().st_size for path in folder.iterdir())
        self._steps: int | None = os.open(folder / STEPS_FILE, _APPENDING, 0o644)
        if state.torn:
            os.ftruncate(self._steps, state.whole_bytes)  # the next line must not join the unfinished one
            durable.sync_file(self._steps)

    @classmethod
    def create(cls, folder: Path, info: EpisodeInfo) -> Journal:
        """Begin an episode in a folder that does not exist yet."""
        with durable.storing(folder, "free some room and start again"):
            durable.make_folder(folder)
            lock = Lock.acquire(folder / LOCK_FILE)
            if (folder / EPISODE_FILE).exists():
                lock.release()
                raise StoreError(f"{folder}: another recording began here at the same moment")
            try:
                with durable.replacing(folder / EPISODE_FILE) as stream:
                    stream.write(msgspec.json.encode(_Head(STORE_VERSION, info)))
                journal = cls(folder, lock, JournalState(info))
                durable.sync_folder(folder)
            except BaseException:
                lock.release(remove=True)
                shutil.rmtree(folder, ignore_errors=True)
                raise
            return journal

    @classmethod
    def open(cls, folder: Path) -> Journal:
        """Take up a journal that its recorder left. Raises StoreError while that recorder lives."""
        if not (folder / EPISODE_FILE).is_file():
            raise StoreError(f"{folder}: no journal of an unfinished recording here", file=str(folder))
        with durable.storing(folder, _ADVICE):
            lock = Lock.acquire(folder / LOCK_FILE)
            try:
                return cls(folder, lock, read_journal(folder))
            except BaseException:
                lock.release()
                raise

    def append(self, row: Row) -> None:
        """Keep one step; returns when it is on the disk. Raises DiskFullError or StoreError, keeping nothing."""
        with durable.storing(self.folder, _ADVICE):
            light = self._keep_blobs(row)
            with self._line({"step": light}):
                self.state.steps += 1
        self.state.end = None

    def withdraw(self, step_index: int) -> None:
        """Mark a step as taken back; its row stays."""
        with durable.storing(self.folder, _ADVICE), self._line({"withdraw": step_index}):
            self.state.withdrawn.add(step_index)

    def end(self, end: EpisodeEnd) -> None:
        """Note how the episode ended, so that a crash while compacting keeps the true reason."""
        with durable.storing(self.folder, _ADVICE), self._line({"end": msgspec.to_builtins(end)}):
            self.state.end = end

    def texts(self) -> Iterator[str]:
        """The frame and each line of the steps, as JSON."""
        for name in (EPISODE_FILE, STEPS_FILE):
            with (self.folder / name).open(encoding="utf-8", errors="replace") as lines:
                yield from lines

    def scrub(self, scrub: Scrub) -> None:
        """Take a secret that became known out of what is written already; nothing is written where it is not.

        Raises DiskFullError or StoreError; the journal is then as it was, or its head alone is new.
        """
        info = scrub.info(self.state.info)
        with durable.storing(self.folder, _ADVICE):
            if info != self.state.info:
                with durable.replacing(self.folder / EPISODE_FILE) as stream:
                    stream.write(msgspec.json.encode(_Head(self.state.version, info)))
                self.state.info = info
            with (self.folder / STEPS_FILE).open("rb") as lines:
                is_clean = all(_scrubbed(line, scrub) is line for line in lines)
            if not is_clean:
                self._write_anew(scrub)

    def _write_anew(self, scrub: Scrub) -> None:
        if self._steps is None:
            raise StoreError(f"{self.folder}: the journal is closed")
        path = self.folder / STEPS_FILE
        before = path.stat().st_size
        with path.open("rb") as lines, durable.replacing(path) as stream:
            stream.writelines(_scrubbed(line, scrub) for line in lines)
        os.close(self._steps)
        self._steps = None
        self._steps = os.open(path, _APPENDING, 0o644)
        self.kept_bytes += path.stat().st_size - before

    def close(self) -> None:
        """Let go of the journal and leave it where it is; a second call does nothing."""
        if self._steps is not None:
            os.close(self._steps)
            self._steps = None
        self._lock.release()

    def remove(self) -> None:
        """Close, and delete the journal's files: its steps are safe elsewhere.

        The head gets another name first, so that what a crash leaves in the middle is no journal with holes.
        """
        if self._steps is not None:
            os.close(self._steps)
            self._steps = None
        (self.folder / EPISODE_FILE).replace(self.folder / FINISHED_FILE)
        durable.sync_folder(self.folder)
        for path in self.folder.iterdir():
            if path.name not in (LOCK_FILE, FINISHED_FILE):
                path.unlink()
        self._lock.release(remove=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        durable.sync_folder(self.folder.parent)

    def _keep_blobs(self, row: Row) -> Row:
        light = {name: value for name, value in row.items() if value is not None}
        for column, data in _blobs(row):
            name = self._name(column, data)
            path = self.folder / name
            if not path.exists():
                with durable.replacing(path, sync_name=False) as stream:
                    stream.write(data)
                self._unsynced_names = True
                self.kept_bytes += len(data)
            light[column] = {"file": name}
        if self._unsynced_names:  # also those of an earlier append that failed here
            durable.sync_folder(self.folder)
            self._unsynced_names = False
        return light

    def _name(self, column: str, data: bytes) -> str:
        """The blob's name; a picture taken over from the last step is the same object and hashed once."""
        for known, name in self._recent:
            if known is data:
                return name
        name = blob_name(column, data)
        self._recent = [*self._recent[-3:], (data, name)]
        return name

    @contextmanager
    def _line(self, record: Mapping[str, object]) -> Iterator[None]:
        """Write a line, and let the caller note it: the file and the state change together or, at any exception, not."""
        if self._steps is None:
            raise StoreError(f"{self.folder}: the journal is closed")
        line = memoryview(compact_json(record).encode() + b"\n")
        before, steps = os.fstat(self._steps).st_size, self.state.steps
        try:
            while line:
                line = line[os.write(self._steps, line) :]
            self.kept_bytes += os.fstat(self._steps).st_size - before
            durable.sync_file(self._steps)
            yield
        except BaseException:  # also a Ctrl-C: half a line would join the next one, a whole one come twice
            os.ftruncate(self._steps, before)
            self.state.steps = steps
            raise


def _scrubbed(line: bytes, scrub: Scrub) -> bytes:
    """A line without the secret; the same object where it holds none."""
    row = (_record(line) or {}).get("step")
    clean = scrub.row(row) if isinstance(row, dict) else row
    return line if clean is row else compact_json({"step": clean}).encode() + b"\n"


def read_journal(folder: Path) -> JournalState:
    """All whole lines of a journal; the last one may be torn. Raises StoreError for damage elsewhere."""
    state = _read_head(folder)
    path = folder / STEPS_FILE
    data = path.read_bytes() if path.exists() else b""
    *lines, tail = data.split(b"\n")
    state.whole_bytes = len(data) - len(tail)
    state.torn = bool(tail)
    for at, line in enumerate(lines):
        record = _record(line)
        if record is None and at == len(lines) - 1:
            state.torn = True  # a power cut may leave a length without its data
            state.whole_bytes -= len(line) + 1
        elif record is None:
            raise StoreError(f"{path}: line {at + 1} is damaged: {line[:40]!r}", file=str(path))
        else:
            _take(state, record, f"{path}: line {at + 1}")
    return state


def full_rows(folder: Path, state: JournalState) -> Iterator[Row]:
    """The rows with their pictures and hierarchies, each checked against the hash that names it.

    They are read one by one. Raises StoreError where the disk holds fewer than `state.steps`.
    """
    for light in _light_rows(folder / STEPS_FILE, state.steps):
        row = {**light, "withdrawn": bool(light.get("withdrawn")) or state.takes_back(light["step_index"])}
        for column in (*IMAGE_COLUMNS, *XML_COLUMNS):
            link = row.get(column)
            if isinstance(link, dict):
                data = _read_blob(folder, column, str(link.get("file")))
                row[column] = data.decode() if column in XML_COLUMNS else {"bytes": data, "path": None}
        yield migrate.upgrade(row, state.version)


def light_rows(folder: Path, state: JournalState) -> Iterator[Row]:
    """The rows as they stand in the journal, their pictures and hierarchies named by file; nothing else is read."""
    return _light_rows(folder / STEPS_FILE, state.steps)


def _light_rows(path: Path, count: int) -> Iterator[Row]:
    """The first `count` steps; their pictures and hierarchies are named by file."""
    if not count:
        return
    left = count
    with path.open("rb") as stream:
        for line in stream:
            step = (_record(line) or {}).get("step")
            if isinstance(step, dict):
                yield step
                left -= 1
            if not left:
                return
    raise StoreError(f"{path}: expected {count} steps, {left} are gone; the disk damaged it", file=str(path))


def blob_name(column: str, data: bytes) -> str:
    """The file that keeps `data`: its SHA-256 and what it is."""
    digest = hashlib.sha256(data).hexdigest()
    if column in XML_COLUMNS:
        return f"{digest}.xml"
    return f"{digest}.png" if data.startswith(_PNG_START) else f"{digest}.image"


def _blobs(row: Row) -> Iterator[tuple[str, bytes]]:
    for column in XML_COLUMNS:
        text = row.get(column)
        if isinstance(text, str):
            yield column, text.encode()
    for column in IMAGE_COLUMNS:
        picture = row.get(column)
        if isinstance(picture, dict):
            yield column, picture["bytes"]


def _read_blob(folder: Path, column: str, name: str) -> bytes:
    path = folder / Path(name).name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: a file of the journal is missing ({error.strerror})") from error
    if blob_name(column, data) != name:
        raise StoreError(f"{path}: the content is not what its name says; the disk damaged it")
    return data


def _read_head(folder: Path) -> JournalState:
    path = folder / EPISODE_FILE
    try:
        head = msgspec.json.decode(path.read_bytes(), type=_Head)
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(f"{path}: not the head of a journal ({error})", file=str(path)) from error
    migrate.check_version(head.store_version, str(path))
    if not is_safe_id(head.info.episode_id):  # it names the shard; a journal may come from anywhere
        raise StoreError(
            f"{path}: expected an episode id that may name a file, got {head.info.episode_id!r}",
            file=str(path),
        )
    return JournalState(head.info, head.store_version)


def _record(line: bytes) -> dict[str, object] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and len(record) == 1 else None


def _take(state: JournalState, record: dict[str, object], where: str) -> None:
    kind, value = next(iter(record.items()))
    if kind == "step" and isinstance(value, dict):
        if value.get("step_index") != state.steps:
            raise StoreError(f"{where}: expected step {state.steps}, got {value.get('step_index')!r}")
        state.steps += 1
        state.end = None  # a finish that failed was followed by more steps
    elif kind == "withdraw" and isinstance(value, int):
        state.withdrawn.add(value)
    elif kind == "end":
        try:
            state.end = msgspec.convert(value, EpisodeEnd)
        except msgspec.ValidationError as error:
            raise StoreError(f"{where}: {error}") from error
    else:
        raise StoreError(f"{where}: unknown record {kind!r}; a newer gui-rec? upgrade gui-rec")
