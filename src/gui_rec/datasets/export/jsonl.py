"""Rows as lines of JSON, with pictures as files beside them and what a trainer wants to find next to them.

A picture's file has its episode's and step's name, so rows that share a picture share the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from gui_rec.datasets.export._api import ExportFormat, Picture, Sample, ShardFile
from gui_rec.errors import InputError, StoreError
from gui_rec.store.ids import is_safe_id

ROWS = "data/{split}.jsonl"
"""A split's rows, within the export."""


class JsonlWriter:
    """Writes splits one after another below `folder`, then what the trainer wants beside them."""

    def __init__(self, folder: Path, layout: ExportFormat) -> None:
        self._folder = folder
        self._layout = layout
        self._rows: list[ShardFile] = []
        self._pictures: dict[str, ShardFile] = {}

    def write(self, samples: Iterable[Sample], split: str) -> None:
        """The rows of one split; a split without rows has no file.

        Raises StoreError where the rows that were written do not read back, and InputError for two pictures of one
        name and for an episode id that names no file.
        """
        name = ROWS.format(split=split)
        file = self._folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        digest, rows, size = hashlib.sha256(), 0, 0
        with file.open("xb") as stream:
            for sample in samples:
                line = (json.dumps(self._layout.row(sample), ensure_ascii=False) + "\n").encode("utf-8")
                stream.write(line)
                digest.update(line)
                rows, size = rows + 1, size + len(line)
                if self._layout.traits.picture_files:
                    _write_pictures(self._folder, sample, self._pictures)
        with file.open("rb") as stream:
            if hashlib.file_digest(stream, "sha256").digest() != digest.digest():
                raise StoreError(f"{file}: what was written does not read back; is the disk sound?")
        if rows:
            self._rows.append(ShardFile(name, rows, size, digest.hexdigest(), split))
        else:
            file.unlink()

    def finish(self) -> list[ShardFile]:
        """All files that were written: rows first, then what stands beside them, pictures last."""
        rows = {file.split: file.rows for file in self._rows}
        beside = self._layout.beside(rows) if rows else {}
        written = [_write_beside(self._folder, name, content) for name, content in beside.items()]
        return [*self._rows, *written, *self._pictures.values()]


def _write_pictures(folder: Path, sample: Sample, written: dict[str, ShardFile]) -> None:
    if not is_safe_id(sample.episode_id):
        raise InputError(f"episode {sample.episode_id!r}: its id names no file, and pictures are files here")
    for picture in sample.pictures:
        _write_picture(folder, picture, written)


def _write_picture(folder: Path, picture: Picture, written: dict[str, ShardFile]) -> None:
    sha256 = hashlib.sha256(picture.data).hexdigest()
    known = written.get(picture.name)
    if known is not None:
        if known.sha256 != sha256:
            raise InputError(f"{picture.name}: two different pictures have this name; give each episode once")
        return
    file = folder / picture.name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(picture.data)
    written[picture.name] = ShardFile(picture.name, 0, len(picture.data), sha256)


def _write_beside(folder: Path, name: str, content: object) -> ShardFile:
    data = (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode("utf-8")
    (folder / name).write_bytes(data)
    return ShardFile(name, 0, len(data), hashlib.sha256(data).hexdigest())
