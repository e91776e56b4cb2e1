"""Whole pictures and hierarchies of a few bytes."""

from __future__ import annotations

import struct
import zlib


def tiny_png(rgb: tuple[int, int, int] = (0, 0, 0), width_px: int = 2, height_px: int = 3) -> bytes:
    """A whole 8-bit RGB PNG of one colour."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(rgb) * width_px) * height_px
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def tiny_xml(text: str = "OK") -> str:
    """A whole view hierarchy of one button, as `uiautomator dump` spells it."""
    label = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
        f'<node index="0" text="{label}" resource-id="com.example:id/ok" class="android.widget.Button" '
        'package="com.example" content-desc="" checkable="false" checked="false" clickable="true" '
        'enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" '
        'password="false" selected="false" bounds="[0,0][2,3]" /></hierarchy>'
    )
