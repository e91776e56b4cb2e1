"""Looks for a planted secret in everything that was written: texts in any spelling, and pixels.

found = leaks(folder, secret="hunter2", colour=(1, 2, 3))
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from PIL import Image

PNG = b"\x89PNG\r\n\x1a\n"


def spelled(secret: str) -> set[bytes]:
    """The bytes a secret may have in a file."""
    texts = {secret, escape(secret), json.dumps(secret)[1:-1], "".join(f"&#{ord(c)};" for c in secret)}
    plain = {text.encode(code) for text in texts for code in ("utf-8", "utf-16-le", "utf-16-be")}
    return plain | {base64.b64encode(secret.encode())}


def leaks(folder: Path, secret: str, colour: tuple[int, int, int] | None = None) -> list[str]:
    """Where under `folder` the secret stands, or a pixel of its colour; names of files are looked at, too."""
    found = []
    for path in sorted(folder.rglob("*")):
        if secret in path.name:
            found.append(f"the name {path}")
        if path.is_file():
            found += [f"{path}: {what}" for what in _in_file(path, secret, colour)]
    return found


def _in_file(path: Path, secret: str, colour: tuple[int, int, int] | None) -> Iterator[str]:
    data = path.read_bytes()
    chunks = [data]
    if data.startswith(b"PAR1"):
        table = pq.read_table(path)
        chunks.append(json.dumps(table.to_pylist(), default=_printed, ensure_ascii=False).encode())
        chunks.append(repr(table.schema.metadata).encode())
    for chunk in chunks:
        yield from (f"the text as {word!r}" for word in spelled(secret) if word in chunk)
    if colour is not None:
        for at in _starts(data):
            with Image.open(io.BytesIO(data[at:])) as image:
                pixels = np.asarray(image.convert("RGB"))
            if (pixels == np.array(colour, dtype=np.uint8)).all(axis=2).any():
                yield f"the picture at {at}"


def _starts(data: bytes) -> Iterator[int]:
    at = data.find(PNG)
    while at >= 0:
        yield at
        at = data.find(PNG, at + 1)


def _printed(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
