"""Rules in a run: which a step has, and when a wait may end because of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gui_rec.model.observation import StateKey
from gui_rec.model.step import Step
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.rules.book import rules_for
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import RuleFile
from gui_rec.replayer.ruling import ruled_post, ruled_pre

Also = Callable[[Look], bool]


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules of a run. `inputs` are texts that were given under a name and may be kept, `contexts` are known
    to hold.
    """

    files: tuple[RuleFile, ...] = ()
    episode_id: str | None = None
    inputs: tuple[tuple[str, str], ...] = ()
    contexts: tuple[str, ...] = ()

    def given(self, step: Step, previous: Step | None = None) -> Given:
        """What `step` is judged by besides its recording; `previous` is the recorded step before it."""
        if not self.files:
            return Given()
        before = () if previous is None else rules_for(self.files, previous, self.episode_id)
        return Given(rules_for(self.files, step, self.episode_id), self.inputs, self.contexts, before=before)


def ahead_by_rules(
    guide: Guide, step: Step, rest: Sequence[Step], seen: Look
) -> tuple[tuple[int, StateKey], ...]:
    """The steps after `step` whose recorded screen `seen` is, but for what the rules let vary: their numbers, with the
    key that the screen really has.
    """
    if seen.key is None or not guide.files:
        return ()
    return tuple(
        (later.index, seen.key)
        for previous, later in pairwise((step, *rest))
        if may_start(later, guide.given(later, previous))(seen)
    )


def may_start(step: Step, given: Given) -> Also:
    """Whether a screen is the recorded one before `step`, but for what the rules let vary."""

    def is_there(look: Look) -> bool:
        return same_state(ruled_pre(given, step, look).recorded, look)

    return is_there if given.rules or given.before else _never


def may_end(step: Step, pre: Look, given: Given) -> Also:
    """Whether a screen is one that `step` may lead to: the recorded one but for what may vary, or another outcome.

    Another outcome is known by facts, which a page on its way may show, too; so it must be there twice in a row.
    """
    last: list[Look] = []

    def is_there(look: Look) -> bool:
        ruled = ruled_post(given, step, pre, look)
        if same_state(ruled.recorded, look):
            return True
        is_other = any(result.met and result.by_facts for result in ruled.evaluation.outcomes)
        is_still = bool(last) and same_state(last[-1], look)
        last[:] = [look]
        return is_other and is_still and not look.seen.facts.loading

    return is_there if given.rules else _never


def _never(_look: Look) -> bool:
    return False
