"""What the rules of a step say about a transition: pure, so that it can be asked again from the store.

evaluation = evaluate(rules, step, Look.of(pre), Look.of(post), {"user": "ada"})
evaluation.met                  # the name of an allowed outcome, or None
[finding.words for finding in evaluation.failed]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gui_rec.model.step import Step
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.asking import Scene, ask
from gui_rec.replayer.rules.facts import Fact, Focused
from gui_rec.replayer.rules.model import Outcome, RuleFile, StepRule
from gui_rec.replayer.rules.words import test_words
from gui_rec.replayer.three_valued import all_of
from gui_rec.ui.named_facts import NamedFact

_NO_INPUTS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Finding:
    """One demand that was asked. `place` is where it stands in the rule (`outcomes[0].facts[1]`); without a
    `weight` it is mandatory.
    """

    rule_id: str
    outcome: str | None
    place: str
    expected: str
    holds: bool | None
    seen: str
    weight: float | None = None

    @property
    def mandatory(self) -> bool:
        return self.weight is None

    @property
    def words(self) -> str:
        """`rule sign-in, outcome signed in: expected text 'Products' is there, seen 0 matches`"""
        where = f"rule {self.rule_id}" + (f", outcome {self.outcome}" if self.outcome else "")
        return f"{where}: expected {self.expected}, seen {self.seen}"

    def as_record(self) -> dict[str, object]:
        """For the evidence."""
        return {
            "rule": self.rule_id,
            "outcome": self.outcome,
            "place": self.place,
            "expected": self.expected,
            "weight": self.weight,
            "holds": self.holds,
            "seen": self.seen,
        }


@dataclass(frozen=True, slots=True)
class OutcomeResult:
    """One allowed outcome. `allowed` says whether its contexts hold, `facts_hold` whether all that it demands of
    the screen does, `recorded` whether the recording's own transition meets it; each None where nobody can say.
    """

    rule: StepRule
    outcome: Outcome
    allowed: bool | None
    facts_hold: bool | None
    recorded: bool | None
    findings: tuple[Finding, ...]

    @property
    def met(self) -> bool | None:
        """Whether the screen is this outcome, as far as the rule alone tells."""
        return all_of((self.allowed, self.facts_hold))

    @property
    def by_facts(self) -> bool:
        """Whether its facts alone decide: the recording does not show it, or the rule says so."""
        return self.outcome.by_facts or self.recorded is False

    @property
    def soft_share(self) -> float:
        """What is left of the confidence after the soft facts that do not hold."""
        share = 1.0
        for finding in self.findings:
            if finding.weight is not None and finding.holds is False:
                share *= 1.0 - finding.weight
        return share


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that the rules say of one transition."""

    pre: tuple[Finding, ...] = ()
    contexts: Mapping[str, bool | None] = field(default_factory=dict)
    outcomes: tuple[OutcomeResult, ...] = ()

    @property
    def met(self) -> str | None:
        """The first outcome that is met, None where none is (or there are none)."""
        return next((result.outcome.name for result in self.outcomes if result.met), None)

    @property
    def pre_holds(self) -> bool | None:
        """Whether the pre-conditions hold; True where there are none."""
        return all_of(finding.holds for finding in self.pre if finding.mandatory)

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The mandatory facts that do not hold: pre-conditions, then those of the outcome that came nearest."""
        return tuple(self._not(False))

    @property
    def unanswered(self) -> tuple[Finding, ...]:
        """The mandatory facts of which nobody can say whether they hold, as `failed`."""
        return tuple(self._not(None))

    def _not(self, answer: bool | None) -> Iterator[Finding]:
        nearest = self.nearest
        found = [*self.pre, *(nearest.findings if nearest is not None and not self.met else ())]
        return (item for item in found if item.mandatory and item.holds is answer)

    @property
    def nearest(self) -> OutcomeResult | None:
        """The outcome of which the largest share holds; of equals the recorded one, then the likelier."""
        ranked = [result for result in self.outcomes if result.allowed is not False] or list(self.outcomes)
        return max(ranked, key=_nearness, default=None)


def evaluate(
    rules: Sequence[RuleFile],
    recorded: Step | None,
    pre: Look | None,
    post: Look | None,
    inputs: Mapping[str, str] = _NO_INPUTS,
    contexts: Iterable[str] = (),
) -> Evaluation:
    """What `rules` (each narrowed to one rule of the step, see `book`) say of `pre` -> `post`.

    `post` None asks the pre-conditions only. `recorded` tells which outcome the recording shows. `contexts` are
    those that are known to hold although no screen shows it.
    """
    known = frozenset(contexts)
    told: dict[str, bool | None] = {}
    findings = tuple(
        _finding(rule, None, f"pre[{place}]", fact, Scene(pre, None, inputs, _named(file)))
        for file, rule in _each(rules)
        for place, fact in enumerate(rule.pre)
        if pre is not None
    )
    results: list[OutcomeResult] = []
    if post is not None:
        for file, rule in deciding(rules):
            holding = _contexts(file, pre, inputs, known)
            told.update(holding)
            for place, outcome in enumerate(rule.outcomes):
                allowed = all_of(holding.get(name) for name in outcome.contexts)
                scene = Scene(post, pre, inputs, _named(file))
                results.append(_outcome(rule, outcome, f"outcomes[{place}]", allowed, scene, recorded))
    results.sort(key=lambda result: -result.outcome.prior)
    return Evaluation(findings, told, tuple(results))


def deciding(rules: Sequence[RuleFile]) -> tuple[tuple[RuleFile, StepRule], ...]:
    """The rules whose outcomes count: of those with outcomes the ones that name the step most closely."""
    with_outcomes = [(file, rule) for file, rule in _each(rules) if rule.outcomes]
    closest = max((closeness(rule) for _, rule in with_outcomes), default=0)
    return tuple((file, rule) for file, rule in with_outcomes if closeness(rule) == closest)


def closeness(rule: StepRule) -> int:
    """How closely a rule names its step: a recorded step, a block, a target, a kind of action."""
    match = rule.step
    if match.index is not None:
        return 4
    if match.name is not None:
        return 3
    return 2 if match.target is not None else 1


def _each(rules: Sequence[RuleFile]) -> Iterator[tuple[RuleFile, StepRule]]:
    return ((file, rule) for file in rules for rule in file.steps)


def _named(file: RuleFile) -> dict[str, NamedFact]:
    return {fact.name: fact for fact in file.facts}


def _contexts(
    file: RuleFile, pre: Look | None, inputs: Mapping[str, str], known: frozenset[str]
) -> dict[str, bool | None]:
    found: dict[str, bool | None] = {}
    for context in file.contexts:
        if context.name in known:
            found[context.name] = True
        elif pre is None:
            found[context.name] = None
        else:
            scene = Scene(pre, None, inputs, _named(file))
            found[context.name] = all_of(
                ask(fact.test, scene).holds for fact in context.facts if fact.mandatory
            )
    return found


def _outcome(
    rule: StepRule, outcome: Outcome, place: str, allowed: bool | None, scene: Scene, recorded: Step | None
) -> OutcomeResult:
    shown = None
    if recorded is not None:
        then = Scene(Look.of(recorded.post), Look.of(recorded.pre), _NO_INPUTS, scene.named)
        # What nobody can say of the recording (an input, a toast) does not make it another outcome.
        shown = _held(_demands(rule, outcome, place, then)) is not False
    findings = tuple(_demands(rule, outcome, place, scene))
    if shown and not outcome.by_facts:
        # The comparison with the recorded screen knows more of its structure than its key does.
        findings = tuple(item for item in findings if item.place != f"{place}.structures")
    return OutcomeResult(rule, outcome, allowed, _held(findings), shown, findings)


def _held(findings: Iterable[Finding]) -> bool | None:
    return all_of(finding.holds for finding in findings if finding.mandatory)


def _demands(rule: StepRule, outcome: Outcome, place: str, scene: Scene) -> Iterator[Finding]:
    """Where the screen must be, how it must be made, then the facts."""
    if outcome.package is not None or outcome.activity is not None:
        here = Fact(Focused(outcome.package, outcome.activity))
        yield _finding(rule, outcome.name, f"{place}.package", here, scene)
    if outcome.structures:
        key = scene.after.key
        holds = None if key is None else key.structure in outcome.structures
        expected, seen = (
            f"structure {' or '.join(outcome.structures)}",
            "none" if key is None else key.structure,
        )
        yield Finding(rule.rule_id, outcome.name, f"{place}.structures", expected, holds, seen)
    for number, fact in enumerate(outcome.facts):
        yield _finding(rule, outcome.name, f"{place}.facts[{number}]", fact, scene)


def _finding(rule: StepRule, outcome: str | None, place: str, fact: Fact, scene: Scene) -> Finding:
    answer = ask(fact.test, scene)
    expected = test_words(fact.test)
    return Finding(rule.rule_id, outcome, place, expected, answer.holds, answer.seen, fact.weight)


def _nearness(result: OutcomeResult) -> tuple[float, bool, float]:
    asked = [finding for finding in result.findings if finding.mandatory]
    held = sum(finding.holds is True for finding in asked)
    return (held / len(asked) if asked else 0.0, result.recorded is True, result.outcome.prior)
