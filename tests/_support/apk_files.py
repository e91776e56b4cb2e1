"""APKs of nothing but a manifest, made here."""

from __future__ import annotations

import io
import struct
import zipfile


def manifest(package: str, *, utf8: bool = False, attribute: str = "package") -> bytes:
    """A binary AndroidManifest.xml: a string pool and the element `manifest` with one attribute."""
    strings = [attribute, "manifest", package]
    data, offsets = b"", []
    for text in strings:
        offsets.append(len(data))
        data += _utf8(text) if utf8 else _utf16(text)
    data += b"\0" * (-len(data) % 4)
    start = 28 + 4 * len(strings)
    pool = struct.pack("<HHI5I", 1, 28, start + len(data), len(strings), 0, 0x100 if utf8 else 0, start, 0)
    pool += struct.pack(f"<{len(strings)}I", *offsets) + data
    none = 0xFFFFFFFF
    element = struct.pack("<HHIII", 0x0102, 16, 56, 1, none)
    element += struct.pack("<IIHHHHHH", none, 1, 20, 20, 1, 0, 0, 0)
    element += struct.pack("<IIIHBBI", none, 0, 2, 8, 0, 3, 2)
    body = pool + element
    return struct.pack("<HHI", 3, 8, 8 + len(body)) + body


def _utf8(text: str) -> bytes:
    raw = text.encode()
    return _length8(len(text)) + _length8(len(raw)) + raw + b"\0"


def _length8(count: int) -> bytes:
    return bytes([count]) if count < 0x80 else bytes([0x80 | count >> 8, count & 0xFF])


def _utf16(text: str) -> bytes:
    raw = text.encode("utf-16-le")
    return struct.pack("<H", len(raw) // 2) + raw + b"\0\0"


def apk(package: str, *, utf8: bool = False) -> bytes:
    """An APK with that manifest."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("AndroidManifest.xml", manifest(package, utf8=utf8))
    return stream.getvalue()
