"""Airtest in its adb modes, unmodified from the registry, against the phone through a real adb server."""

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
    python = client_python("airtest", ["airtest>=1.4,<2", "numpy<2"])
    return run_script(
        python,
        "drive_airtest.py",
        phone.process.serial,
        environ=phone.server.environ,
        cwd=tmp_path_factory.mktemp("airtest"),
    )


def test_it_connects_in_its_adb_modes(found: Found) -> None:
    assert found["methods"] == ["ADBCAP", "ADBTOUCH", "ADBORI"]
    assert found["connect_s"] < 10
    assert (found["display"]["width"], found["display"]["height"]) == (1080, 2400)
    assert found["resolution"] == [1080, 2400]


def test_it_takes_snapshots(found: Found) -> None:
    assert found["snapshot"] == [2400, 1080, 3]
    assert found["png"] == [1080, 2400]


def test_it_knows_the_apps(found: Found) -> None:
    assert {"com.example.shop", "com.android.settings"} <= set(found["apps"])
    assert "com.android.settings" not in found["third"]
    assert found["path"].endswith("/base.apk")
    assert found["top"] == "com.example.shop/.LoginActivity"
    assert found["package_version"] == 231
    assert found["start_ms"] > 0
    assert found["stopped"] == "none"


def test_it_touches_types_and_swipes(found: Found) -> None:
    assert found["keyboard"] is True
    assert found["typed"] == 1
    assert found["swiped"] is True
    assert found["home"].startswith("com.android.launcher3/")


def test_it_finds_a_picture_on_the_screen_and_touches_it(found: Found) -> None:
    assert found["exists"]
    x, y = found["waited"]
    assert abs(x - 317) <= 3
    assert abs(y - 950) <= 3
    assert found["focused"] is True


def test_it_reads_the_state_and_moves_files(found: Found) -> None:
    assert found["screen"] == [True, False]
    assert found["ip"].startswith("10.")
    assert found["same_bytes"] is True
