"""Further operations of the control connection: turning the phone, its theme and language, its battery, snapshots.

Each is a function of the server and the request's fields; `gui_rec.phone.control` has them in its table.
"""

from __future__ import annotations

import math
import os
import re
import stat
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gui_rec.errors import InputError, UsageError
from gui_rec.phone import snapshot
from gui_rec.phone.world.second_display import SECOND_SIZE
from gui_rec.phone.world.words import check_language

if TYPE_CHECKING:
    from gui_rec.phone.server import PhoneServer

Fields = Mapping[str, Any]
Operation = Callable[[Fields], Awaitable[object]]

_MOST_BYTES = 1 << 30
"""More than all files of a phone, written as text."""
SUFFIX = ".phone.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def operations(server: PhoneServer) -> dict[str, Operation]:
    """Name -> what is done with the fields of a request."""
    ops = _Operations(server)
    return {
        "battery": ops.battery,
        "locale": ops.locale,
        "night": ops.night,
        "rotate": ops.rotate,
        "snapshot_list": ops.snapshot_list,
        "snapshot_load": ops.snapshot_load,
        "snapshot_save": ops.snapshot_save,
        "touch_second": ops.touch_second,
    }


def read_number(fields: Fields, name: str, default: float | None = None) -> float:
    """A field that holds a finite number. Raises UsageError for another; KeyError where it is not and must be."""
    value = fields[name] if default is None else fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise UsageError(f"{name}: expected a number, got {value!r}")
    return value


def snapshot_file(folder: object, name: object) -> Path:
    """`FOLDER/NAME.phone.json`. Raises UsageError for a name that is more than a name."""
    if not isinstance(name, str) or _NAME.fullmatch(name) is None or ".." in name:
        raise UsageError(
            f"snapshot {name!r}: expected a name of at most 64 letters, digits, points, hyphens and underscores"
        )
    return _folder(folder) / f"{name}{SUFFIX}"


def snapshot_names(folder: Path) -> list[str]:
    """The names of the snapshots in a folder, sorted; none where there is no such folder."""
    if not folder.is_dir():
        return []
    names = (path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}") if path.is_file())
    return sorted(name for name in names if _NAME.fullmatch(name))


def _folder(folder: object) -> Path:
    if not isinstance(folder, str) or not Path(folder).is_absolute():
        raise UsageError(f"snapshots: expected a folder's absolute path, got {folder!r}")
    return Path(folder)


class _Operations:
    def __init__(self, server: PhoneServer) -> None:
        self._server = server

    async def rotate(self, fields: Fields) -> int:
        """`turns` 0..3 quarter turns of the hand; the answer is the rotation that is shown."""
        self._server.phone.turn(int(read_number(fields, "turns")))
        return self._server.phone.orientation

    async def night(self, fields: Fields) -> None:
        """`on`: the dark theme."""
        self._server.phone.settings.put("secure", "dark_theme", "1" if fields["on"] else "0")

    async def locale(self, fields: Fields) -> None:
        """`name`: the language, such as `zh-CN`."""
        self._server.phone.settings.put("system", "system_locales", check_language(str(fields["name"])))

    async def battery(self, fields: Fields) -> None:
        """`percent` 0..100."""
        self._server.phone.set_battery(int(read_number(fields, "percent")))

    async def touch_second(self, fields: Fields) -> None:
        """A touch at `x`, `y` of the second display."""
        if self._server.phone.config.displays < 2:
            raise UsageError("this phone has one display; start it with --displays 2")
        x, y = read_number(fields, "x"), read_number(fields, "y")
        if not (0 <= x < SECOND_SIZE.width_px and 0 <= y < SECOND_SIZE.height_px):
            size = f"{SECOND_SIZE.width_px}x{SECOND_SIZE.height_px}"
            raise UsageError(f"expected a point on the second display of {size} px, got {x:g} {y:g}")
        self._server.phone.touch_second(x, y)

    async def snapshot_save(self, fields: Fields) -> str:
        """Write the whole state to `folder` under `name`, replacing one of that name; the answer is the file."""
        path = snapshot_file(fields.get("folder"), fields.get("name"))
        data = snapshot.save(self._server.phone, self._server.files, self._server.around)
        _write(path, data)
        return str(path)

    async def snapshot_load(self, fields: Fields) -> None:
        """Make the phone what `name` in `folder` says."""
        path = snapshot_file(fields.get("folder"), fields.get("name"))
        data = _read(path)
        server = self._server
        before = server.wire_faults.of_the_handshake()
        snapshot.load(
            server.phone, server.files, data, around=server.around, where=str(path), values=server.values
        )
        server.follow_wire_faults(before)

    async def snapshot_list(self, fields: Fields) -> list[str]:
        """The names in `folder`, sorted; none where there is no such folder."""
        return snapshot_names(_folder(fields.get("folder")))


def _read(path: Path) -> bytes:
    """A regular file's bytes. A pipe or a device would hold the whole phone, so it is not waited for."""
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


def _write(path: Path, data: bytes) -> None:
    """In whole or not at all."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise InputError(f"{path}: {error.strerror}") from error
