"""Which package an APK is: read from its binary manifest (facts: AOSP ResourceTypes.h, ResXMLTree)."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

_MANIFEST = "AndroidManifest.xml"
_LIMIT_BYTES = 1 << 20
_XML, _STRING_POOL, _START_ELEMENT = 0x0003, 0x0001, 0x0102
_UTF8 = 0x0100
_STRINGS_LIMIT = 100_000


def package_of(apk: bytes) -> str | None:
    """The `package` of the manifest; None for what is no APK."""
    try:
        with zipfile.ZipFile(io.BytesIO(apk)) as archive:
            if archive.getinfo(_MANIFEST).file_size > _LIMIT_BYTES:
                return None
            return manifest_package(archive.read(_MANIFEST))
    except (zipfile.BadZipFile, KeyError, ValueError, zlib.error, NotImplementedError, RuntimeError, OSError):
        return None


def manifest_package(xml: bytes) -> str | None:
    """The `package` of a binary manifest's first element; None for what is none. Never raises."""
    strings: list[str] = []
    try:
        kind, position = struct.unpack_from("<HH", xml)
        if kind != _XML:
            return None
        while position + 8 <= len(xml):
            kind, _, size = struct.unpack_from("<HHI", xml, position)
            if size < 8:
                return None
            if kind == _STRING_POOL:
                strings = _strings(xml[position : position + size])
            elif kind == _START_ELEMENT:
                return _package_attribute(xml[position : position + size], strings)
            position += size
    except (struct.error, IndexError, UnicodeDecodeError):
        return None
    return None


def _strings(pool: bytes) -> list[str]:
    count, _, flags, start, _ = struct.unpack_from("<5I", pool, 8)
    if count > _STRINGS_LIMIT:
        raise IndexError
    offsets = struct.unpack_from(f"<{count}I", pool, 28)
    read = _utf8 if flags & _UTF8 else _utf16
    return [read(pool, start + offset) for offset in offsets]


def _utf8(pool: bytes, at: int) -> str:
    """Two lengths, in characters and in bytes, of one byte or (top bit set) two, then the text."""
    at += 2 if pool[at] & 0x80 else 1
    length = pool[at]
    at += 1
    if length & 0x80:
        length = (length & 0x7F) << 8 | pool[at]
        at += 1
    return pool[at : at + length].decode("utf-8", "replace")


def _utf16(pool: bytes, at: int) -> str:
    (length,) = struct.unpack_from("<H", pool, at)
    at += 2
    if length & 0x8000:
        (low,) = struct.unpack_from("<H", pool, at)
        length = (length & 0x7FFF) << 16 | low
        at += 2
    return pool[at : at + 2 * length].decode("utf-16-le", "replace")


def _package_attribute(element: bytes, strings: list[str]) -> str | None:
    start, size, count = struct.unpack_from("<HHH", element, 24)
    for number in range(count):
        name, value = struct.unpack_from("<2I", element, 20 + start + number * size)
        if strings[name] == "package":
            return strings[int(value)]
    return None
