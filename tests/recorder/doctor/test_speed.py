"""How long a person waits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import LOOK, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.speed import examine


@pytest.mark.parametrize(
    ("seconds", "source", "state", "fix"),
    [
        (0.4, "dump", State.OK, ""),
        (2.0, "dump", State.OK, ""),
        (2.1, "dump", State.WARNING, "--ui-source u2"),
        (2.1, "u2", State.WARNING, "bell"),
    ],
)
def test_over_two_seconds_the_quicker_way_is_proposed(
    seconds: float, source: str, state: State, fix: str
) -> None:
    finding = examine(seen(observation=replace(LOOK, ui_source=source), hierarchy_s=seconds))
    assert finding is not None
    assert finding.state is state
    assert fix in finding.fix


def test_without_a_hierarchy_there_is_no_time() -> None:
    assert examine(seen(observation=replace(LOOK, ui_xml=None))) is None
