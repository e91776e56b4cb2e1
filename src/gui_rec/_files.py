"""Small files that people write, in JSON or YAML: plain values, or one clear error."""

from __future__ import annotations

from pathlib import Path

from gui_rec.errors import InputError

MAX_BYTES = 4 * 1024 * 1024


def read_document(path: Path, what: str) -> object:
    """The plain value that the file spells; `what` names it in an error, as in "expected app names".

    Raises InputError naming the file: not readable, larger than 4 MB, neither JSON nor YAML.
    """
    import yaml

    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: expected {what} in at most {MAX_BYTES} bytes, got more")
    try:
        found: object = yaml.safe_load(data)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise InputError(
            f"{path}: expected {what} in JSON or YAML, got what does not parse: {reason}"
        ) from error
    return found
