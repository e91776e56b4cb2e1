from __future__ import annotations

import base64
import io

import pytest
from driven_phone import Driven
from PIL import Image
from u2_phone import U2Phone, at_login

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.u2._api import RpcError
from gui_rec.phone.world.config import PhoneConfig


def small(**config: object) -> U2Phone:
    return U2Phone(Driven(PhoneConfig(size=ScreenSize(360, 640), density_dpi=160, **config)))  # type: ignore[arg-type]


def picture(phone: U2Phone, *params: object) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(phone.call("takeScreenshot", *params))))


def test_the_picture_is_a_jpeg_of_the_screen() -> None:
    shown = picture(small(), 1, 80)
    assert (shown.format, shown.size, shown.mode) == ("JPEG", (360, 640), "RGB")


def test_it_shows_what_the_frame_shows() -> None:
    phone = small()
    jpeg = picture(phone, 1, 95).resize((36, 64))
    png = Image.open(io.BytesIO(phone.driven.phone.frame())).convert("RGB").resize((36, 64))
    differences = [abs(a - b) for a, b in zip(jpeg.tobytes(), png.tobytes(), strict=True)]
    assert sum(differences) / len(differences) < 3


def test_scale_and_quality() -> None:
    phone = small()
    assert picture(phone, 0.5, 80).size == (180, 320)
    coarse, fine = (phone.call("takeScreenshot", 1, quality) for quality in (10, 95))
    assert len(coarse) < len(fine)
    assert picture(phone).size == (360, 640)


def test_the_same_screen_gives_the_same_bytes() -> None:
    assert small().call("takeScreenshot", 1, 80) == small().call("takeScreenshot", 1, 80)


def test_a_picture_that_was_asked_for_before_is_not_made_again_until_the_screen_changes() -> None:
    phone = small()
    first = phone.call("takeScreenshot", 1, 80)
    assert phone.call("takeScreenshot", 1, 80) is first
    assert phone.call("takeScreenshot", 1, 20) != first
    phone.driven.tap("Shop")
    assert phone.call("takeScreenshot", 1, 80) != first


@pytest.mark.parametrize("params", [(0, 80), (2, 80), (-1, 80), (1, 0), (1, 101)])
def test_what_no_picture_can_be_is_refused(params: tuple[float, int]) -> None:
    with pytest.raises(RpcError, match="expected a scale"):
        small().call("takeScreenshot", *params)


def test_a_turned_screen_is_turned_in_the_picture() -> None:
    phone = small()
    phone.call("setOrientation", "left")
    assert picture(phone, 1, 80).size == (640, 360)


def test_a_secure_screen_is_black_or_not_given() -> None:
    phone = small()
    phone.driven.phone.faults.set("secure-screen")
    assert picture(phone, 1, 80).getextrema() == ((0, 0), (0, 0), (0, 0))
    refusing = small()
    refusing.driven.phone.faults.set("secure-screen:1")
    assert refusing.call("takeScreenshot", 1, 80) is None


def test_the_hierarchy_of_all_windows_or_of_the_active_one() -> None:
    phone = at_login()
    assert {one["package"] for one in phone.tree(False, 50)} == {"com.example.shop", "com.android.systemui"}
    assert {one["package"] for one in phone.tree(False, 50, True)} == {"com.example.shop"}
    assert len(phone.tree(False, 1)) == 3


def test_a_dark_screen_has_none() -> None:
    phone = U2Phone()
    phone.call("sleep")
    assert phone.call("dumpWindowHierarchy", False, 50) == ""
    assert phone.call("dumpWindowHierarchy", False, 50, True) == ""


def test_tree_and_picture_are_of_one_version() -> None:
    phone = small()
    phone.driven.tap("Shop")
    version = phone.driven.phone.version
    phone.call("dumpWindowHierarchy", False, 50)
    phone.call("takeScreenshot", 1, 80)
    assert phone.driven.phone.version == version


def test_a_missing_root_is_an_empty_hierarchy() -> None:
    phone = U2Phone()
    phone.driven.phone.faults.set("null-root:1")
    assert phone.call("dumpWindowHierarchy", False, 50) == ""
    assert phone.call("dumpWindowHierarchy", False, 50) != ""
