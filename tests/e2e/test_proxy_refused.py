"""What the phone refuses an agent, by the real command line: a row that says so, and a screen that stayed as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from adb_under_test import adb_binary
from proxied import own_python, record_agent

from gui_rec.errors import ExitCode
from gui_rec.testing.phone import simulated_phone

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]


def test_each_refusal_is_a_row_that_has_failed(tmp_path: Path) -> None:
    with simulated_phone(seed=7) as phone:
        node = phone.device.touch_nodes()[0].path
        recorded = record_agent(phone, tmp_path, own_python("refused_agent.py", str(adb_binary()), node))
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert recorded.actions == ["tap", "tap", "key", "tap", "tap", "tap"]
    assert recorded.found == {"refused": [True] * 4}
    *refused, done = recorded.steps
    assert [step.result_code for step in refused] == ["ACTION_FAILED"] * 5
    assert ["INJECT" in (step.result_detail or "") for step in refused] == [True] * 3 + [False] * 2
    assert ["/dev/input" in (step.result_detail or "") for step in refused] == [False] * 3 + [True] * 2
    assert {step.post.state_key for step in refused} == {recorded.steps[0].pre.state_key}
    # Old shells tell no status; what they print is enough.
    assert [step.sent.exit_status if step.sent else 0 for step in (refused[0], refused[4])] == [None, None]
    assert done.result_code is None
    assert done.post.package == "com.android.settings"
