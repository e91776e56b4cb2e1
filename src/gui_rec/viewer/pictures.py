"""Screenshots small enough for a page, inside the page."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass

from PIL import Image

from gui_rec.model.geometry import ScreenSize

_FORMATS = ("PNG", "JPEG", "WEBP")
_QUALITY = 80


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A picture as a `data:` address, and the size that its bounds are of (px of the screen)."""

    address: str
    screen: ScreenSize


def thumbnail(picture: bytes | None, width_px: int = 360) -> Thumbnail | None:
    """The picture at `width_px`; None for one that is absent or does not decode."""
    if picture is None:
        return None
    try:
        with Image.open(io.BytesIO(picture), formats=_FORMATS) as image:
            screen = ScreenSize(image.width, image.height)
            height_px = max(1, round(image.height * width_px / image.width))
            small = image.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    stream = io.BytesIO()
    small.save(stream, "WEBP", quality=_QUALITY)
    return Thumbnail(f"data:image/webp;base64,{base64.b64encode(stream.getvalue()).decode('ascii')}", screen)
