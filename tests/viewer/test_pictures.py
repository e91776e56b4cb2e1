"""Screenshots small enough for a page."""

from __future__ import annotations

import base64
import io

import pytest
from pictures import tiny_png
from PIL import Image

from gui_rec.model.geometry import ScreenSize
from gui_rec.viewer.pictures import thumbnail


def png(width: int, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height), (10, 200, 30)).save(stream, "PNG")
    return stream.getvalue()


def test_a_picture_is_made_small_and_its_screen_is_kept() -> None:
    made = thumbnail(png(1080, 2400))
    assert made is not None
    assert made.screen == ScreenSize(1080, 2400)
    kind, _, data = made.address.partition(",")
    assert kind == "data:image/webp;base64"
    with Image.open(io.BytesIO(base64.b64decode(data))) as image:
        assert image.size == (360, 800)


@pytest.mark.parametrize("picture", [None, b"", b"no picture", tiny_png()[:-20]])
def test_what_is_no_picture_is_none(picture: bytes | None) -> None:
    assert thumbnail(picture) is None
