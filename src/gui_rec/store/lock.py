"""One recorder a recording: a lock that the system itself lets go of when its holder dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gui_rec._clock import Deadline
from gui_rec.errors import StoreError

_GAP_S = 0.02

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            # A byte far behind the text, so that the holder's pid stays readable to others.
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class Lock:
    """An exclusive lock on the file `path`, held until `release` or the end of this process.

    A lock file that a dead recorder left behind is free: the file itself means nothing, only the
    system's lock on it does.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, path: Path, doing: str = "recording", *, until: Deadline | None = None) -> Lock:
        """Take the lock, waiting for it no longer than `until`. Raises StoreError naming the holder who has it."""
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            if not _try_lock(descriptor):
                os.close(descriptor)
                if until is not None and not until.passed:
                    until.clock.sleep_s(_GAP_S)
                    continue
                raise StoreError(
                    f"{path.parent}: process {holder(path) or 'unknown'} is {doing} here; wait for it or use "
                    "another place",
                    file=str(path),
                )
            if _is_current(path, descriptor):
                break
            os.close(descriptor)  # the last holder removed the file between our open and our lock
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.truncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        return cls(path, descriptor)

    def release(self, *, remove: bool = False) -> None:
        """Let go, and remove the file when asked to; a second call does nothing."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        if remove and sys.platform != "win32":
            self._path.unlink(missing_ok=True)  # before letting go: afterwards it may be another's
        os.close(descriptor)
        if remove and sys.platform == "win32":
            self._path.unlink(missing_ok=True)  # Windows removes no open file


def holder(path: Path) -> str | None:
    """The process id that the lock file names, or None."""
    try:
        text = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
    return text if text.isdigit() else None


def is_held(path: Path) -> bool:
    """True while a living process holds the lock on `path`."""
    if not path.exists():
        return False
    descriptor = os.open(path, os.O_RDWR)
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _is_current(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
