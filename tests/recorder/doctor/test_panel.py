"""Whether touches can be heard."""

from __future__ import annotations

from dataclasses import replace

from examined import PANEL, seen

from gui_rec.recorder.doctor._api import State
from gui_rec.recorder.doctor.panel import examine


def test_the_likeliest_node_is_named() -> None:
    assert examine(seen()).what == "panel at /dev/input/event1"
    twin = replace(PANEL, path="/dev/input/event2")
    assert "likeliest of 2" in examine(seen(nodes=(PANEL, twin))).what


def test_no_panel_leaves_the_other_sources() -> None:
    for nodes in (None, ()):
        finding = examine(seen(nodes=nodes))
        assert finding.state is State.WARNING
        assert "script or proxy" in finding.fix
