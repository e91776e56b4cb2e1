"""The files of snapshots: their names, what is in the header of each, reading and writing them.

Apart from what a phone is made of, so that a list of them is quick.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from pathlib import Path

import msgspec

from gui_rec.errors import InputError, UsageError

FORMAT = "gui-rec phone snapshot"
VERSION = 2
_MOST_BYTES = 1 << 30
"""More than all files of a phone, written as text."""
SUFFIX = ".phone.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class _Header(msgspec.Struct):
    """What tells a snapshot from any other file."""

    format: str
    version: int


def snapshot_file(folder: object, name: object) -> Path:
    """`FOLDER/NAME.phone.json`. Raises UsageError for a name that is more than a name."""
    if not isinstance(name, str) or _NAME.fullmatch(name) is None or ".." in name:
        raise UsageError(
            f"snapshot {name!r}: expected a name of at most 64 letters, digits, points, hyphens and underscores"
        )
    return snapshot_folder_of(folder) / f"{name}{SUFFIX}"


def snapshot_names(folder: Path) -> list[str]:
    """The names of the snapshots in a folder, sorted; none where there is no such folder."""
    if not folder.is_dir():
        return []
    names = (path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}") if path.is_file())
    return sorted(name for name in names if _NAME.fullmatch(name))


def snapshot_folder_of(folder: object) -> Path:
    """The folder of a request. Raises UsageError for what is no absolute path."""
    if not isinstance(folder, str) or not Path(folder).is_absolute():
        raise UsageError(f"snapshots: expected a folder's absolute path, got {folder!r}")
    return Path(folder)


def snapshot_fault(folder: Path, name: str) -> str | None:
    """Why a snapshot cannot be loaded, as far as its header and its syntax tell; None for a good one."""
    path = folder / f"{name}{SUFFIX}"
    try:
        check_header(read_snapshot(path), name)
    except InputError as error:
        return str(error).removeprefix(f"{name}: ").removeprefix(f"{path}: ")
    return None


def delete_snapshot(folder: Path, name: str) -> Path:
    """Take a snapshot's file away; the file. Raises UsageError for what is no name, InputError where there is none."""
    path = snapshot_file(str(folder.absolute()), name)
    try:
        path.unlink()
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}; `gui-rec phone snapshot list` names what is there"
        ) from error
    return path


def check_header(data: bytes, where: str) -> None:
    """Raise InputError, naming `where`, for what is no snapshot of the version that this gui-rec reads."""
    try:
        header = msgspec.json.decode(data, type=_Header)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where}: expected a snapshot of a simulated phone: {error}") from error
    if header.format != FORMAT:
        raise InputError(f"{where}: expected a {FORMAT!r}, got {header.format!r}")
    if header.version < 1:
        raise InputError(f"{where}: there is no version {header.version} of a {FORMAT}")
    if header.version > VERSION:
        raise InputError(
            f"{where}: version {header.version} is newer than this gui-rec reads ({VERSION}); update gui-rec"
        )
    if header.version < VERSION:
        raise InputError(
            f"{where}: version {header.version} is of an older gui-rec, this one reads {VERSION}; save it anew"
        )


def read_snapshot(path: Path) -> bytes:
    """A regular file's bytes. A pipe or a device would hold the whole phone, so it is not waited for. Raises InputError."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise InputError(
                    f"{path}: expected a file; `gui-rec phone snapshot list` names what is there"
                )
            if found.st_size > _MOST_BYTES:
                raise InputError(f"{path}: a snapshot has at most {_MOST_BYTES} bytes, got {found.st_size}")
            return file.read()
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}; `gui-rec phone snapshot list` names what is there"
        ) from error


def write_snapshot(path: Path, data: bytes) -> None:
    """Write in whole or not at all. Raises InputError."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise InputError(f"{path}: {error.strerror}") from error
