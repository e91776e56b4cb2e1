"""The text of the hierarchy is equal, or it is not."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.observation import Observation


@dataclass(frozen=True)
class RawXml:
    """Alarm for any other byte."""

    name: str = "raw XML equality"
    threshold: float = 0

    def score(self, recorded: Observation, seen: Observation) -> float:
        return float(recorded.ui_xml != seen.ui_xml)
