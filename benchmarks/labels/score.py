"""How often labels are right, and what two simpler rules make of the same episodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gui_rec.capture.pixels import same_pixels
from gui_rec.datasets.labels import error_ui
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.episode_label import SUCCESS, decided
from gui_rec.datasets.labels.step_label import GOOD
from gui_rec.model.actions import Finish, FinishStatus
from labels.episodes import Episode


@dataclass(frozen=True)
class Rates:
    """Of what a label says against what is true."""

    hits: int
    false_alarms: int
    misses: int

    @property
    def precision(self) -> float:
        return self.hits / max(1, self.hits + self.false_alarms)

    @property
    def recall(self) -> float:
        return self.hits / max(1, self.hits + self.misses)


def rates(pairs: Iterable[tuple[bool, bool]]) -> Rates:
    """Pairs of (said, true)."""
    counted = list(pairs)
    return Rates(
        sum(said and true for said, true in counted),
        sum(said and not true for said, true in counted),
        sum(true and not said for said, true in counted),
    )


@dataclass(frozen=True)
class Judge:
    """What is said of an episode, and of each of its steps."""

    name: str
    success: Callable[[Episode], bool]
    good: Callable[[Episode], Sequence[bool]]


def _labelled(episode: Episode) -> list[bool]:
    said = {row.step_index: row.value for row in LABELS.get("step_label").label(episode.view)}
    return [said.get(step.index) == GOOD for step in episode.view.steps]


def _claims(episode: Episode) -> bool:
    """The last claim wins."""
    last = episode.view.steps[-1].action
    return isinstance(last, Finish) and last.status is FinishStatus.SUCCESS


def _moved(episode: Episode) -> list[bool]:
    """The screen changed: any pixel of it did."""
    return [not same_pixels(step.pre.screenshot, step.post.screenshot) for step in episode.view.steps]


JUDGES = (
    Judge("gui-rec", lambda episode: decided(episode.view).value == SUCCESS, _labelled),
    Judge("last claim wins", _claims, lambda episode: [_claims(episode)] * len(episode.view.steps)),
    Judge("screen changed", lambda episode: any(_moved(episode)), _moved),
)
OURS = JUDGES[0]


def success_rates(judge: Judge, found: Sequence[Episode]) -> Rates:
    return rates((judge.success(episode), episode.success) for episode in found)


def good_rates(judge: Judge, found: Sequence[Episode]) -> Rates:
    return rates(pair for episode in found for pair in zip(judge.good(episode), episode.good, strict=True))


MARKED: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "no_op": ("no_op", lambda value: value == "true"),
    "in_target: false": ("off_target", lambda value: value == "false"),
    "undone": ("undone", lambda value: value == "true"),
    "detour": ("detour", lambda value: value == "true"),
    "loop": ("loop", lambda value: value == "true"),
    "error_ui": ("trouble", lambda value: value in error_ui.TROUBLES),
}
"""Labels of which the construction of a step says the truth: the mark, and the values that say so."""


def marked_rates(name: str, found: Sequence[Episode]) -> Rates:
    """Steps that have such a label."""
    mark, says = MARKED[name]
    labeller = LABELS.get(name.partition(":")[0])
    pairs = []
    for episode in found:
        marks = {step.index: mark in own for step, own in zip(episode.view.steps, episode.marks, strict=True)}
        pairs += [
            (says(row.value), marks[row.step_index])
            for row in labeller.label(episode.view)
            if row.step_index is not None
        ]
    return rates(pairs)


def wrong(found: Sequence[Episode]) -> list[str]:
    """What gui-rec says otherwise than it is, a line each."""
    lines = []
    for episode in found:
        if OURS.success(episode) != episode.success:
            said = decided(episode.view)
            lines.append(
                f"{episode.name}: {said.value} by {said.source}, is {'a success' if episode.success else 'none'}"
            )
        for step, said_good, is_good in zip(
            episode.view.steps, OURS.good(episode), episode.good, strict=True
        ):
            if said_good != is_good and OURS.success(episode) == episode.success:
                lines.append(
                    f"{episode.name}: step {step.index} ({step.action.type}) is {'' if is_good else 'not '}good"
                )
    return lines
