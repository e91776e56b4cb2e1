"""What a step's rules make of the checks' results: several allowed outcomes, excused slots, failed facts.

Pure. The usual comparison goes first, with the recorded screens levelled (see `rules.level`). Then:

- An outcome that the recording shows is met where the comparison succeeds and its facts hold.
- Another outcome, or one that goes by facts, is met where its facts hold and nothing else is wrong: what only
  says that this is not the recorded page is excused, an anomaly is not unless the outcome shows it.
- Where none is met and the comparison had succeeded, the step is a mismatch that names rule and fact, or
  unknown where nobody can say whether a fact holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.checks._api import CheckResult, Tolerance
from gui_rec.replayer.checks._results import acceptable, mismatch, passed, unknown
from gui_rec.replayer.external import ExternalAnswer
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules import facts
from gui_rec.replayer.rules.evaluate import Evaluation, Finding, OutcomeResult, evaluate
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.level import SlotFinding, levelled, named_as
from gui_rec.replayer.rules.model import RuleFile, StepRule
from gui_rec.ui.matching import find_all

NAME = "rules"
_PAGE_CHECKS = frozenset({"activity", "state", "no_effect", "target", "visual"})
"""Checks that only say that this is another page or state than the recorded one."""
_TEXT_CHECKS = frozenset({"state", "target", "visual"})
"""Those that another language alone makes fail."""
_APP_CHECKS = frozenset({"package"})
_RECORDED = "recorded"
_BY_FACTS = 0.9


@dataclass(frozen=True, slots=True)
class RuledStep:
    """The rules of one step, asked. `recorded`, `was` and `before` are levelled looks; the rest is for checks."""

    rules: tuple[RuleFile, ...]
    recorded: Look
    was: Look | None
    before: Look | None
    seen: Look
    reworded: frozenset[str] = frozenset()
    by_itself: frozenset[str] = frozenset()
    slots: tuple[SlotFinding, ...] = ()
    evaluation: Evaluation = field(default_factory=Evaluation)

    @property
    def step_rules(self) -> tuple[StepRule, ...]:
        return _step_rules(self.rules)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(rule.rule_id for rule in self.step_rules)

    @property
    def confidence(self) -> float:
        """The least Wilson bound of the rules; 1 where nobody counted."""
        return min((rule.confidence for rule in self.step_rules if rule.confidence is not None), default=1.0)

    def as_record(self) -> dict[str, object]:
        """For the evidence."""
        return {
            "ids": list(self.ids),
            "pre": [finding.as_record() for finding in self.evaluation.pre],
            "contexts": dict(self.evaluation.contexts),
            "outcomes": [_outcome_record(result) for result in self.evaluation.outcomes],
            "slots": [finding.as_record() for finding in self.slots],
            "confidence": self.confidence,
        }


@dataclass(frozen=True, slots=True)
class Ruling:
    """The results as the rules take them, the outcome that was met, and what confidence is multiplied by."""

    results: tuple[CheckResult, ...]
    outcome: str | None = _RECORDED
    factor: float = 1.0


def tolerance_of(rules: Sequence[RuleFile], asked: Tolerance) -> Tolerance:
    """The closest rule's own tolerance, else what was asked for."""
    return next((rule.tolerance for rule in _step_rules(rules) if rule.tolerance is not None), asked)


def ruled_pre(given: Given, recorded: Step, pre: Look) -> RuledStep:
    """The screen before the step, levelled, and the pre-conditions."""
    inputs = dict(given.inputs)
    level = levelled(Look.of(recorded.pre), pre, _step_rules((*given.rules, *given.before)), inputs)
    return RuledStep(
        given.rules,
        level.look,
        None,
        None,
        pre,
        level.reworded,
        level.by_itself,
        level.findings,
        evaluate(given.rules, recorded, pre, None, inputs, given.contexts),
    )


def ruled_post(given: Given, recorded: Step, pre: Look, post: Look) -> RuledStep:
    """The transition, its three other screens levelled to the last one, and what the rules say of it."""
    inputs, step_rules = dict(given.inputs), _step_rules(given.rules)
    level = levelled(Look.of(recorded.post), post, step_rules, inputs)
    was = levelled(Look.of(recorded.pre), pre, _step_rules((*given.rules, *given.before)), inputs).look
    return RuledStep(
        given.rules,
        level.look,
        levelled(was, post, step_rules, inputs).look,
        levelled(pre, post, step_rules, inputs).look,
        post,
        level.reworded,
        level.by_itself,
        level.findings,
        evaluate(
            given.rules,
            recorded,
            named_as(Look.of(recorded.pre), pre),
            named_as(Look.of(recorded.post), post),
            inputs,
            given.contexts,
        ),
    )


def rule_pre(results: tuple[CheckResult, ...], step: RuledStep) -> Ruling:
    """A failed pre-condition fails the screen before the step."""
    return Ruling((*results, _first(step.evaluation, "the pre-conditions hold")), factor=step.confidence)


def rule_post(results: tuple[CheckResult, ...], step: RuledStep) -> Ruling:
    """The results as the outcomes take them."""
    found = step.evaluation
    if not found.outcomes:
        return Ruling(results, factor=step.confidence)
    for result in found.outcomes:
        taken = _taken(results, result, step.seen) if result.met else None
        if taken is not None:
            told = passed(NAME, outcome=result.outcome.name, rule=result.rule.rule_id)
            return Ruling((*taken, told), result.outcome.name, step.confidence * result.soft_share)
    return Ruling((*results, _not_met(results, found)), None, step.confidence)


def recovered(lines: Sequence[str]) -> tuple[CheckResult, ...]:
    """What is told of recoveries; the step came to its end by more than its own action."""
    return (acceptable("recovery", Shade.RECOVERED, "; ".join(lines), 0.9),) if lines else ()


def judged_by(answer: ExternalAnswer, results: tuple[CheckResult, ...]) -> tuple[CheckResult, ...]:
    """The results with an external judge's word on what nobody could say. A mismatch stays one, whatever it says, unless
    another language explains it: then the page's texts are what was asked about.

    Its success is `acceptable`, and told as its word; the device's own states were not found equal.
    """
    if answer.verdict is None or answer.verdict is Verdict.UNKNOWN:
        return results
    words = f"{answer.name}: {answer.verdict.value}" + (f": {answer.detail}" if answer.detail else "")
    if answer.verdict is Verdict.MISMATCH:
        told = mismatch("external", Code.STATE_MISMATCH, f"judged by {words}", answer.confidence)
        return (told, *results)
    # In another language every text of the page is another: that is what was asked about, and no mismatch besides.
    told_apart = any(result.fails and result.code is Code.LOCALE_CHANGED for result in results)
    covered = _TEXT_CHECKS if told_apart else frozenset[str]()
    return tuple(_judged(result, answer, Shade.JUDGED.saying(words), covered) for result in results)


def _judged(result: CheckResult, answer: ExternalAnswer, detail: str, covered: frozenset[str]) -> CheckResult:
    if not result.fails or (result.verdict is not Verdict.UNKNOWN and result.name not in covered):
        return result
    detail = f"{detail} (unknown before: {result.code}: {result.detail})"
    return replace(
        result, verdict=Verdict.ACCEPTABLE, code=Code.OK, detail=detail, confidence=answer.confidence
    )


def _taken(
    results: tuple[CheckResult, ...], outcome: OutcomeResult, seen: Look
) -> tuple[CheckResult, ...] | None:
    """The results as this outcome takes them; None where something is wrong that it does not excuse."""
    taken = tuple(_excused(result, outcome, seen) if outcome.by_facts else result for result in results)
    if not outcome.by_facts:
        taken = tuple(_shown(result, outcome, seen) for result in taken)
    return None if any(result.fails for result in taken) else taken


def _excused(result: CheckResult, outcome: OutcomeResult, seen: Look) -> CheckResult:
    if not result.fails:
        return result
    names_app = outcome.outcome.package is not None or any(
        isinstance(fact.test, facts.Focused) and fact.test.package for fact in outcome.outcome.facts
    )
    if result.name in _PAGE_CHECKS or (names_app and result.name in _APP_CHECKS):
        return _allowed(result, outcome)
    return _shown(result, outcome, seen)


def _shown(result: CheckResult, outcome: OutcomeResult, seen: Look) -> CheckResult:
    """An anomaly that belongs to the outcome is expected."""
    return _allowed(result, outcome) if result.fails and _shows(outcome, result, seen) else result


def _shows(outcome: OutcomeResult, result: CheckResult, seen: Look) -> bool:
    if result.code in outcome.outcome.shows:
        return True
    told = {value for value in result.numbers.values() if isinstance(value, str) and value}
    return any(_speaks_of(fact.test, told, result, seen) for fact in outcome.outcome.facts if fact.mandatory)


def _speaks_of(test: facts.FactTest, told: set[str], result: CheckResult, seen: Look) -> bool:
    """Whether a fact is about what the check found: the very text of an error or a dialog, the toast."""
    if isinstance(test, facts.ToastContains):
        return result.code is Code.TOAST_ERROR
    if not isinstance(test, facts.Exists | facts.TextIs | facts.Appears) or seen.tree is None:
        return False
    if isinstance(test, facts.Exists) and not test.present:
        return False
    return any(node.text in told or node.content_desc in told for node in find_all(seen.tree, test.selector))


def _allowed(result: CheckResult, outcome: OutcomeResult) -> CheckResult:
    words = f"{outcome.outcome.name} (rule {outcome.rule.rule_id}): {result.detail}"
    detail = Shade.OUTCOME.saying(words)
    confidence = min(result.confidence, _BY_FACTS)
    return replace(result, verdict=Verdict.ACCEPTABLE, code=Code.OK, detail=detail, confidence=confidence)


def _not_met(results: tuple[CheckResult, ...], found: Evaluation) -> CheckResult:
    """What the rules hold against the step. An outcome that is there but for what a check names says nothing."""
    if any(result.met for result in found.outcomes) and any(result.fails for result in results):
        return passed(NAME)
    told = _first(found, "")
    if not told.passed:
        return told
    nearest = found.nearest
    if nearest is None:
        return passed(NAME)
    where = f"rule {nearest.rule.rule_id}: outcome {nearest.outcome.name}"
    contexts = ", ".join(nearest.outcome.contexts)
    if nearest.allowed is None:
        return unknown(
            NAME, Code.OBSERVATION_FAILED, f"{where}: nobody can say whether {contexts} holds", 0.0
        )
    return mismatch(NAME, Code.STATE_MISMATCH, f"{where} is allowed only where {contexts} holds", 0.9)


def _first(found: Evaluation, fine: str) -> CheckResult:
    """The first failed fact as a result, else the first of which nobody can say."""
    failed, open_ = found.failed, found.unanswered
    if failed:
        return _told(failed[0], len(failed), Code.STATE_MISMATCH, Verdict.MISMATCH)
    if open_:
        return _told(open_[0], len(open_), Code.OBSERVATION_FAILED, Verdict.UNKNOWN)
    return passed(NAME, **({"told": fine} if fine else {}))


def _told(finding: Finding, count: int, code: Code, verdict: Verdict) -> CheckResult:
    more = f" (and {count - 1} more)" if count > 1 else ""
    make = mismatch if verdict is Verdict.MISMATCH else unknown
    return make(
        NAME,
        code,
        f"{finding.words}{more}",
        0.9 if verdict is Verdict.MISMATCH else 0.0,
        rule=finding.rule_id,
        outcome=finding.outcome,
        place=finding.place,
    )


def _step_rules(rules: Sequence[RuleFile]) -> tuple[StepRule, ...]:
    return tuple(rule for file in rules for rule in file.steps)


def _outcome_record(result: OutcomeResult) -> dict[str, object]:
    return {
        "rule": result.rule.rule_id,
        "outcome": result.outcome.name,
        "prior": result.outcome.prior,
        "allowed": result.allowed,
        "holds": result.facts_hold,
        "recorded": result.recorded,
        "by_facts": result.by_facts,
        "facts": [finding.as_record() for finding in result.findings],
    }
