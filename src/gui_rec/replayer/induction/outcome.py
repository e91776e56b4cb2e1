"""One outcome of a step: what varies in it, and the facts that tell it from the app's other states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.replayer.induction.asking import asked_of, asked_of_another, asked_of_other
from gui_rec.replayer.induction.candidates import Candidates
from gui_rec.replayer.induction.cover import MOST_FACTS, Scored, cover, scored
from gui_rec.replayer.induction.findings import Finding, Reading, findings_of
from gui_rec.replayer.induction.groups import medoid
from gui_rec.replayer.induction.kinds import pattern_of
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Run
from gui_rec.replayer.induction.scores import wilson_lower
from gui_rec.replayer.rules.address import Slot
from gui_rec.replayer.rules.facts import Fact
from gui_rec.replayer.rules.model import Outcome, ParameterSlot, VolatileSlot

MOST_FACTS_ALONE = 32
"""An outcome that no recording shows is known by its facts alone, so it gets more of them."""


@dataclass(frozen=True, slots=True)
class Other:
    """A state that the step does not lead to, and the state before the step that does lead there, where it is known."""

    page: Page
    before: Page | None = None

    @classmethod
    def of(cls, other: Observation | Step) -> Other | None:
        """None where nothing can be read off the state."""
        page = Page.of(other.post if isinstance(other, Step) else other)
        before = Page.of(other.pre) if isinstance(other, Step) else None
        return None if page is None else cls(page, before)


@dataclass(frozen=True, slots=True)
class LearntOutcome:
    """One outcome with the numbers of its runs (0-based), what varied between them, and its lift: how surely its
    facts hold here, less the share of the other states on which they all hold, too.
    """

    outcome: Outcome
    runs: tuple[int, ...]
    findings: tuple[Finding, ...]
    lift: float


def volatile_slots(findings: Sequence[Finding]) -> list[VolatileSlot]:
    """The slots that change by themselves."""
    found = [finding for finding in findings if finding.reading is Reading.VOLATILE]
    return [VolatileSlot(finding.address, pattern_of(finding)) for finding in found]


def parameter_slots(findings: Sequence[Finding]) -> list[ParameterSlot]:
    """The slots that say an input."""
    return [
        ParameterSlot(finding.address, f"${{{finding.parameter}}}")
        for finding in findings
        if finding.reading is Reading.PARAMETER
    ]


def learn_outcome(
    name: str,
    weight: float,
    runs: Sequence[Run],
    others: Sequence[Other],
    *,
    recorded: int | None,
    by_facts: bool,
) -> LearntOutcome:
    """The outcome that these runs had. `recorded` is the place in `runs` of the recording, where one is told from its
    replays. With `by_facts` nothing but the facts will decide on it.
    """
    centre = medoid([run.post for run in runs])
    findings, lanes, effects = findings_of(runs, centre, recorded=recorded)
    tests = Candidates(runs, centre, lanes, effects, findings).all()
    elsewhere = _elsewhere(runs, others, findings)
    own = [asked_of(run) for run in runs]
    rivals = [asked_of_another(runs[centre], other.page) for other in elsewhere]
    led_there = [
        rival if other.before is None else asked_of_other(other.page, other.before)
        for rival, other in zip(rivals, elsewhere, strict=True)
    ]
    kept = [fact for fact in (scored(test, own, rivals, led_there) for test in tests) if fact is not None]
    facts = cover(kept, len(rivals))
    accepted = _accepted(facts, kept, len(rivals))
    if by_facts:
        facts += [each.fact for each in kept if each.fact not in facts][: MOST_FACTS_ALONE - MOST_FACTS]
    package, activity = runs[centre].post.place
    outcome = Outcome(
        name=name,
        prior=weight,
        package=package or None,
        activity=activity or None,
        structures=_structures(runs, findings) if by_facts else (),
        facts=tuple(facts),
        by_facts=by_facts,
    )
    lift = wilson_lower(len(runs), len(runs)) - (accepted / len(rivals) if rivals else 0.0)
    return LearntOutcome(outcome, tuple(run.number for run in runs), tuple(findings), round(lift, 4))


def _accepted(facts: Sequence[Fact], kept: Sequence[Scored], rivals: int) -> int:
    """How many of the other states all of the facts hold on."""
    rejected = {
        place for each in kept if each.fact in facts and each.fact.mandatory for place in each.rejects
    }
    return rivals - len(rejected)


def _structures(runs: Sequence[Run], findings: Sequence[Finding]) -> tuple[str, ...]:
    """The structures that were seen; none where elements come and go, since the next run may have another."""
    if any(finding.kind is Slot.EXISTS for finding in findings):
        return ()
    return tuple(dict.fromkeys(run.post.key.structure for run in runs))


def _elsewhere(runs: Sequence[Run], others: Sequence[Other], findings: Sequence[Finding]) -> list[Other]:
    """The states that this outcome must be told from: the others, and those before the step. Each once.

    A state that is the outcome's but for what varies is none of them: another step may lead there, too.
    """
    known = {_signature(run.post, findings) for run in runs}
    found: list[Other] = []
    for other in (*(Other(run.pre, run.pre) for run in runs if run.pre is not None), *others):
        signature = _signature(other.page, findings)
        if signature not in known:
            known.add(signature)
            found.append(other)
    return found


def _signature(page: Page, findings: Sequence[Finding]) -> tuple[object, ...]:
    """A page with what varies left out, so that two moments of one state have one signature."""
    excused = [finding.address for finding in findings if finding.reading is not Reading.EFFECT]
    said = []
    for node in page.nodes():
        chain = page.chains[node]
        values = {Slot.EXISTS: True, Slot.TEXT: node.text, Slot.DESC: node.desc, Slot.STATE: node.flags}
        said += [
            (chain, kind, value)
            for kind, value in values.items()
            if not any(address.covers(chain, kind) for address in excused)
        ]
    return (page.place, tuple(said))
