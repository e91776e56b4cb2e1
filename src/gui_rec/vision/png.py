"""Whether bytes are one whole PNG, and where a PNG lies in noisy output.

Pillow alone does not tell: it opens and loads a file without its IEND, and ignores a wrong CRC of IDAT
(measured with Pillow 13). Reasons of the errors are those of `gui_rec.model.flags.MissingReason`.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import PIL.Image

from gui_rec.errors import ImageError
from gui_rec.model.geometry import ScreenSize

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_SIDE_PX = 16384
MAX_PIXELS = 64_000_000
MAX_BYTES = 256 * 1024 * 1024

_DAMAGED = (
    (b"\x89PNG\r\r\n", "LF became CR CR LF"),
    (b"\x89PNG\r\r\r\n", "LF became CR CR LF"),
    (b"\x89PNG\n\x1a", "CR LF became LF"),
    (b"\x89PNG\r\r", "LF became CR CR LF"),
    (b"\xc2\x89PNG", "it was encoded again as text"),
    (b"\xef\xbf\xbdPNG", "it was decoded as text"),
    (b"\xff\xfe", "it was written as UTF-16, as PowerShell's `>` does"),
)


@dataclass(frozen=True, slots=True)
class _Chunk:
    kind: bytes
    start: int
    end: int


def check_png(data: bytes) -> ScreenSize:
    """The size of the picture, after every test: signature, chunk CRCs, IEND last, and a full decode.

    Raises ImageError `screencap_truncated` where bytes are missing at the end, else `screencap_failed`.
    """
    size = check_structure(data)
    _decoded(data)
    return size


def check_structure(data: bytes) -> ScreenSize:
    """As `check_png` without the decode, for who decodes anyway (through `decode`)."""
    _check_signature(data)
    size: ScreenSize | None = None
    has_pixels = False
    last = _Chunk(b"", 0, 0)
    for last in _chunks(data):
        if size is None:
            size = _size(data, last)
        _check_crc(data, last)
        has_pixels = has_pixels or last.kind == b"IDAT"
    if last.kind != b"IEND" or size is None:
        raise ImageError(
            "screencap_truncated", f"PNG of {len(data)} bytes: expected an IEND chunk, got the end"
        )
    if last.end != len(data):
        raise ImageError(
            "screencap_failed", f"PNG: expected the end after IEND, got {len(data) - last.end} bytes more"
        )
    if not has_pixels:
        raise ImageError("screencap_failed", "PNG: expected an IDAT chunk, got none")
    return size


def strip_noise(data: bytes) -> tuple[bytes, bytes]:
    """(the PNG, the noise around it) of what a device printed. Nothing is repaired.

    Warnings may stand before the picture and a linker's lines after its IEND. A picture that is damaged
    inside is handed back to the end, for `check_png` to name. Raises ImageError where there is none.
    """
    start = data.find(SIGNATURE)
    if start < 0:
        _check_signature(data)
    end = len(data)
    try:
        for chunk in _chunks(data[start:] if start else data):
            if chunk.kind == b"IEND":
                end = start + chunk.end
    except ImageError:
        end = len(data)
    return data[start:end], data[:start] + data[end:]


def decode(data: bytes) -> PIL.Image.Image:
    """The picture as Pillow decodes it, wholly loaded. Raises ImageError. Check the structure first."""
    return _decoded(data).copy()


# What was found whole is measured next, and a decode takes ten times as long as a copy.
@lru_cache(maxsize=1)
def _decoded(data: bytes) -> PIL.Image.Image:
    try:
        image = PIL.Image.open(io.BytesIO(data), formats=("PNG",))
        image.load()
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error) as error:
        raise ImageError(
            "screencap_failed", f"PNG of {len(data)} bytes: expected pixels, got: {error}"
        ) from error
    return image


def _check_signature(data: bytes) -> None:
    if data.startswith(SIGNATURE):
        return
    if data and SIGNATURE.startswith(data):
        raise ImageError(
            "screencap_truncated", f"PNG: expected a picture, got its first {len(data)} bytes only"
        )
    for start, what in _DAMAGED:
        if start in data[:4096] and (start != b"\xff\xfe" or data.startswith(start)):
            raise ImageError(
                "screencap_failed",
                f"PNG: its line ends or bytes were changed on the way ({what}); use `adb exec-out`",
            )
    got = repr(data[:80].decode("utf-8", "replace")) if data else "nothing"
    raise ImageError("screencap_failed", f"PNG: expected the signature 89 50 4E 47 0D 0A 1A 0A, got {got}")


def _chunks(data: bytes) -> Iterator[_Chunk]:
    """The chunks up to IEND. Raises ImageError where one runs past the end."""
    if len(data) > MAX_BYTES:
        raise ImageError("screencap_failed", f"PNG: expected at most {MAX_BYTES} bytes, got {len(data)}")
    at = len(SIGNATURE)
    while at < len(data):
        if at + 12 > len(data):
            raise _truncated(data, at)
        length, kind = struct.unpack_from(">I4s", data, at)
        if not kind.isalpha():
            raise ImageError("screencap_failed", f"PNG: expected a chunk name at byte {at + 4}, got {kind!r}")
        end = at + 12 + length
        if end > len(data):
            raise _truncated(data, at)
        yield _Chunk(kind, at, end)
        if kind == b"IEND":
            return
        at = end


def _truncated(data: bytes, at: int) -> ImageError:
    return ImageError(
        "screencap_truncated", f"PNG of {len(data)} bytes: expected the whole chunk at byte {at}, got the end"
    )


def _check_crc(data: bytes, chunk: _Chunk) -> None:
    (expected,) = struct.unpack_from(">I", data, chunk.end - 4)
    if zlib.crc32(memoryview(data)[chunk.start + 4 : chunk.end - 4]) != expected:
        raise ImageError(
            "screencap_failed",
            f"PNG: expected a right checksum of chunk {chunk.kind.decode('ascii')} at byte {chunk.start}, "
            "got a wrong one; the bytes were damaged",
        )


def _size(data: bytes, chunk: _Chunk) -> ScreenSize:
    if chunk.kind != b"IHDR" or chunk.end - chunk.start != 25:
        raise ImageError("screencap_failed", f"PNG: expected an IHDR chunk first, got {chunk.kind!r}")
    width, height = struct.unpack_from(">II", data, chunk.start + 8)
    if not (1 <= width <= MAX_SIDE_PX and 1 <= height <= MAX_SIDE_PX and width * height <= MAX_PIXELS):
        raise ImageError(
            "screencap_failed",
            f"PNG: expected sides of 1..{MAX_SIDE_PX} px and at most {MAX_PIXELS} pixels, "
            f"got {width}x{height}",
        )
    return ScreenSize(width, height)
