"""How long a person waits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import LOOK, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.speed import examine


@pytest.mark.parametrize(
    ("picture_s", "hierarchy_s", "source", "state", "fix", "told"),
    [
        (0.1, 0.4, "dump", State.OK, "", "about 1.5 s"),
        (0.4, 0.2, "u2", State.OK, "", "about 1.7 s"),
        (0.1, 1.5, "dump", State.OK, "", "about 1.9 s"),
        (0.1, 1.7, "dump", State.WARNING, "--ui-source u2", "about 2.1 s"),
        (0.1, 0.9, "dump", State.WARNING, "--ui-source u2", "about 2.2 s"),
        (0.4, 1.8, "dump", State.WARNING, "--ui-source u2", "about 3.1 s"),
        (0.8, 0.4, "u2", State.WARNING, "bell", "about 3.3 s"),
    ],
)
def test_over_two_seconds_from_touch_to_ready_the_quicker_way_is_proposed(
    picture_s: float, hierarchy_s: float, source: str, state: State, fix: str, told: str
) -> None:
    look = replace(LOOK, ui_source=source)
    finding = examine(seen(observation=look, picture_s=picture_s, hierarchy_s=hierarchy_s))
    assert finding is not None
    assert finding.state is state
    assert fix in finding.fix
    assert told in finding.what


def test_without_a_hierarchy_there_is_no_time() -> None:
    assert examine(seen(observation=replace(LOOK, ui_xml=None))) is None
