"""The cases of the benchmark: each recorded step with each mutation that its screen admits.

The generator draws nothing by lot: the same source gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from gui_rec.capture.target import find_target
from gui_rec.model.actions import Tap
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step, Target
from gui_rec.model.verdict import Verdict
from gui_rec.ui.parse import parse_hierarchy
from mutations import screens_dev, screens_test
from mutations.families._api import Family, Shown
from mutations.families._members import FAMILIES
from mutations.recorded import Recorded
from mutations.stage import Stage, observe

SPLIT = Path(__file__).with_name("split.json")
RECORDINGS = 3
NO_EFFECT, BANNER = 49, 13


@dataclass(frozen=True, eq=False)
class Transition:
    """A recorded step: its runs (the states before and after of each), and the step that follows it."""

    recorded: Recorded
    runs: tuple[Step, ...] = field(repr=False)
    following: Step = field(repr=False)


@dataclass(frozen=True, eq=False)
class Case:
    """One mutation of one step; `seen` is what is observed after the replayed action, `before` before it."""

    transition: Transition
    family: Family
    variant: str
    before: Observation = field(repr=False)
    seen: Observation = field(repr=False)

    @property
    def name(self) -> str:
        variant = f" ({self.variant})" if self.variant else ""
        return f"{self.transition.recorded.name} {self.family.number} {self.family.name}{variant}"


def split() -> dict[str, tuple[str, ...]]:
    """`dev` and `test`: which apps belong to which."""
    return {name: tuple(apps) for name, apps in json.loads(SPLIT.read_text(encoding="utf-8")).items()}


def recorded_steps(part: str) -> tuple[Recorded, ...]:
    """The recorded steps of `dev` or `test`, by the split in the file."""
    apps = split()[part]
    every = (*screens_dev.SCREENS, *screens_test.SCREENS)
    return tuple(recorded for recorded in every if recorded.app in apps)


def cases(part: str, numbers: frozenset[int] | None = None, screen: str | None = None) -> Iterator[Case]:
    """All cases of a part, or those of some families, or of one screen."""
    for recorded in recorded_steps(part):
        if screen is not None and recorded.name != screen:
            continue
        transition = transition_of(recorded)
        for family in FAMILIES:
            if numbers is not None and family.number not in numbers:
                continue
            for variant, shown in family.mutate(recorded):
                case = Case(transition, family, variant, transition.runs[0].pre, _observed(shown))
                if not (_is_undone(case) or _is_in_the_way(case)):
                    yield case


def _is_undone(case: Case) -> bool:
    """True where the mutation gives the state before the action: that is family 49, whatever it was made as."""
    same = case.seen.state_key is not None and case.seen.state_key == case.before.state_key
    return same and case.family.number != NO_EFFECT and case.family.truth.verdict is Verdict.MISMATCH


def _is_in_the_way(case: Case) -> bool:
    """True where a banner covers what the next step touches: then it is no case of a harmless one."""
    target = case.transition.following.target
    banners = (
        one.bounds for one in case.seen.facts.windows if one.title == "NotificationShade" and one.bounds
    )
    return (
        case.family.number == BANNER
        and target is not None
        and any(banner.contains(target.bounds_px.center) for banner in banners)
    )


@lru_cache(maxsize=4)
def transition_of(recorded: Recorded) -> Transition:
    """The step as it was recorded, `RECORDINGS` times."""
    runs = tuple(_step(recorded, run) for run in range(RECORDINGS))
    post = runs[0].post
    tap = _tap(post, recorded.following)
    return Transition(recorded, runs, Step(1, post, tap, post, target=_target(post, tap)))


def _step(recorded: Recorded, run: int) -> Step:
    pre, post = observe(recorded.pre(run)), observe(recorded.post(run))
    if recorded.tapped is None or not isinstance(recorded.action, Tap):
        return Step(0, pre, recorded.action, post)
    tap = _tap(pre, recorded.tapped)
    return Step(0, pre, tap, post, target=_target(pre, tap))


def _observed(shown: Shown) -> Observation:
    return observe(shown) if isinstance(shown, Stage) else shown


def _tap(seen: Observation, view_id: str) -> Tap:
    """In the middle of the first node of that id."""
    tree, size = parse_hierarchy(seen.ui_xml or ""), seen.size
    tails = (f":id/{view_id}", view_id)
    nodes = (one for one in tree.walk() if one.resource_id.endswith(tails) and not one.bounds.is_empty)
    node = next(nodes, None)
    if node is None or size is None:
        raise LookupError(f"the benchmark's screen has no view {view_id!r}")
    return Tap(node.bounds.center.x / size.width_px, node.bounds.center.y / size.height_px)


def _target(seen: Observation, tap: Tap) -> Target | None:
    """What a recording says that the tap touched."""
    return find_target(seen, parse_hierarchy(seen.ui_xml or ""), tap)[0]
