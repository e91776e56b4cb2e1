"""Observations as an observer would make them, from a few elements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gui_rec.model.observation import Observation
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import PACKAGE, Element, observation
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.vision.fingerprint import fingerprint


def full(seen: Observation) -> Observation:
    """`seen` with the columns that follow from its picture and hierarchy."""
    if seen.screenshot is not None:
        seen = replace(seen, fingerprint=fingerprint(seen.screenshot))
    if seen.ui_xml is None:
        return seen
    tree = parse_hierarchy(seen.ui_xml)
    key = state_key(tree, package=seen.package, activity=seen.activity)
    return replace(seen, state_key=key, facts=facts_of(tree, (), False))


def shown(elements: Iterable[Element], *, package: str = PACKAGE, activity: str = ".Main") -> Observation:
    """A look at these elements, with every derived column."""
    return full(observation(elements, package=package, activity=activity))


def look(elements: Iterable[Element], *, package: str = PACKAGE, activity: str = ".Main") -> Look:
    return Look.of(shown(elements, package=package, activity=activity))
