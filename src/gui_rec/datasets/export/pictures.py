"""A step's picture as it is written: the recorded bytes, or resized as a model's own processor does it.

A trainer's processor that gets a picture of the size it would choose itself leaves it alone, and numbers in pixels of
the resized picture stay true.
"""

from __future__ import annotations

import io

import PIL.Image

from gui_rec.errors import UsageError
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.resize import QWEN2_5, QWEN3, SCALECUA_TRAIN, UI_TARS, Resize

RESIZES: dict[str, Resize] = {
    "qwen2.5-vl": QWEN2_5,
    "qwen3-vl": QWEN3,
    "ui-tars": UI_TARS,
    "scalecua": SCALECUA_TRAIN,
}
"""Processors by the name that `--resize` knows."""

_PNG_START = b"\x89PNG\r\n\x1a\n"
_JPEG_START = b"\xff\xd8\xff"


def resize_called(name: str) -> Resize:
    """Raises UsageError for an unknown one."""
    if name not in RESIZES:
        raise UsageError(f"resize: expected one of {', '.join(RESIZES)}, got {name!r}")
    return RESIZES[name]


def resized(data: bytes, size: ScreenSize) -> bytes:
    """A whole picture as a PNG of `size`; the bytes themselves where it has that size already."""
    with PIL.Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as picture:
        if picture.size == (size.width_px, size.height_px):
            return data
        smaller = picture.convert("RGB").resize((size.width_px, size.height_px), PIL.Image.Resampling.BICUBIC)
    out = io.BytesIO()
    smaller.save(out, "PNG")
    return out.getvalue()


def written_size(recorded: ScreenSize, resize: Resize | None, upright: ScreenSize | None) -> ScreenSize:
    """The size of the written picture. `upright` is turned for a picture that is wider than high.

    Raises InputError for sides that no processor takes.
    """
    if resize is not None:
        return resize.of(recorded)
    if upright is None:
        return recorded
    turned = (recorded.width_px > recorded.height_px) != (upright.width_px > upright.height_px)
    return ScreenSize(upright.height_px, upright.width_px) if turned else upright


def media_type(data: bytes) -> str:
    """`image/png`, `image/jpeg` or `image/webp`, by the first bytes of a picture that was checked before."""
    return f"image/{_kind(data)}"


def picture_name(episode_id: str, step_index: int, data: bytes) -> str:
    """The picture's file in an export."""
    return f"images/{episode_id}/{step_index:05d}.{_kind(data).replace('jpeg', 'jpg')}"


def _kind(data: bytes) -> str:
    if data.startswith(_PNG_START):
        return "png"
    return "jpeg" if data.startswith(_JPEG_START) else "webp"
