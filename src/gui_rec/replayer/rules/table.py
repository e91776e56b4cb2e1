"""Rules as tables for a person."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.table import Table
from rich.text import Text

from gui_rec.replayer.rules.checking import RulesChecked
from gui_rec.replayer.rules.model import Outcome, RuleFile, RuleSource, StepRule
from gui_rec.replayer.rules.words import (
    fact_words,
    match_words,
    parameter_words,
    recovery_words,
    selector_words,
    volatile_words,
)


def rules_view(file: RuleFile) -> Group:
    """The whole file: its facts and contexts, then each rule with what it says."""
    versions = ", ".join(file.versions) or "no version named"
    head = Text(f"{file.package} ({versions}), revision {file.revision}, {len(file.steps)} rule(s)")
    parts: list[Text | Table] = [head]
    if file.facts:
        named = _table("fact", "is", "of")
        for fact in file.facts:
            named.add_row(fact.name, fact.kind.value, Text(selector_words(fact.selector)))
        parts.append(named)
    if file.contexts:
        contexts = _table("context", "holds where")
        for context in file.contexts:
            contexts.add_row(context.name, Text("\n".join(map(fact_words, context.facts))))
        parts.append(contexts)
    rules = _table("rule", "for", "says", "", "support", "confidence", "lift", "source")
    for rule in file.steps:
        _add(rules, rule)
    parts.append(rules)
    return Group(*parts)


def check_view(found: RulesChecked) -> Group:
    """Each rule asked of each step, then the facts that fail."""
    steps = _table("recording", "episode", "step", "version", "rule", "outcome", "holds", "what does not")
    for step in found.steps:
        holds = {True: "yes", False: "NO", None: "unknown"}[step.holds]
        wrong = "\n".join(finding.words for finding in (*step.failed, *step.unanswered))
        if not wrong and step.holds is not True:
            wrong = "no outcome is allowed in this context"
        steps.add_row(
            Text(step.recording),
            step.episode_id,
            str(step.step_index),
            Text(step.app_version or "-"),
            step.rule_id,
            step.outcome or "-",
            holds,
            Text(wrong),
        )
    failing = _table("fails", "of", "rule", "outcome", "fact")
    for fact in found.failing:
        failing.add_row(
            str(fact.failed), str(fact.asked), fact.rule_id, fact.outcome or "-", Text(fact.expected)
        )
    return Group(steps, *([failing] if found.failing else []))


def _add(table: Table, rule: StepRule) -> None:
    numbers = (str(rule.support or "-"), _share(rule.confidence), _share(rule.lift), _source(rule))
    rows = list(_says(rule)) or [("nothing", "")]
    for place, (kind, words) in enumerate(rows):
        first = place == 0
        table.add_row(
            rule.rule_id if first else "",
            Text(match_words(rule.step) if first else ""),
            kind,
            Text(words),
            *(numbers if first else ("", "", "", "")),
        )


def _says(rule: StepRule) -> Iterator[tuple[str, str]]:
    if rule.tolerance is not None:
        yield "tolerance", rule.tolerance.value
    for fact in rule.pre:
        yield "before", fact_words(fact)
    for outcome in rule.outcomes:
        yield f"outcome {outcome.name}", _outcome_words(outcome)
        for fact in outcome.facts:
            yield "", fact_words(fact)
    for volatile in rule.volatile:
        yield "volatile", volatile_words(volatile)
    for parameter in rule.parameters:
        yield "parameter", parameter_words(parameter)
    for recovery in rule.recoveries:
        yield "recovery", recovery_words(recovery)


def _outcome_words(outcome: Outcome) -> str:
    parts = [f"prior {outcome.prior:g}"]
    place = "/".join(filter(None, (outcome.package, outcome.activity)))
    if place:
        parts.append(f"on {place}")
    if outcome.structures:
        parts.append(f"structure {' or '.join(outcome.structures)}")
    if outcome.contexts:
        parts.append(f"only where {', '.join(outcome.contexts)}")
    if outcome.shows:
        parts.append(f"shows {', '.join(code.value for code in outcome.shows)}")
    if outcome.by_facts:
        parts.append("by its facts alone")
    return "; ".join(parts)


def _source(rule: StepRule) -> str:
    return f"accepted by {rule.accepted_by}" if rule.source is RuleSource.ACCEPTED else rule.source.value


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
