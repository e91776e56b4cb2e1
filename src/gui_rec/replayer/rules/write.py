"""A rule file as YAML that a person reads and edits; `read` is the way back, value for value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_to_fields
from gui_rec.replayer.rules.model import (
    RULES_VERSION,
    Outcome,
    ParameterSlot,
    Recovery,
    RuleFile,
    RuleSource,
    StepMatch,
    StepRule,
    VolatileSlot,
)
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.replayer.rules.read import rule_file_from
from gui_rec.replayer.rules.spelling import Plain, fact_to
from gui_rec.ui.named_facts import named_facts_to

T = TypeVar("T")
_WIDTH = 110


def rule_file_to(rules: RuleFile) -> Plain:
    """The plain values that `rule_file_from` reads."""
    app: Plain = {"package": rules.package}
    if rules.versions:
        app["versions"] = list(rules.versions)
    out: Plain = {"rules_version": RULES_VERSION, "revision": rules.revision, "app": app}
    if rules.facts:
        out["facts"] = named_facts_to(rules.facts)
    if rules.contexts:
        out["contexts"] = {
            context.name: [fact_to(fact) for fact in context.facts] for context in rules.contexts
        }
    _put(out, "steps", rules.steps, _rule)
    return out


def to_yaml(rules: RuleFile) -> str:
    """The text of a rule file. Raises InputError where a text in it is none that YAML can carry."""
    import yaml

    try:
        text = _dumped(rule_file_to(rules))
        found = rule_file_from(yaml.safe_load(text))
    except (yaml.YAMLError, UnicodeError) as error:
        raise InputError(f"rules: cannot be written as YAML: {' '.join(str(error).split())[:300]}") from error
    if found != rules:
        raise InputError("rules: cannot be written as YAML: what is read back differs")
    return text


def _dumped(record: Plain) -> str:
    import yaml

    class Dumper(yaml.SafeDumper):
        """Puts a text with other line ends than \\n in double quotes: yaml loses a lone U+0085 in single ones."""

    def quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
        is_odd = any(char in text for char in "\r\x85\u2028\u2029\ufeff")
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if is_odd else None)

    Dumper.add_representer(str, quoted)
    return yaml.dump(
        record, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH, default_flow_style=None
    )


def write_rule_file(rules: RuleFile, path: Path) -> None:
    """Write `path` by rename, so that it is the old or the new text, never a part. Raises InputError."""
    text = to_yaml(rules)
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def _rule(rule: StepRule) -> Plain:
    out: Plain = {"id": rule.rule_id, "step": _match(rule.step)}
    if rule.source is not RuleSource.HAND:
        out["source"] = rule.source.value
    _given(out, "accepted_by", rule.accepted_by)
    if rule.support:
        out["support"] = rule.support
    _given(out, "confidence", rule.confidence)
    _given(out, "lift", rule.lift)
    _given(out, "tolerance", None if rule.tolerance is None else rule.tolerance.value)
    _put(out, "pre", rule.pre, fact_to)
    _put(out, "outcomes", rule.outcomes, _outcome)
    _put(out, "volatile", rule.volatile, _volatile)
    _put(out, "parameters", rule.parameters, _parameter)
    _put(out, "recoveries", rule.recoveries, _recovery)
    return out


def _match(match: StepMatch) -> Plain:
    out: Plain = {}
    for key in ("episode", "index", "name", "action"):
        _given(out, key, getattr(match, key))
    if match.target is not None:
        out["target"] = selector_to_fields(match.target)
    return out


def _outcome(outcome: Outcome) -> Plain:
    out: Plain = {"name": outcome.name, "prior": outcome.prior}
    _put(out, "contexts", outcome.contexts, str)
    _given(out, "package", outcome.package)
    _given(out, "activity", outcome.activity)
    _put(out, "structures", outcome.structures, str)
    _put(out, "facts", outcome.facts, fact_to)
    _put(out, "shows", [code.value for code in outcome.shows], str)
    if outcome.by_facts:
        out["by_facts"] = True
    return out


def _volatile(slot: VolatileSlot) -> Plain:
    return {"slot": str(slot.address), "pattern": _pattern(slot.pattern)}


def _pattern(pattern: SlotPattern) -> object:
    if pattern.kind is PatternKind.ENUM:
        return {"enum": list(pattern.values)}
    return pattern.kind.value


def _parameter(slot: ParameterSlot) -> Plain:
    return {"slot": str(slot.address), "equals": slot.equals}


def _recovery(recovery: Recovery) -> Plain:
    out: Plain = {
        "when": [code.value for code in recovery.when],
        "do": recovery.kind.value,
        "limit": recovery.limit,
    }
    if recovery.selector is not None:
        out["selector"] = selector_to_fields(recovery.selector)
    _given(out, "wait_s", recovery.wait_s)
    _given(out, "package", recovery.package)
    return out


def _given(out: Plain, key: str, value: object) -> None:
    if value is not None:
        out[key] = value


def _put(out: Plain, key: str, items: tuple[T, ...] | list[T], write: Callable[[T], object]) -> None:
    if items:
        out[key] = [write(item) for item in items]
