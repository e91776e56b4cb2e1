"""Files that people write: bounded, as bytes, as text, or as the plain values of JSON and YAML; or one clear error."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.errors import InputError

if TYPE_CHECKING:
    from yaml.events import Event

_MAX_DEPTH = 64
MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
MAX_LINES_BYTES = 16 * 1024 * 1024


def read_bytes(path: Path, what: str, max_bytes: int) -> bytes:
    """The file's bytes; `what` names them in an error, as in "app names". Raises InputError naming the file."""
    try:
        with path.open("rb") as stream:
            data = stream.read(max_bytes + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > max_bytes:
        raise InputError(f"{path}: expected {what} in at most {max_bytes} bytes, got more")
    return data


def read_text(path: Path, what: str, max_bytes: int | None = None) -> str:
    """The file's text, with or without a byte order mark. Raises InputError naming file and byte."""
    data = read_bytes(path, what, MAX_LINES_BYTES if max_bytes is None else max_bytes)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: expected {what} in UTF-8, got byte {data[error.start]:#04x} at {error.start}"
        ) from error


def read_document(path: Path, what: str, max_bytes: int = MAX_DOCUMENT_BYTES) -> object:
    """The plain value that a file of JSON or YAML spells.

    Raises InputError naming the file: not readable, too large, neither JSON nor YAML, nested too deeply, with a key
    that stands twice in one object, or with an alias (`*name`), a few of which grow without bound.
    """
    import yaml

    data = read_bytes(path, what, max_bytes)
    try:
        _check_shape(data, f"{path}: expected {what} in plain YAML")
        found: object = yaml.safe_load(data)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:300]
        raise InputError(
            f"{path}: expected {what} in JSON or YAML, got what does not parse: {reason}"
        ) from error
    return found


def utf8_text(text: str) -> str:
    """`text` as UTF-8 can carry it: what a lone surrogate stands for (a byte of an argument, half a character) as `\\xNN`
    or `\\uNNNN`.
    """
    return "".join(_spelled(char) for char in text)


def _spelled(char: str) -> str:
    if not "\ud800" <= char <= "\udfff":
        return char
    is_byte = "\udc80" <= char <= "\udcff"  # as the operating system's texts are read, PEP 383
    return f"\\x{ord(char) - 0xDC00:02x}" if is_byte else f"\\u{ord(char):04x}"


def path_text(path: Path) -> str:
    """A path as documents name it: bytes of it that are no UTF-8 stand as `\\xNN`."""
    return utf8_text(os.fspath(path))


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """For json's `object_pairs_hook`: of two values under one key neither is silently dropped. Raises InputError."""
    record: dict[str, object] = {}
    for key, value in pairs:
        if key in record:
            raise InputError(f"{key}: stands twice in one object")
        record[key] = value
    return record


def _check_shape(data: bytes, expected: str) -> None:
    """Raise InputError for an alias, a key that stands twice, a lone surrogate, and a depth that takes the parser more than its time."""
    import yaml

    open_: list[_Keys | None] = []  # None for a list
    for event in yaml.parse(data, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise InputError(f"{expected}, got an alias (*{event.anchor})")
        if isinstance(event, yaml.CollectionEndEvent):
            open_.pop()
            continue
        if isinstance(event, yaml.ScalarEvent) and utf8_text(event.value) != event.value:
            raise InputError(
                f"{expected}, got a lone surrogate, which is no Unicode text (line {_line_of(event)})"
            )
        is_collection = isinstance(event, yaml.CollectionStartEvent)
        if (is_collection or isinstance(event, yaml.ScalarEvent)) and open_ and open_[-1] is not None:
            twice = open_[-1].take(event.value if isinstance(event, yaml.ScalarEvent) else None)
            if twice is not None:
                raise InputError(
                    f"{expected}, got {twice!r:.80} twice in one object (line {_line_of(event)})"
                )
        if is_collection:
            open_.append(_Keys() if isinstance(event, yaml.MappingStartEvent) else None)
        if len(open_) > _MAX_DEPTH:
            raise InputError(f"{expected} of at most {_MAX_DEPTH} levels, got more")


def _line_of(event: Event) -> str:
    return "?" if event.start_mark is None else str(event.start_mark.line + 1)


@dataclass(slots=True)
class _Keys:
    """The keys of an object that is open; keys and values come in turn."""

    seen: set[str] = field(default_factory=set)
    is_key: bool = True

    def take(self, scalar: str | None) -> str | None:
        """The next key or value; a key that was there already is given back."""
        is_key, self.is_key = self.is_key, not self.is_key
        if not is_key or scalar is None:
            return None
        if scalar in self.seen:
            return scalar
        self.seen.add(scalar)
        return None
