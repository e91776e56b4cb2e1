from __future__ import annotations

import json

from driven_phone import Driven
from u2_phone import U2Phone, at_login, selector

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.u2.info import device_info, object_info, rect_fields
from gui_rec.phone.u2.lookup import node_at
from gui_rec.phone.u2.params import Params
from gui_rec.phone.world.config import PhoneConfig


def test_a_rectangle() -> None:
    assert rect_fields(Rect(1, 2, 3, 4)) == {"left": 1, "top": 2, "right": 3, "bottom": 4}


def test_all_that_the_client_asks_of_a_view() -> None:
    node = node_at(at_login().session, Params([selector(text="Sign in")]))
    told = object_info(node)
    assert told["bounds"] == told["visibleBounds"] == rect_fields(node.visible)
    assert told["className"] == "android.widget.Button"
    assert told["packageName"] == "com.example.shop"
    assert told["resourceName"] == "com.example.shop:id/sign_in"
    assert told["contentDescription"] is None
    assert told["childCount"] == 0
    assert (told["clickable"], told["enabled"], told["checkable"], told["focused"]) == (
        True,
        True,
        False,
        False,
    )
    assert json.loads(json.dumps(told)) == told


def test_children_are_counted() -> None:
    node = node_at(at_login().session, Params([selector(scrollable=False, resourceId="android:id/content")]))
    assert object_info(node)["childCount"] == len(node.children) > 0


def test_the_device() -> None:
    assert device_info(U2Phone().driven.phone) == {
        "currentPackageName": "com.android.launcher3",
        "displayHeight": 2400,
        "displayRotation": 0,
        "displaySizeDpX": 411,
        "displaySizeDpY": 914,
        "displayWidth": 1080,
        "naturalOrientation": True,
        "productName": "sdk_gphone64_x86_64",
        "screenOn": True,
        "sdkInt": 34,
    }


def test_the_device_on_its_side_and_dark() -> None:
    driven = Driven(PhoneConfig(size=ScreenSize(720, 1600), density_dpi=320, api=30))
    driven.phone.settings.put("system", "accelerometer_rotation", "0")
    driven.phone.settings.put("system", "user_rotation", "3")
    driven.phone.key("SLEEP")
    told = device_info(driven.phone)
    assert (told["displayWidth"], told["displayHeight"], told["displayRotation"]) == (1600, 720, 3)
    assert (told["displaySizeDpX"], told["displaySizeDpY"]) == (800, 360)
    assert (told["naturalOrientation"], told["screenOn"], told["sdkInt"]) == (False, False, 30)
    assert told["currentPackageName"] is None
