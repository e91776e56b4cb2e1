"""A visit to a device in order, to be changed in one place."""

from __future__ import annotations

from pictures import tiny_png, tiny_xml

from gui_rec.device._api import Health, TouchNode
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Observation
from gui_rec.recorder.doctor._api import Seen

HEALTHY = Health(41, True, True, None, True, "a/.Ime", False)
LOOK = Observation(screenshot=tiny_png(), ui_xml=tiny_xml(), size=ScreenSize(2, 3), ui_source="dump")
PANEL = TouchNode("/dev/input/event1", "panel", 0, 1079, 0, 2399, 10, True)


def seen(
    *,
    observation: Observation = LOOK,
    picture_s: float = 0.1,
    hierarchy_s: float = 0.5,
    nodes: tuple[TouchNode, ...] | None = (PANEL,),
    health: Health | None = HEALTHY,
    displays: tuple[str, ...] = ("0",),
) -> Seen:
    """What the examinations are given."""
    return Seen("S", observation, picture_s, hierarchy_s, nodes, health, displays)
