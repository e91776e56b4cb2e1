"""Episode ids: ULIDs, 26 letters and digits that sort by time."""

from __future__ import annotations

import secrets

from gui_rec.errors import UsageError
from gui_rec.store.layout import TABLES

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32, as the ULID specification has it
_LENGTH = 26
_RANDOM_BYTES = 10
_MAX_MS = 2**48 - 1


def new_ulid(wall_us: int, randomness: bytes | None = None) -> str:
    """A ULID of the moment `wall_us` (microseconds since 1970); 10 random bytes unless given.

    Raises UsageError for a moment outside 48 bits of milliseconds or another count of bytes.
    """
    moment_ms = wall_us // 1000
    if not 0 <= moment_ms <= _MAX_MS:
        raise UsageError(f"ULID time: expected 0..{_MAX_MS} ms since 1970, got {moment_ms}")
    tail = secrets.token_bytes(_RANDOM_BYTES) if randomness is None else randomness
    if len(tail) != _RANDOM_BYTES:
        raise UsageError(f"ULID randomness: expected {_RANDOM_BYTES} bytes, got {len(tail)}")
    number = (moment_ms << 80) | int.from_bytes(tail, "big")
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(5 * (_LENGTH - 1), -1, -5))


def is_safe_id(text: str) -> bool:
    """True for an id that may name a data file: 1 to 128 of A-Z a-z 0-9 _ - and inner dots.

    Not `labels` or `x.labels`: a file of that name is taken for a side table, and its steps would not be found.
    """
    if text.rpartition(".")[2] in TABLES:
        return False
    body = text.replace("-", "").replace("_", "").replace(".", "")
    return 0 < len(text) <= 128 and body.isascii() and body.isalnum() and text[0] != "." and text[-1] != "."
