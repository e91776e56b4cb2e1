"""Files that people write: bounded, as bytes, as text, or as the plain values of JSON and YAML; or one clear error."""

from __future__ import annotations

from pathlib import Path

from gui_rec.errors import InputError

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

    Raises InputError naming the file: not readable, too large, neither JSON nor YAML, nested too deeply, or
    with an alias (`*name`), a few of which grow without bound.
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


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """For json's `object_pairs_hook`: of two values under one key neither is silently dropped. Raises InputError."""
    record: dict[str, object] = {}
    for key, value in pairs:
        if key in record:
            raise InputError(f"{key}: stands twice in one object")
        record[key] = value
    return record


def _check_shape(data: bytes, expected: str) -> None:
    """Raise InputError for an alias, and for a depth that takes the parser more than its time."""
    import yaml

    depth = 0
    for event in yaml.parse(data, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise InputError(f"{expected}, got an alias (*{event.anchor})")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            raise InputError(f"{expected} of at most {_MAX_DEPTH} levels, got more")
