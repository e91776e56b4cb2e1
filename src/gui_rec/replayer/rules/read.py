"""A rule file from YAML (or JSON), every unknown key refused with its path.

rules_version: 1
revision: 3
app: {package: com.example.shop, versions: ["2.1", "2.2"]}
facts:
  cart_count: {selector: {resourceId: "com.example.shop:id/cart_count"}, as: int}
contexts:
  logged_in: [{exists: {contentDescription: Account}}]
steps:
  - id: sign-in
    step: {episode: 01J…, index: 3}
    outcomes: [...]
"""

from __future__ import annotations

from pathlib import Path

from gui_rec._files import read_document
from gui_rec.errors import InputError
from gui_rec.model.actions import ACTION_TYPES
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.entry import Entry, at, member_of, short
from gui_rec.replayer.rules.model import (
    RULES_VERSION,
    NamedContext,
    Outcome,
    ParameterSlot,
    Recovery,
    RecoveryKind,
    RuleFile,
    RuleSource,
    StepMatch,
    StepRule,
    VolatileSlot,
)
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.replayer.rules.spelling import fact_from
from gui_rec.ui.named_facts import named_facts_from

MOST_BYTES = 4 * 1024 * 1024
_TOP = "rules"


def read_rule_file(path: Path) -> RuleFile:
    """The rules of a file. Raises InputError naming the file and the path of what is not understood."""
    found = read_document(path, "rules", MOST_BYTES)
    try:
        return rule_file_from(found)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def rule_file_from(record: object) -> RuleFile:
    """The rules that plain values spell. Raises InputError naming the path, as in `steps[2].outcomes[0].facts[1]`."""
    try:
        return _file(Entry(record, _TOP))
    except InputError as error:
        # The file itself is no part of a path that a person looks for.
        raise InputError(str(error).removeprefix(f"{_TOP}.")) from error


def _file(entry: Entry) -> RuleFile:
    version = entry.needed_whole("rules_version")
    if version != RULES_VERSION:
        raise InputError(
            f"rules_version: expected {RULES_VERSION}, got {version}; a newer gui-rec may read it"
        )
    app = entry.needed_entry("app")
    package, versions = app.needed_text("package"), app.words("versions")
    app.done()
    revision = entry.whole("revision")
    named = entry.plain("facts")
    found = RuleFile(
        package=package,
        versions=versions,
        revision=1 if revision is None else revision,
        facts=() if named is None else named_facts_from(named),
        contexts=_contexts(entry),
        steps=entry.many("steps", _rule),
    )
    entry.done()
    return found


def _contexts(entry: Entry) -> tuple[NamedContext, ...]:
    inner = entry.entry("contexts")
    if inner is None:
        return ()
    found = []
    for name in inner.keys:
        facts = inner.many(name, fact_from)
        with at(f"{inner.path}.{name}"):
            found.append(NamedContext(name, facts))
    return tuple(found)


def _rule(value: object, path: str) -> StepRule:
    entry = Entry(value, path)
    with at(path):
        rule = StepRule(
            rule_id=entry.needed_text("id"),
            step=_match(entry.needed_entry("step")),
            pre=entry.many("pre", fact_from),
            outcomes=entry.many("outcomes", _outcome),
            volatile=entry.many("volatile", _volatile),
            parameters=entry.many("parameters", _parameter),
            recoveries=entry.many("recoveries", _recovery),
            tolerance=entry.member("tolerance", Tolerance),
            source=entry.member("source", RuleSource) or RuleSource.HAND,
            accepted_by=entry.text("accepted_by"),
            support=entry.whole("support") or 0,
            confidence=entry.number("confidence"),
            lift=entry.number("lift"),
        )
    entry.done()
    return rule


def _match(entry: Entry) -> StepMatch:
    action = entry.text("action")
    if action is not None and action not in ACTION_TYPES:
        known = ", ".join(sorted(ACTION_TYPES))
        raise InputError(f"{entry.path}.action: expected one of {known}, got {short(action)}")
    with at(entry.path):
        match = StepMatch(
            entry.text("episode"),
            entry.whole("index"),
            entry.text("name"),
            action,
            entry.selector("target"),
        )
    entry.done()
    return match


def _outcome(value: object, path: str) -> Outcome:
    entry = Entry(value, path)
    prior = entry.number("prior")
    with at(path):
        outcome = Outcome(
            name=entry.needed_text("name"),
            prior=1.0 if prior is None else prior,
            contexts=entry.words("contexts"),
            package=entry.text("package"),
            activity=entry.text("activity"),
            structures=entry.words("structures"),
            facts=entry.many("facts", fact_from),
            shows=entry.many("shows", _code),
            by_facts=bool(entry.flag("by_facts")),
        )
    entry.done()
    return outcome


def _code(value: object, path: str) -> Code:
    return member_of(value, Code, path)


def _volatile(value: object, path: str) -> VolatileSlot:
    entry = Entry(value, path)
    address = _address(entry)
    spelled = entry.plain("pattern")
    if isinstance(spelled, dict):
        inner = Entry(spelled, f"{path}.pattern")
        with at(inner.path):
            pattern = SlotPattern(PatternKind.ENUM, inner.many("enum", _any_text))
        inner.done()
    else:
        kind = entry.member("pattern", PatternKind) or PatternKind.ANY
        with at(f"{path}.pattern"):
            pattern = SlotPattern(kind)
    entry.done()
    return VolatileSlot(address, pattern)


def _any_text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{path}: expected a text, got {short(value)}; put it in quotes")
    return value


def _parameter(value: object, path: str) -> ParameterSlot:
    entry = Entry(value, path)
    with at(path):
        slot = ParameterSlot(_address(entry), entry.needed_text("equals"))
    entry.done()
    return slot


def _address(entry: Entry) -> SlotAddress:
    with at(f"{entry.path}.slot"):
        return SlotAddress.parse(entry.needed_text("slot"))


def _recovery(value: object, path: str) -> Recovery:
    entry = Entry(value, path)
    limit = entry.whole("limit")
    with at(path):
        recovery = Recovery(
            when=entry.many("when", _code),
            kind=entry.needed_member("do", RecoveryKind),
            limit=1 if limit is None else limit,
            selector=entry.selector("selector"),
            wait_s=entry.number("wait_s"),
            package=entry.text("package"),
        )
    entry.done()
    return recovery
