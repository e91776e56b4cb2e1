from __future__ import annotations

import io

import PIL.Image
import pytest
from small_recordings import small_look

from gui_rec.datasets.export.pictures import (
    RESIZES,
    media_type,
    picture_name,
    resize_called,
    resized,
    written_size,
)
from gui_rec.errors import UsageError
from gui_rec.model.geometry import ScreenSize

_PHONE = ScreenSize(1080, 2400)


def _as(kind: str) -> bytes:
    out = io.BytesIO()
    PIL.Image.new("RGB", (8, 4), (1, 2, 3)).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("name", RESIZES)
def test_a_processor_leaves_its_own_size_alone(name: str) -> None:
    resize = resize_called(name)
    once = written_size(_PHONE, resize, None)
    assert resize.of(once) == once
    assert once.width_px % resize.factor == once.height_px % resize.factor == 0


def test_sizes() -> None:
    assert written_size(_PHONE, None, None) == _PHONE
    assert written_size(_PHONE, RESIZES["qwen2.5-vl"], None) == ScreenSize(1092, 2408)
    half = ScreenSize(540, 1200)
    assert written_size(_PHONE, None, half) == half
    assert written_size(ScreenSize(2400, 1080), None, half) == ScreenSize(1200, 540)
    with pytest.raises(UsageError, match=r"expected one of qwen2\.5-vl"):
        resize_called("nothing")


def test_a_picture_of_the_right_size_keeps_its_bytes() -> None:
    data = small_look(0).screenshot
    assert data is not None
    assert resized(data, ScreenSize(40, 80)) is data
    smaller = resized(data, ScreenSize(20, 40))
    with PIL.Image.open(io.BytesIO(smaller)) as picture:
        assert (picture.size, picture.mode, picture.format) == ((20, 40), "RGB", "PNG")
        assert picture.getpixel((3, 3)) == (0, 9, 9)
    assert resized(data, ScreenSize(20, 40)) == smaller


@pytest.mark.parametrize(
    ("kind", "media", "suffix"),
    [("PNG", "image/png", "png"), ("JPEG", "image/jpeg", "jpg"), ("WEBP", "image/webp", "webp")],
)
def test_a_pictures_kind_is_read_from_its_bytes(kind: str, media: str, suffix: str) -> None:
    data = _as(kind)
    assert media_type(data) == media
    assert picture_name("e", 7, data) == f"images/e/00007.{suffix}"
