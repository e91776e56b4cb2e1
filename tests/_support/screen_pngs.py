"""Small screenshots for tests."""

from __future__ import annotations

import io
import random
import struct
import zlib

import PIL.Image
import PIL.ImageDraw

from gui_rec.vision.png import SIGNATURE


def encode(image: PIL.Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def screen(
    seed: int = 0, size: tuple[int, int] = (270, 600), mode: str = "RGBA", rows: int = 14
) -> PIL.Image.Image:
    """A list of coloured rows with text, the same for the same seed."""
    rng = random.Random(seed)
    image = PIL.Image.new("RGB", size, (250, 250, 250))
    draw = PIL.ImageDraw.Draw(image)
    height = size[1] // rows
    for row in range(rows):
        colour = tuple(rng.randrange(256) for _ in range(3))
        draw.rectangle(
            (8, row * height + 4, size[0] * rng.randrange(3, 10) // 10, (row + 1) * height - 4), fill=colour
        )
        draw.text((12, row * height + 8), f"row {rng.randrange(1000)}", fill=(0, 0, 0))
    return image.convert(mode)


def screen_png(seed: int = 0, size: tuple[int, int] = (270, 600), mode: str = "RGBA") -> bytes:
    return encode(screen(seed, size, mode))


def chunk(kind: bytes, body: bytes) -> bytes:
    """A PNG chunk with its right checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def raw_png(width: int, height: int, depth: int, colour_type: int, rows: bytes) -> bytes:
    """A PNG of ready rows (each with its filter byte), for modes that Pillow does not write."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
