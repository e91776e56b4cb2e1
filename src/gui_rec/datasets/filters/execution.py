"""`execution`: steps that the device did not take, or whose screens do not show what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gui_rec.datasets.filters._api import Candidate, Drop, chosen_reasons
from gui_rec.datasets.labels._api import FALSE
from gui_rec.model.flags import Flag
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step

_EXECUTED = "executed"


class Execution:
    """Judges each step by what is stored of its course, and by the label `executed`."""

    name = "execution"
    version = 1
    meaning = "steps that the device did not take, or whose screens do not show what came of them"
    reasons = MappingProxyType(
        {
            "not_executed": "the device did not take the action",
            "result_code": "the step ended with a code other than OK",
            "not_settled": "the screen never came to rest after the action",
            "tree_suspect": "the hierarchy does not fit the picture",
        }
    )
    options = MappingProxyType[str, str]({})
    needs_xml = False
    needs_labels = ("executed",)

    def begin(self, options: Sequence[str]) -> _Judge:
        """See `Filter.begin`."""
        return _Judge(chosen_reasons(self, options))


@dataclass(frozen=True, slots=True)
class _Judge:
    chosen: frozenset[str]

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        for step in episode.steps:
            reasons = _reasons(step, episode.labels.get((step.index, _EXECUTED)))
            reason = next((reason for reason in reasons if reason in self.chosen), None)
            if reason is not None:
                yield Drop(step.index, reason)


def _reasons(step: Step, executed: LabelRow | None) -> Iterator[str]:
    flags = (*step.flags, *step.pre.flags, *step.post.flags)
    if executed is not None and executed.value == FALSE:
        yield "not_executed"
    if step.result_code not in (None, "OK"):
        yield "result_code"
    if step.settled is False or Flag.UNSETTLED in flags:
        yield "not_settled"
    if Flag.TREE_SUSPECT in flags:
        yield "tree_suspect"


FILTER = Execution()
