"""Which files of a folder are TFRecord shards."""

from __future__ import annotations

import re
from pathlib import Path

_SHARD = re.compile(r"-\d{1,6}-of-\d{1,6}(\.\w+)*|\.tfrecords?(\.gz)?")


def shard_files(src: Path) -> list[Path]:
    """`src` itself where it is a file, else its shards by name: `x-00000-of-00020`, `x.tfrecord`, `x.tfrecord.gz`."""
    if src.is_file():
        return [src]
    return sorted(path for path in src.rglob("*") if path.is_file() and _is_shard(path.name))


def _is_shard(name: str) -> bool:
    found = _SHARD.search(name)
    return found is not None and found.end() == len(name)
