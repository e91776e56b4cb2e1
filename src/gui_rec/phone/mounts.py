"""Where the shell user of a phone may write: its storage and `/data/local/tmp`.

Facts: a user build mounts `/`, `/system`, `/vendor` and `/product` read-only; `/data` and what else is in it belong
to the system (AOSP system/core/rootdir/init.rc), and `/proc` makes no files.
"""

from __future__ import annotations

import errno

SHARED_STORAGE = "/storage/emulated/0"
_WRITABLE = (SHARED_STORAGE, "/data/local/tmp")
_OF_THE_SYSTEM = ("/data", "/dev", "/mnt", "/storage")


def refusal(folder: str) -> int | None:
    """The errno with which a phone refuses adb's shell to make, change or remove something in `folder`.

    `folder` is a clean absolute path, without aliases. None where it may.
    """
    if _lies_in(folder, _WRITABLE):
        return None
    if _lies_in(folder, _OF_THE_SYSTEM):
        return errno.EACCES
    return errno.ENOENT if _lies_in(folder, ("/proc",)) else errno.EROFS


def _lies_in(path: str, places: tuple[str, ...]) -> bool:
    return any(path == place or path.startswith(place + "/") for place in places)
