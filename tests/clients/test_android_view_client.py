"""AndroidViewClient, unmodified from the registry, against the phone through a real adb server."""

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
    python = client_python("androidviewclient", ["androidviewclient>=25,<26"])
    return run_script(
        python,
        "drive_android_view_client.py",
        phone.process.serial,
        environ=phone.server.environ,
        cwd=tmp_path_factory.mktemp("avc"),
    )


def test_it_connects(found: Found, phone: SimulatedPhone) -> None:
    assert found["serial"] == phone.process.serial
    assert found["connect_s"] < 5
    assert found["sdk"] == "34"
    assert found["shell"].strip() == "hi"


def test_it_reads_the_hierarchy(found: Found) -> None:
    assert {"Shop", "Notes", "Settings"} <= set(found["home_texts"])
    assert found["class"] == "android.widget.EditText"
    assert found["coords"] == [[74, 693], [1006, 840]]
    assert found["center"] == [540, 766.5]
    assert found["hint"] == "User name"


def test_it_touches_and_types(found: Found) -> None:
    assert found["keyboard"] is True
    assert found["typed"] == "ada"
    assert found["top"] == "com.example.shop/.HomeActivity"
    assert {"Desk lamp", "$24.50"} <= set(found["shop_texts"])


def test_it_takes_snapshots_and_knows_the_display(found: Found) -> None:
    assert found["picture"] == [1080, 2400]
    assert found["display"] == {"width": 1080, "height": 2400, "density": 2.625, "orientation": 0}
    assert found["physical"] == {"width": 1080, "height": 2400, "density": 420.0}
    assert found["windows"] >= 3


def test_it_drags_and_presses(found: Found) -> None:
    assert found["dragged"] is True
    assert found["home"].startswith("com.android.launcher3/")
    assert (found["screen_on"], found["locked"]) == (True, False)
