"""The looks of an agent's own, by the real command line: reused where they prove the state, and never an older file."""

from __future__ import annotations

from pathlib import Path

import pytest
from adb_under_test import adb_binary
from counted_server import counted_server
from proxied import own_python, record_agent

from gui_rec.errors import ExitCode
from gui_rec.testing.phone import simulated_phone

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

TAP = "input tap 876 1890"


def test_only_a_dump_that_cannot_be_older_is_reused(tmp_path: Path) -> None:
    with simulated_phone(seed=7) as phone, counted_server(phone.server.port) as door:
        recorded = record_agent(
            phone,
            tmp_path,
            own_python("looking_agent.py", str(adb_binary())),
            environ={"ANDROID_ADB_SERVER_PORT": str(door.port)},
        )
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert recorded.found == {"old": True, "unsure": True, "good": True}
    assert recorded.actions == ["tap"] * 4
    assert ["launcher" in (step.pre.package or "") for step in recorded.steps] == [True] * 4
    # The old file was of the settings; what was before the tap is what the state after the first stop was.
    for step in recorded.steps:
        assert step.pre.ui_xml is not None
        assert 'package="com.android.settings"' not in step.pre.ui_xml
        assert step.pre.state_key == recorded.steps[0].pre.state_key
    dumps = {
        look: sum("uiautomator dump" in line for line in door.between(f"echo {look} look", TAP))
        for look in ("failing", "unsure", "good")
    }
    assert dumps == {"failing": 2, "unsure": 2, "good": 1}
    pictures = [line for line in door.between("echo good look", TAP) if "screencap" in line]
    assert len(pictures) == 2  # the agent's own, and one that shows that the screen has rested since
