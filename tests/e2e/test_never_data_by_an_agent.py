"""What an agent's step holds while the phone lies or fails: null with its reason, never an older file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_under_test import adb_binary
from proxied import record_agent

from gui_rec.capture.pixels import bars_in, same_pixels
from gui_rec.errors import ExitCode
from gui_rec.model.actions import OpenApp
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

SIZE = ScreenSize(1080, 2400)
TAP = "import subprocess, sys; sys.exit(subprocess.call([sys.argv[1], 'shell', 'input tap 540 850']))"


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=3) as running:
        yield running


@pytest.mark.parametrize(
    ("fault", "missing"),
    [
        ("old-xml", {"ui_xml": MissingReason.DUMP_NULL_ROOT}),
        ("null-root", {"ui_xml": MissingReason.DUMP_NULL_ROOT}),
        ("truncated-png", {"screenshot": MissingReason.SCREENCAP_TRUNCATED}),
        ("secure-screen:1", {"screenshot": MissingReason.SCREENCAP_FAILED}),
        ("display-warning", {}),
        ("stale-tree", {}),
        ("stale-frame:3", {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_an_agents_step_holds(
    phone: SimulatedPhone, tmp_path: Path, fault: str, missing: dict[str, MissingReason]
) -> None:
    control = phone.process.control
    phone.device.session.run("am", "force-stop", "com.android.settings")
    phone.device.perform(OpenApp(name="Settings"), SIZE)
    phone.device.session.run("uiautomator", "dump", "/sdcard/window_dump.xml")  # an older file to fall for
    control.fault_on(fault)
    try:
        recorded = record_agent(phone, tmp_path, [sys.executable, "-c", TAP, str(adb_binary())])
    finally:
        control.fault_off(fault)
    assert recorded.exit_code == ExitCode.OK, recorded.said
    (step,) = recorded.steps
    for seen, activity in ((step.pre, ".Settings"), (step.post, ".SubSettings")):
        assert {absence.column: absence.reason for absence in seen.missing} == missing
        assert seen.activity == activity
        assert (seen.screenshot is None) == (seen.fingerprint is None) == ("screenshot" in missing)
        assert (seen.ui_xml is None) == (seen.state_key is None) == ("ui_xml" in missing)
        if seen.ui_xml is not None:
            assert ("Search settings" in seen.ui_xml) == (activity == ".Settings")
    if step.post.screenshot is not None:
        assert same_pixels(step.post.screenshot, phone.device.screenshot(), bars_in(step.post))
