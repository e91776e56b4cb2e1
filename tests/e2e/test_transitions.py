"""Blocks of people's own tests on the simulated phone: real uiautomator2, adbutils, and Appium by its two words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import adbutils
import pytest
from stand_in_appium import StandInAppium

import gui_rec
from gui_rec.phone.control_client import PhoneControl
from gui_rec.testing import TransitionError, transition
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.testing.transitions import Transition

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(api=34, seed=3) as made:
        yield made


@pytest.fixture
def control(phone: SimulatedPhone) -> PhoneControl:
    return phone.process.control


@pytest.fixture
def client(phone: SimulatedPhone) -> Any:
    """adbutils on the phone's own server."""
    host, port = phone.server.client.address
    return adbutils.AdbClient(host=host, port=port).device(serial=phone.process.serial)


def home(client: Any) -> None:
    client.shell("am force-stop com.example.shop")
    client.shell("input keyevent HOME")


def judged(block: Transition) -> tuple[str, str]:
    assert block.report is not None
    row = block.report.verdict
    return row.verdict.value, row.code.value


def test_uiautomator2_unmodified(
    phone: SimulatedPhone, client: Any, control: PhoneControl, tmp_path: Path
) -> None:
    u2 = pytest.importorskip("uiautomator2")
    driver = u2.connect(client)
    try:
        for mode in ("missing", "never"):
            home(client)
            driver.app_start("com.example.shop")
            assert driver(resourceId="com.example.shop:id/username").wait(timeout=10)
            with transition(driver, "type the name", record=mode, recordings=tmp_path) as block:
                driver(resourceId="com.example.shop:id/username").set_text("ada")
        assert judged(block)[0] in ("match", "acceptable")
        home(client)
        driver.app_start("com.example.shop")
        assert driver(resourceId="com.example.shop:id/username").wait(timeout=10)
        with (
            pytest.raises(TransitionError, match=r"'ada' -> 'bob'"),
            transition(driver, "type the name", recordings=tmp_path, timeout_s=3.0),
        ):
            driver(resourceId="com.example.shop:id/username").set_text("bob")
    finally:
        driver.stop_uiautomator()


def test_adbutils_and_a_serial(
    phone: SimulatedPhone, client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home(client)
    with transition(client, "open settings", record="missing", recordings=tmp_path):
        client.shell("am start -W -n com.android.settings/.Settings")
    home(client)
    for name, value in phone.server.environ.items():
        monkeypatch.setenv(name, value)
    with transition(phone.process.serial, "open settings", recordings=tmp_path) as block:
        client.shell("am start -W -n com.android.settings/.Settings")
    assert judged(block) == ("match", "OK")
    home(client)
    with (
        pytest.raises(TransitionError, match=r"NO_EFFECT|APP_LEFT|PACKAGE_MISMATCH"),
        transition(client, "open settings", recordings=tmp_path, timeout_s=3.0),
    ):
        pass
    client.shell("am start -W -n com.android.settings/.Settings")
    with (
        pytest.raises(TransitionError, match=r"PACKAGE_MISMATCH|START_STATE_MISMATCH"),
        transition(client, "open settings", recordings=tmp_path, timeout_s=2.0),
    ):
        raise AssertionError("the block does not run")


def test_appium_by_its_page_source_and_screenshot(
    phone: SimulatedPhone, client: Any, control: PhoneControl, tmp_path: Path
) -> None:
    driver = StandInAppium(phone.device)
    for mode in ("missing", "never"):
        home(client)
        with transition(driver, "open the shop", record=mode, recordings=tmp_path) as block:
            client.shell("am start -W -n com.example.shop/.LoginActivity")
        control.advance(61)  # the clock in the status bar shows another minute
    assert judged(block)[0] in ("match", "acceptable")
    assert driver.asked >= 4
    home(client)
    with (
        pytest.raises(TransitionError, match=r"PACKAGE_MISMATCH: expected com\.example\.shop, got"),
        transition(driver, "open the shop", recordings=tmp_path, timeout_s=3.0),
    ):
        client.shell("am start -W -n com.android.settings/.Settings")


def test_the_example_of_the_documentation_records_and_then_judges(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "testing.md").read_text(encoding="utf-8")
    conftest, _other, example = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "conftest.py").write_text(conftest, encoding="utf-8")
    (tmp_path / "test_mine.py").write_text(example, encoding="utf-8")
    source = str(Path(gui_rec.__file__).parents[1])
    words = ["-q", "-p", "gui_rec.testing.transition_plugin", f"--rootdir={tmp_path}"]
    for more, expected in ((["--gui-rec-record=missing"], "1 recorded"), ([], "1 match")):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words, *more],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert f"1 transition(s): {expected}" in done.stdout, done.stdout + done.stderr
        assert done.returncode == 0
