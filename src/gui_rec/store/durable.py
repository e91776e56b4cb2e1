"""Bytes that are really on the disk, on Linux, macOS and Windows, and what a full disk says.

Facts: macOS answers fsync from the drive's cache and has F_FULLFSYNC for the platter (fcntl(2) of Darwin);
Windows opens no folder as a file, and its renames are in the file system's own log.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from gui_rec.errors import DiskFullError, StoreError

TEMPORARY_SUFFIX = ".tmp"
_NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def sync_file(descriptor: int) -> None:
    """Return when the file's data has reached the disk."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    elif sys.platform == "win32":
        os.fsync(descriptor)
    else:
        os.fdatasync(descriptor)


def sync_folder(folder: Path) -> None:
    """Return when the folder's names have reached the disk; nothing to do on Windows."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make `folder` and its parents, with the new names on the disk."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


@contextmanager
def replacing(
    path: Path, *, sync_name: bool = True, verify: Callable[[Path], None] | None = None
) -> Iterator[IO[bytes]]:
    """A file to write that becomes `path` whole or not at all.

    Written beside it under a temporary name, synced, handed to `verify` (which raises to refuse it), then
    renamed. `sync_name=False` leaves the folder's own sync to the caller, who renames several files.
    """
    temporary = path.with_name(path.name + TEMPORARY_SUFFIX)
    try:
        with temporary.open("wb") as stream:
            yield stream
            stream.flush()
            sync_file(stream.fileno())
        if verify is not None:
            verify(temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if sync_name:
        sync_folder(path.parent)


def is_disk_full(error: OSError) -> bool:
    """True when the system says that there is no room left (device, quota or file size limit)."""
    return error.errno in _NO_ROOM


@contextmanager
def storing(what: Path, advice: str) -> Iterator[None]:
    """Turn the system's refusals into StoreError, and a full disk into DiskFullError with `advice`."""
    try:
        yield
    except OSError as error:
        if is_disk_full(error):
            message = f"{what}: disk_full, no room left to write; {advice}"
            raise DiskFullError(message, file=str(what)) from error
        raise StoreError(f"{what}: cannot write: {error.strerror or error}", file=str(what)) from error
