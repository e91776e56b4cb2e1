from __future__ import annotations

import io
from dataclasses import replace

from driven_phone import Driven, in_settings
from PIL import Image

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.render.frame import encode_png, render
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.vision.png import check_png


def test_a_frame_is_opaque_and_of_the_screen_s_size() -> None:
    image = render(Driven().phone._engine.scene())
    assert (image.mode, image.size) == ("RGBA", (1080, 2400))
    assert image.getchannel("A").getextrema() == (255, 255)


def test_a_dialog_dims_what_lies_behind() -> None:
    driven = in_settings("Display")
    before = render(driven.phone._engine.scene()).convert("L")
    driven.tap("Screen timeout")
    after = render(driven.phone._engine.scene()).convert("L")
    assert after.getpixel((10, 1000)) < before.getpixel((10, 1000))  # type: ignore[operator]
    bounds = driven.phone._engine.scene().active.bounds
    assert after.getpixel((bounds.center.x, bounds.top + 20)) > 200  # type: ignore[operator]


def test_off_and_secure_screens_are_black() -> None:
    scene = Driven().phone._engine.scene()
    for black in (replace(scene, black=True), replace(scene, awake=False)):
        assert render(black).convert("L").getextrema() == (0, 0)


def test_landscape_is_painted_wide() -> None:
    driven = in_settings()
    driven.phone.settings.put("system", "accelerometer_rotation", "0")
    driven.phone.settings.put("system", "user_rotation", "1")
    driven.phone.hierarchy()
    assert render(driven.phone._engine.scene()).size == (2400, 1080)


def test_a_small_screen_is_painted_too() -> None:
    driven = Driven(PhoneConfig(size=ScreenSize(360, 640), density_dpi=160))
    driven.tap("Shop")
    driven.tap("username")
    assert render(driven.phone._engine.scene()).size == (360, 640)


def test_the_png_is_whole_and_loses_nothing() -> None:
    image = render(in_settings().phone._engine.scene())
    data = encode_png(image)
    assert check_png(data) == ScreenSize(1080, 2400)
    assert Image.open(io.BytesIO(data)).tobytes() == image.tobytes()
    assert len(data) < 400_000


def test_the_same_scene_gives_the_same_bytes() -> None:
    scene = in_settings().phone._engine.scene()
    assert encode_png(render(scene)) == encode_png(render(scene))
