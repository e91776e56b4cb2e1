"""What was learnt, for a person: what varied, what each of it was taken for, and which facts were kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from gui_rec.replayer.induction.episodes import LearntFile, LearntStep
from gui_rec.replayer.induction.findings import Finding, Reading
from gui_rec.replayer.induction.kinds import pattern_of
from gui_rec.replayer.induction.outcome import LearntOutcome
from gui_rec.replayer.rules.facts import Fact
from gui_rec.replayer.rules.patterns import PatternKind
from gui_rec.replayer.rules.spelling import fact_to

_MOST_VALUES = 4
_MOST_CHARS = 40
_STYLES = {
    Reading.VOLATILE: "cyan",
    Reading.PARAMETER: "green",
    Reading.EFFECT: "yellow",
    Reading.DISPUTED: "red",
}


def table(found: LearntFile) -> Table:
    """One row for each slot that varied, and one for each fact that was kept."""
    title = f"{len(found.rules.steps)} rules from {len(found.runs)} runs"
    out = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("step", "outcome", "where", "what was seen", "taken for", "why"):
        out.add_column(column, justify="right" if column == "step" else "left", overflow="fold")
    for step in found.steps:
        for row, style in _rows(step):
            out.add_row(str(step.index), *map(Text, row), style=style)
    return out


def as_record(found: LearntFile) -> dict[str, object]:
    """The same as plain values."""
    return {"runs": list(found.runs), "steps": [_step(step) for step in found.steps]}


def _rows(step: LearntStep) -> Iterator[tuple[tuple[str, ...], str | None]]:
    if step.learnt is None:
        yield ("", "", "", "nothing", step.why_not or ""), "yellow"
        return
    for finding in step.learnt.before:
        yield _row("before the step", finding), _STYLES[finding.reading]
    for each in step.learnt.outcomes:
        name = f"{each.outcome.name} ({len(each.runs)} runs)"
        for finding in each.findings:
            yield _row(name, finding), _STYLES[finding.reading]
        for fact in each.outcome.facts:
            yield (name, "", _fact(fact), "fact" if fact.mandatory else "soft fact", _score(fact)), None


def _row(name: str, finding: Finding) -> tuple[str, ...]:
    return (name, str(finding.address), _said(finding), _taken(finding), finding.reason)


def _said(finding: Finding) -> str:
    said = [value if len(value) <= _MOST_CHARS else f"{value[:_MOST_CHARS]}…" for value in finding.said]
    more = f" and {len(said) - _MOST_VALUES} more" if len(said) > _MOST_VALUES else ""
    return ", ".join(map(repr, said[:_MOST_VALUES])) + more


def _taken(finding: Finding) -> str:
    if finding.reading is Reading.VOLATILE:
        kind = pattern_of(finding).kind
        return "volatile" if kind is PatternKind.ANY else f"volatile {kind.value}"
    return f"input {finding.parameter}" if finding.reading is Reading.PARAMETER else finding.reading.value


def _fact(fact: Fact) -> str:
    spelled = {key: value for key, value in fact_to(fact).items() if key not in ("score", "soft")}
    return json.dumps(spelled, ensure_ascii=False)


def _score(fact: Fact) -> str:
    score = fact.score
    return (
        "" if score is None else f"{score.support} runs, sure {score.confidence:.2f}, lift {score.lift:.2f}"
    )


def _step(step: LearntStep) -> Mapping[str, object]:
    before = () if step.learnt is None else step.learnt.before
    outcomes = () if step.learnt is None else step.learnt.outcomes
    return {
        "step_index": step.index,
        "why_not": step.why_not,
        "varied_before": [_finding(finding) for finding in before],
        "outcomes": [_outcome(each) for each in outcomes],
    }


def _outcome(each: LearntOutcome) -> Mapping[str, object]:
    return {
        "name": each.outcome.name,
        "prior": each.outcome.prior,
        "runs": list(each.runs),
        "lift": each.lift,
        "facts": [fact_to(fact) for fact in each.outcome.facts],
        "varied": [_finding(finding) for finding in each.findings],
    }


def _finding(finding: Finding) -> Mapping[str, object]:
    return {
        "slot": str(finding.address),
        "values": list(finding.said),
        "taken_for": finding.reading.value,
        "pattern": pattern_of(finding).kind.value if finding.reading is Reading.VOLATILE else None,
        "input": finding.parameter,
        "reason": finding.reason,
    }
