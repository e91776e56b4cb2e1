"""Which files of an export or a recording belong on the Hub, in the order in which they go there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gui_rec.datasets.export.run import CARD, DATA, RECORD
from gui_rec.datasets.recording_card import recording_card
from gui_rec.errors import InputError
from gui_rec.store.layout import TABLES, Layout
from gui_rec.store.reader import open_trajectories

_NAME = r"[A-Za-z0-9_-][A-Za-z0-9_.-]*"
_DATA_PATH = re.compile(
    rf"{DATA}/{_NAME}\.(parquet|jsonl)|images/{_NAME}/{_NAME}\.(png|jpg|webp)|(dataset_info|meta(_[a-z]+){0, 2})\.json"
)


@dataclass(frozen=True, slots=True)
class PushFile:
    """A file of the repository: `path` there, and its bytes or where they lie here."""

    path: str
    source: Path | bytes = field(repr=False)

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.source) if isinstance(self.source, bytes) else self.source.stat().st_size


def files_of(out: Path) -> list[PushFile]:
    """The files of the export or recording `out`, data first and the card last.

    Raises InputError for anything else, for an export whose files are not as its record says, and for a recording that
    is still open.
    """
    if not out.exists():
        raise InputError(f"{out}: expected an export or a recording, found nothing")
    return list(_export_files(out) if (out / RECORD).is_file() else _recording_files(out))


def _export_files(out: Path) -> Iterator[PushFile]:
    record = out / RECORD
    try:
        listed = [
            (str(entry["path"]), int(entry["bytes"]))
            for entry in json.loads(record.read_text("utf-8"))["files"]
        ]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise InputError(f"{record}: expected the record of an export: {error!r}; export again") from error
    if not listed:
        raise InputError(f"{record}: expected the files of an export, got none; export again")
    for path, size in listed:
        file = out / path
        if not _DATA_PATH.fullmatch(path) or file.is_symlink() or not file.is_file():
            raise InputError(f"{record}: expected a file of this export, got {path!r}; export again")
        if file.stat().st_size != size:
            raise InputError(
                f"{file}: expected {size} bytes as {RECORD} says, got {file.stat().st_size}; export again"
            )
        yield PushFile(path, file)
    yield PushFile(RECORD, record)
    if not (out / CARD).is_file():
        raise InputError(f"{out / CARD}: expected the data set's card, found none; export again")
    yield PushFile(CARD, out / CARD)


def _recording_files(out: Path) -> Iterator[PushFile]:
    layout = Layout(out)
    if layout.journal.exists():
        raise InputError(f"{out}: the recording is still open; end it, or run `gui-rec recover {out}` first")
    recording = open_trajectories(out)
    data = [(f"{DATA}/{file.name}", file) for file in layout.data_files()]
    for path, file in data:
        yield PushFile(path, file)
    for name in TABLES:
        table = layout.table(name)
        if table.is_file():
            yield PushFile(f"{name}.parquet", table)
    card = recording_card(recording, [path for path, _ in data], sum(file.stat().st_size for _, file in data))
    yield PushFile(CARD, card.encode("utf-8"))
