"""What a person asks of episodes when labelling them, beyond what was asked while recording.

Conditions come as functions of one stored look, so that whoever reads the files they are spelled in (the
expectations of `record --expect`, a Python predicate) hands over what is wanted and nothing of how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.ui.tree import Tree

Holds = Callable[[Observation, Tree | None, EpisodeEnd | None], bool | None]
"""Whether it holds on a stored look; None where the look does not say. The end carries what was asked then."""

Predicate = Callable[[EpisodeInfo, EpisodeEnd | None, Sequence[Step]], bool | None]
"""A person's own function of an episode: True, False, or None for `cannot tell`. It must be pure."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that must hold; `name` is how it was spelled."""

    name: str
    holds: Holds


@dataclass(frozen=True, slots=True)
class Asked:
    """`expected` must hold on the last screen; `milestones` on some screen each, in their order.

    `apps` are the packages that belong to the task; empty: those that the episode itself opens.
    """

    expected: tuple[Condition, ...] = ()
    milestones: tuple[Condition, ...] = ()
    predicate: Predicate | None = None
    apps: tuple[str, ...] = ()


NOTHING_ASKED = Asked()
