"""`structure`: steps that lack a part of (screen before, action, screen after)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gui_rec.datasets.filters._api import Candidate, Drop, chosen_reasons
from gui_rec.model.actions import NO_DEVICE_EFFECT, Invalid
from gui_rec.model.flags import Flag
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step


class Structure:
    """Judges each step by itself."""

    name = "structure"
    version = 1
    meaning = "steps that lack a part of (screen before, action, screen after)"
    reasons = MappingProxyType(
        {
            "invalid_action": "what the agent said was no action",
            "pre_state_stale": "the stored screen is older than the one that was acted on",
            "no_tree": "no hierarchy from before the action was stored",
            "no_post_state": "nothing was stored from after an action on the device",
        }
    )
    options = MappingProxyType[str, str]({})
    needs_xml = False
    needs_labels: tuple[str, ...] = ()

    def begin(self, options: Sequence[str]) -> _Judge:
        """See `Filter.begin`."""
        return _Judge(chosen_reasons(self, options))


@dataclass(frozen=True, slots=True)
class _Judge:
    chosen: frozenset[str]

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        for step in episode.steps:
            reason = next((reason for reason in _reasons(step) if reason in self.chosen), None)
            if reason is not None:
                yield Drop(step.index, reason)


def _reasons(step: Step) -> Iterator[str]:
    if isinstance(step.action, Invalid):
        yield "invalid_action"
    if Flag.PRE_STATE_STALE in (*step.flags, *step.pre.flags):
        yield "pre_state_stale"
    if _lacks(step.pre, "ui_xml"):
        yield "no_tree"
    if not isinstance(step.action, NO_DEVICE_EFFECT) and _lacks(step.post, "screenshot", "ui_xml"):
        yield "no_post_state"


def _lacks(seen: Observation, *columns: str) -> bool:
    """All of `columns` are null; told by their entries, since pictures and hierarchies may not have been read."""
    return {*columns} <= {missing.column for missing in seen.missing}


FILTER = Structure()
