"""The phone's whole state as a file: for the start of every episode, and for replays that are exact.

A snapshot is one JSON object with a name of the format, a version, the phone, its files, its log and the faults of
its wire. It holds numbers and texts only; to load one runs nothing of it.

What belongs to a live link is left out: the links themselves, open streams, running programs and the table of
`adb reverse`. An adb server ends itself when a phone opens a name that no `adb reverse` of that very server gave
(AOSP packages/modules/adb, adb.cpp), so a table from another moment must never come back; the one that stands stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

import msgspec

from gui_rec.errors import InputError, UsageError
from gui_rec.phone.commands._log_buffer import LogBuffer, Row
from gui_rec.phone.files import FileStore, SavedNode
from gui_rec.phone.snapshot_files import FORMAT, VERSION, check_header
from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.world.phone import Phone
from gui_rec.phone.world.saved_phone import SavedPhone


@dataclass(frozen=True, slots=True)
class Around:
    """What a phone has besides its screen and files."""

    log: LogBuffer = field(default_factory=LogBuffer)
    wire: WireFaults = field(default_factory=WireFaults)


class _Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. `files` holds bytes as base64."""

    format: str
    version: int
    phone: SavedPhone
    files: list[SavedNode]
    log: list[Row]
    wire_faults: list[tuple[str, int | None, int]]


def save(phone: Phone, files: FileStore, around: Around | None = None) -> bytes:
    """The state of this moment: apps, settings, input methods, faults, clock, generator, files, log.

    Raises InputError when a text of it cannot be written down.
    """
    around = around or Around()
    snapshot = _Snapshot(
        FORMAT, VERSION, phone.freeze(), files.saved(), around.log.rows(), around.wire.rows()
    )
    try:
        return msgspec.json.encode(snapshot, order="deterministic")
    except UnicodeEncodeError as error:
        raise InputError(
            f"the phone holds a text that is no UTF-8 (a setting?): {error.object!r:.80}"
        ) from error


def load(
    phone: Phone,
    files: FileStore,
    data: bytes,
    *,
    around: Around | None = None,
    where: str = "snapshot",
    values: dict[str, str] | None = None,
) -> None:
    """Make the phone what it was. Its clock goes on from the saved moment.

    `values`, the texts that the phone is told to show in place of its own, is updated in place where given.
    Raises InputError naming `where` for a file that is none of ours, is newer or older than this gui-rec reads, or
    describes what cannot be; the phone is then as it was before.
    """
    snapshot = _decode(data, where)
    try:
        tree = FileStore.tree_of(snapshot.files)
        WireFaults().replace(snapshot.wire_faults)
        LogBuffer().replace(snapshot.log)
        phone.thaw(snapshot.phone)
    except (InputError, UsageError, ArithmeticError, LookupError, OSError, TypeError, ValueError) as error:
        raise InputError(f"{where}: describes a state that this phone cannot be in: {error}") from error
    files.adopt(tree)
    if around is not None:
        around.log.replace(snapshot.log)
        around.wire.replace(snapshot.wire_faults)
    if values is not None:
        values.clear()
        values.update(snapshot.phone.config.values)
        phone.follow_values(MappingProxyType(values))


def _decode(data: bytes, where: str) -> _Snapshot:
    check_header(data, where)
    try:
        return msgspec.json.decode(data, type=_Snapshot)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{where}: damaged: {error}") from error
