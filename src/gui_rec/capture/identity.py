"""A device's name in files: a salted hash, since serials and addresses tell who somebody is."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from gui_rec.model.episode import DeviceInfo


def serial_id(serial: str, salt: str) -> str:
    """16 hex digits of BLAKE2b; equal serials give equal ids only under one salt."""
    return hashlib.blake2b(f"{salt}\0{serial}".encode(), digest_size=8).hexdigest()


def named(info: DeviceInfo, serial: str, *, salt: str, keep_serial: bool = False) -> DeviceInfo:
    """`info` with its `serial_id`: the hash, or the serial itself where the person keeps it on purpose."""
    return replace(info, serial_id=serial if keep_serial else serial_id(serial, salt))
