"""TFRecord shards and protocol buffers, written byte by byte after their published descriptions."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

_POLYNOMIAL = 0x82F63B78


def crc32c(data: bytes) -> int:
    """CRC-32C, bit by bit."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (_POLYNOMIAL if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def _masked(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((((crc >> 15) | (crc << 17)) & 0xFFFFFFFF) + 0xA282EAD8) & 0xFFFFFFFF)


def tfrecord(records: Iterable[bytes], *, zipped: bool = True) -> bytes:
    """A whole shard. The checksum of the data is right only where no gzip is around it, which nobody reads then."""
    parts = []
    for record in records:
        length = struct.pack("<Q", len(record))
        parts += [length, _masked(length), record, b"\0\0\0\0" if zipped else _masked(record)]
    data = b"".join(parts)
    return gzip.compress(data, 1) if zipped else data


def varint(value: int) -> bytes:
    """A number; a negative one as 64 bits of two's complement."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def number_field(number: int, value: int) -> bytes:
    """A varint field."""
    return varint(number << 3) + varint(value)


def bytes_field(number: int, value: bytes | str) -> bytes:
    """A field of bytes, text or a message."""
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


Feature = list[bytes] | list[str] | list[int] | list[float]


def example(features: Mapping[str, Feature]) -> bytes:
    """A `tf.train.Example`."""
    entries = (
        bytes_field(1, bytes_field(1, name) + bytes_field(2, _feature(values)))
        for name, values in features.items()
    )
    return bytes_field(1, b"".join(entries))


def _feature(values: Feature) -> bytes:
    if values and isinstance(values[0], float):
        return bytes_field(2, bytes_field(1, struct.pack(f"<{len(values)}f", *values)))
    if values and isinstance(values[0], int):
        return bytes_field(3, bytes_field(1, b"".join(varint(int(value)) for value in values)))
    return bytes_field(
        1, b"".join(bytes_field(1, value) for value in values if isinstance(value, bytes | str))
    )


def write_shard(file: Path, records: Iterable[bytes], *, zipped: bool = True) -> Path:
    """A shard on the disk."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(tfrecord(records, zipped=zipped))
    return file


def rect(left: int, top: int, right: int, bottom: int) -> bytes:
    """android_env's ProtoRect; zeros are left out, as protocol buffers do."""
    sides = enumerate((left, top, right, bottom), 1)
    return b"".join(number_field(number, value) for number, value in sides if value)


def node(
    name: int,
    bounds: tuple[int, int, int, int],
    *,
    text: str = "",
    class_name: str = "android.widget.TextView",
    package: str = "com.shop",
    resource_id: str = "",
    children: Iterable[int] = (),
    clickable: bool = False,
) -> bytes:
    """android_env's AndroidAccessibilityNodeInfo."""
    parts = [number_field(1, name)] if name else []
    parts += [bytes_field(2, rect(*bounds)), bytes_field(3, class_name), bytes_field(6, package)]
    parts += [bytes_field(7, text)] if text else []
    parts += [bytes_field(10, resource_id)] if resource_id else []
    parts += [number_field(14, 1)] if clickable else []
    parts += [number_field(16, 1), number_field(23, 1)]
    ids = b"".join(varint(child) for child in children)
    return b"".join([*parts, bytes_field(25, ids)] if ids else parts)


def window(
    nodes: Iterable[bytes], *, layer: int = 1, kind: int = 1, title: str = "", active: bool = True
) -> bytes:
    """android_env's AndroidAccessibilityWindowInfo."""
    tree = b"".join(bytes_field(1, each) for each in nodes)
    return b"".join(
        [
            bytes_field(1, rect(0, 0, 1080, 2400)),
            number_field(4, layer),
            bytes_field(5, title),
            number_field(6, kind),
            number_field(8, int(active)),
            bytes_field(11, tree),
        ]
    )


def forest(windows: Iterable[bytes]) -> bytes:
    """android_env's AndroidAccessibilityForest."""
    return b"".join(bytes_field(1, each) for each in windows)
