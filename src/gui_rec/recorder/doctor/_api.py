"""What an examination is: a function of what was seen of a device, which says one thing about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gui_rec.device._api import Health, TouchNode
from gui_rec.model.observation import Observation


class State(StrEnum):
    """`warning`: it can be recorded, but not all of it, or slowly. `problem`: it cannot, until that is mended."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Seen:
    """One visit to a device. `picture_s` and `hierarchy_s` are how long these took; `nodes` are None where it tells no
    touches, `health` where it tells none. `displays` names its displays, as far as it tells of them.
    """

    serial: str
    observation: Observation
    picture_s: float
    hierarchy_s: float
    nodes: tuple[TouchNode, ...] | None
    health: Health | None
    displays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, and what to do about it; `fix` is empty where all is well."""

    state: State
    what: str
    fix: str = ""


Examination: TypeAlias = Callable[[Seen], Finding | None]
"""None where the device does not tell."""
