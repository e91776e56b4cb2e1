"""The adb server's version."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import HEALTHY, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.server import examine


@pytest.mark.parametrize(("version", "state"), [(41, State.OK), (40, State.WARNING), (42, State.WARNING)])
def test_another_version_is_a_warning(version: int, state: State) -> None:
    finding = examine(seen(health=replace(HEALTHY, server_version=version)))
    assert finding is not None
    assert finding.state is state
    assert str(version) in finding.what
