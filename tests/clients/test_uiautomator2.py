"""uiautomator2, unmodified from the registry, against the phone through a real adb server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from client_venv import client_python, run_script

from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = [pytest.mark.slow, pytest.mark.clients, pytest.mark.timeout(900)]
Found = dict[str, Any]


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(api=34) as made:
        yield made


@pytest.fixture(scope="module")
def found(phone: SimulatedPhone, tmp_path_factory: pytest.TempPathFactory) -> Found:
    python = client_python("uiautomator2", ["uiautomator2>=3,<4"])
    return run_script(
        python,
        "drive_uiautomator2.py",
        phone.process.serial,
        environ=phone.server.environ,
        cwd=tmp_path_factory.mktemp("u2"),
    )


def test_it_connects_quickly_and_tells_the_device(found: Found) -> None:
    assert found["version"].startswith("3.")
    assert found["connect_s"] < 5
    assert all(taken_ms < 1000 for taken_ms in found["call_ms"].values())
    assert found["info"]["sdkInt"] == 34
    assert (found["info"]["displayWidth"], found["info"]["displayHeight"]) == (1080, 2400)
    assert found["info"]["currentPackageName"] == "com.android.launcher3"
    assert found["device_info"]["version"] == 14


def test_apps_are_started_and_told(found: Found) -> None:
    assert (found["current"]["package"], found["current"]["activity"]) == (
        "com.example.shop",
        ".LoginActivity",
    )
    assert found["home"] == "com.android.launcher3"
    assert found["session"] is True


def test_views_are_found_and_texts_set(found: Found) -> None:
    assert found["waited"] is True
    assert found["name_bounds"] == [74, 693, 1006, 840]
    assert found["hint"] == found["cleared"] == "User name"
    assert found["set_text"] == "zoë 😀"
    assert found["error"] is True


def test_its_own_keyboard_is_installed_and_types(found: Found) -> None:
    assert found["focused"] == "com.example.shop:id/password"
    assert found["ime_before"] is False
    assert found["ime"] == "com.github.uiautomator/.AdbKeyboard"
    assert found["typed"] == "••••••"
    assert "latin" in found["ime_after"]


def test_clicks_and_xpath_lead_on(found: Found) -> None:
    assert found["signed_in"] is True
    assert {"Desk lamp", "$24.50"} <= set(found["xpath_texts"])
    assert found["prices"] >= 3


def test_toasts_come_through_its_own_channel(found: Found) -> None:
    assert found["no_toast"] is None
    assert found["own_toast"] == "Hello from the client"
    assert found["app_toast"] == "Added to cart"


def test_clipboard_picture_and_orientation(found: Found) -> None:
    assert found["clipboard"] == "clip ✂"
    assert found["picture"] == [1080, 2400, "JPEG"]
    assert found["turned"] == ["left", 2400, 1080, 2400, 1080]
    assert found["upright"] == ["natural", 1080, 2400]


def test_lists_scroll(found: Found) -> None:
    assert found["swiped"] is True
    assert found["to_end"] is True
    assert found["back_at_top"] is True
    assert found["children"] > 5


def test_what_is_not_there_is_its_own_exception(found: Found) -> None:
    assert "UiObjectNotFoundException" in found["missing"]
    assert found["gone"] is True


def test_the_screen_goes_off_and_on(found: Found) -> None:
    assert (found["screen_off"], found["screen_on"]) == (False, True)


def test_its_hierarchy_has_the_attributes_of_its_own_dumper(found: Found) -> None:
    assert {"visible-to-user", "drawing-order", "hint", "display-id"} <= set(found["tree_attributes"])


def test_it_comes_back_after_a_reset_and_ends_when_told(found: Found) -> None:
    assert found["after_reset"] == 34
    assert "app_process" not in found["processes"]
