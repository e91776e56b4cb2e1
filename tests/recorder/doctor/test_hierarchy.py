"""Whether the hierarchy can be had."""

from __future__ import annotations

from dataclasses import replace

import pytest
from examined import LOOK, seen

from gui_rec.model.flags import MissingReason
from gui_rec.model.observation import Missing
from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.hierarchy import examine


def test_the_way_it_was_got_is_named() -> None:
    finding = examine(seen(observation=replace(LOOK, ui_source="u2")))
    assert (finding.state, finding.what) == (State.OK, "got by u2")


@pytest.mark.parametrize("reason", [reason for reason in MissingReason if reason.value.startswith("dump_")])
def test_every_failure_has_its_fix(reason: MissingReason) -> None:
    finding = examine(seen(observation=replace(LOOK, ui_xml=None, missing=(Missing("ui_xml", reason),))))
    assert finding.state is State.PROBLEM
    assert reason.value in finding.what
    assert finding.fix
