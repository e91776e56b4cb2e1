"""What several recordings of one step teach: the rule that gui-rec induces from them, as it judges by it."""

from __future__ import annotations

from functools import lru_cache

from gui_rec.model.observation import Observation
from gui_rec.replayer.induction.learn import learn
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import RuleFile
from mutations.cases import Transition, recorded_steps, split
from mutations.stage import observe

FEWEST = 2


@lru_cache(maxsize=8)
def given_by(transition: Transition, runs: int) -> Given:
    """The rules that the first `runs` recordings show; none from a single one."""
    steps = transition.runs[:runs]
    package = steps[0].post.package
    if len(steps) < FEWEST or package is None:
        return Given()
    learnt = learn(steps, others=_others(transition.recorded.name))
    return Given((RuleFile(package, contexts=learnt.contexts, steps=(learnt.rule,)),))


@lru_cache(maxsize=4)
def _others(name: str) -> tuple[Observation, ...]:
    """What else the app shows in the recordings: the states after its other steps."""
    part = next(part for part, apps in split().items() if name.partition(".")[0] in apps)
    same = (one for one in recorded_steps(part) if one.app == name.partition(".")[0] and one.name != name)
    return tuple(observe(one.post(0)) for one in same)
