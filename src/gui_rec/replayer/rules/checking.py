"""Rules held against recorded runs: which facts hold there, also on another version of the app (calibration)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gui_rec.model.step import Step
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.book import rules_for
from gui_rec.replayer.rules.evaluate import Finding, evaluate
from gui_rec.replayer.rules.model import RuleFile
from gui_rec.replayer.three_valued import all_of


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """One rule asked of one recorded step. `holds` is None where nobody can say. `failed` and `unanswered` are the
    mandatory facts that do not hold, or that nobody can answer.
    """

    recording: str
    episode_id: str
    step_index: int
    app_version: str | None
    rule_id: str
    outcome: str | None
    holds: bool | None
    failed: tuple[Finding, ...]
    unanswered: tuple[Finding, ...]

    def as_record(self) -> dict[str, object]:
        """A row of the JSON document."""
        return {
            "recording": self.recording,
            "episode_id": self.episode_id,
            "step_index": self.step_index,
            "app_version": self.app_version,
            "rule": self.rule_id,
            "outcome": self.outcome,
            "holds": self.holds,
            "failed": [finding.as_record() for finding in self.failed],
            "unanswered": [finding.as_record() for finding in self.unanswered],
        }


@dataclass(frozen=True, slots=True)
class FactCount:
    """How often one failing fact was met by the steps that were asked."""

    rule_id: str
    outcome: str | None
    expected: str
    failed: int
    asked: int


@dataclass(frozen=True, slots=True)
class RulesChecked:
    """All of it. `versions` are the app's versions in the recordings, `never_asked` rules that no step is for."""

    steps: tuple[CheckedStep, ...]
    versions: tuple[str, ...]
    never_asked: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """True when something was asked and nothing failed; what nobody can say is no failure, and told."""
        return bool(self.steps) and not any(step.holds is False for step in self.steps)

    @property
    def failing(self) -> tuple[FactCount, ...]:
        """The facts that failed, each with how often, the most frequent first."""
        counts: dict[tuple[str, str | None, str], int] = {}
        for step in self.steps:
            for finding in step.failed:
                key = (finding.rule_id, finding.outcome, finding.expected)
                counts[key] = counts.get(key, 0) + 1
        asked = {rule: sum(step.rule_id == rule for step in self.steps) for rule, _, _ in counts}
        found = [FactCount(*key, count, asked[key[0]]) for key, count in counts.items()]
        return tuple(sorted(found, key=lambda each: -each.failed))


def check_rules(
    file: RuleFile,
    episodes: Iterable[tuple[str, str, Iterable[Step]]],
    inputs: Mapping[str, str],
    contexts: Iterable[str] = (),
) -> RulesChecked:
    """Ask the rules of every step of `episodes`, each (recording, episode id, steps).

    A rule that names a step of another episode is asked of the step of the same number, if its action and target,
    as far as the rule names them, are there.
    """
    known = tuple(contexts)
    steps: list[CheckedStep] = []
    versions: dict[str, None] = {}
    for recording, episode_id, recorded in episodes:
        for step in recorded:
            version = _version(file, step)
            if version is not None:
                versions.setdefault(version)
            steps += _checked(file, recording, episode_id, step, inputs, known)
    asked = {step.rule_id for step in steps}
    never = tuple(rule.rule_id for rule in file.steps if rule.rule_id not in asked)
    return RulesChecked(tuple(steps), tuple(versions), never)


def _checked(
    file: RuleFile,
    recording: str,
    episode_id: str,
    step: Step,
    inputs: Mapping[str, str],
    contexts: tuple[str, ...],
) -> Iterator[CheckedStep]:
    for narrowed in rules_for([file], step, episode_id, any_episode=True):
        rule = narrowed.steps[0]
        if not (rule.pre or rule.outcomes):
            continue
        found = evaluate([narrowed], None, Look.of(step.pre), Look.of(step.post), inputs, contexts)
        outcome_holds = True if not found.outcomes or found.met else None
        if found.outcomes and not found.met and all(result.met is False for result in found.outcomes):
            outcome_holds = False
        holds = all_of((found.pre_holds, outcome_holds))
        yield CheckedStep(
            recording,
            episode_id,
            step.index,
            _version(file, step),
            rule.rule_id,
            found.met,
            holds,
            found.failed if holds is False else (),
            found.unanswered if holds is not True else (),
        )


def _version(file: RuleFile, step: Step) -> str | None:
    """The app's version, where the step began in it: a step names the version of the app that it began in."""
    return step.app_version if step.pre.package == file.package else None
