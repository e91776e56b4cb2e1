"""Further operations of the control connection: turning the phone, its theme and language, its battery, snapshots.

Each is a function of the server and the request's fields; `gui_rec.phone.control` has them in its table.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from gui_rec.errors import UsageError
from gui_rec.phone import snapshot
from gui_rec.phone.snapshot_files import (
    read_snapshot,
    snapshot_file,
    snapshot_folder_of,
    snapshot_names,
    write_snapshot,
)
from gui_rec.phone.world.words import check_language

if TYPE_CHECKING:
    from gui_rec.phone.server import PhoneServer

Fields = Mapping[str, Any]
Operation = Callable[[Fields], Awaitable[object]]


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
    }


def read_number(fields: Fields, name: str, default: float | None = None) -> float:
    """A field that holds a finite number. Raises UsageError for another; KeyError where it is not and must be."""
    value = fields[name] if default is None else fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise UsageError(f"{name}: expected a number, got {value!r}")
    return value


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

    async def snapshot_save(self, fields: Fields) -> str:
        """Write the whole state to `folder` under `name`, replacing one of that name; the answer is the file."""
        path = snapshot_file(fields.get("folder"), fields.get("name"))
        data = snapshot.save(self._server.phone, self._server.files, self._server.around)
        write_snapshot(path, data)
        return str(path)

    async def snapshot_load(self, fields: Fields) -> None:
        """Make the phone what `name` in `folder` says."""
        path = snapshot_file(fields.get("folder"), fields.get("name"))
        data = read_snapshot(path)
        server = self._server
        before = server.wire_faults.of_the_handshake()
        snapshot.load(
            server.phone, server.files, data, around=server.around, where=str(path), values=server.values
        )
        server.follow_wire_faults(before)

    async def snapshot_list(self, fields: Fields) -> list[str]:
        """The names in `folder`, sorted; none where there is no such folder."""
        return snapshot_names(snapshot_folder_of(fields.get("folder")))
