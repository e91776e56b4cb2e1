"""Facts as plain values and back: one table for both ways.

- {package: com.example.shop, activity: com.example.shop.HomeActivity}
- {exists: {text: Products}}
- {absent: {resourceId: "com.example.shop:id/login"}}
- {text: {resourceId: "com.example.shop:id/user"}, equals: "${user}"}
- {checked: {text: Remember me}, equals: true}
- {count: {resourceId: "com.example.shop:id/row"}, equals: 3}
- {count: {resourceId: "com.example.shop:id/row"}, changes_by: 1}
- {appears: {text: Order placed}}
- {disappears: {text: Sign in}}
- {changes: {resourceId: "com.example.shop:id/total"}}
- {changes: {resourceId: "com.example.shop:id/badge"}, by: 1}
- {no_dialog: true}
- {no_error: true}
- {row: {resourceId: "com.example.shop:id/list"}, contains: "${item}"}
- {fact: cart_count, equals: 2}
- {fact: cart_count, changes_by: 1, soft: 0.7}
- {toast_contains: Saved}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_to_fields
from gui_rec.model.selector import Selector
from gui_rec.replayer.rules import facts
from gui_rec.replayer.rules.entry import Entry, at, short
from gui_rec.replayer.rules.facts import Fact, FactTest, Score
from gui_rec.ui.pattern import compiled
from gui_rec.ui.wanted import Relation, Wanted

Plain: TypeAlias = dict[str, object]
_RELATIONS = tuple(relation.value for relation in Relation)


def fact_from(record: object, path: str) -> Fact:
    """The fact that `record` spells. Raises InputError naming the path."""
    entry = Entry(record, path)
    kinds = [kind for kind in _READERS if kind in entry.keys]
    if set(kinds) == {"package", "activity"}:
        kinds = ["package"]
    if len(kinds) != 1:
        raise InputError(
            f"{path}: expected one of {', '.join(_READERS)}, got {', '.join(entry.keys)[:80] or '{}'}"
        )
    with at(path):
        test = _READERS[kinds[0]](entry)
        fact = Fact(test, entry.number("soft"), _score(entry))
    entry.done()
    return fact


def fact_to(fact: Fact) -> Plain:
    """The plain values that `fact_from` reads."""
    out = _WRITERS[type(fact.test)](fact.test)
    if fact.weight is not None:
        out["soft"] = fact.weight
    if fact.score is not None:
        score = fact.score
        out["score"] = {"support": score.support, "confidence": score.confidence, "lift": score.lift}
    return out


def _score(entry: Entry) -> Score | None:
    inner = entry.entry("score")
    if inner is None:
        return None
    with at(inner.path):
        score = Score(
            inner.needed_whole("support"), inner.needed_number("confidence"), inner.needed_number("lift")
        )
    inner.done()
    return score


def _focused(entry: Entry) -> FactTest:
    return facts.Focused(entry.text("package"), entry.text("activity"))


def _text(entry: Entry) -> FactTest:
    return facts.TextIs(entry.needed_selector("text"), _wanted(entry))


def _checked(entry: Entry) -> FactTest:
    return facts.CheckedIs(entry.needed_selector("checked"), entry.needed_flag("equals"))


def _count(entry: Entry) -> FactTest:
    selector = entry.needed_selector("count")
    by = entry.whole("changes_by")
    if by is not None:
        return facts.CountChanges(selector, by)
    count = entry.needed_whole("equals")
    if count < 0:
        raise InputError(f"{entry.path}.equals: expected 0 or more, got {count}")
    return facts.CountIs(selector, count)


def _changes(entry: Entry) -> FactTest:
    return facts.Changes(entry.needed_selector("changes"), entry.whole("by"))


def _no_dialog(entry: Entry) -> FactTest:
    _true(entry, "no_dialog")
    return facts.NoDialog()


def _no_error(entry: Entry) -> FactTest:
    _true(entry, "no_error")
    return facts.NoError()


def _row(entry: Entry) -> FactTest:
    return facts.RowContains(entry.needed_selector("row"), entry.needed_text("contains"))


def _named(entry: Entry) -> FactTest:
    name, by = entry.needed_text("fact"), entry.whole("changes_by")
    return facts.NamedIs(name, _wanted(entry)) if by is None else facts.NamedChanges(name, by)


_READERS: Mapping[str, Callable[[Entry], FactTest]] = {
    "package": _focused,
    "activity": _focused,
    "exists": lambda entry: facts.Exists(entry.needed_selector("exists")),
    "absent": lambda entry: facts.Exists(entry.needed_selector("absent"), present=False),
    "text": _text,
    "checked": _checked,
    "count": _count,
    "appears": lambda entry: facts.Appears(entry.needed_selector("appears")),
    "disappears": lambda entry: facts.Disappears(entry.needed_selector("disappears")),
    "changes": _changes,
    "no_dialog": _no_dialog,
    "no_error": _no_error,
    "row": _row,
    "fact": _named,
    "toast_contains": lambda entry: facts.ToastContains(entry.needed_text("toast_contains")),
}


def _wanted(entry: Entry) -> Wanted:
    given = [relation for relation in _RELATIONS if relation in entry.keys]
    for relation in _RELATIONS:
        entry.plain(relation)
    if len(given) != 1:
        raise InputError(
            f"{entry.path}: expected one of {', '.join(_RELATIONS)}, got {', '.join(given) or 'none'}"
        )
    text = entry.word(given[0])
    if given[0] == Relation.MATCHES:
        with at(f"{entry.path}.matches"):
            compiled(text)
    return Wanted(Relation(given[0]), text)


def _true(entry: Entry, key: str) -> None:
    if entry.needed_flag(key) is not True:
        raise InputError(f"{entry.path}.{key}: expected true, got {short(False)}; leave it out instead")


def _of(key: str) -> Callable[..., Plain]:
    return lambda test: {key: selector_to_fields(test.selector)}


def _focused_to(test: facts.Focused) -> Plain:
    both = {"package": test.package, "activity": test.activity}
    return {key: value for key, value in both.items() if value is not None}


def _changes_to(test: facts.Changes) -> Plain:
    return _selected("changes", test.selector) | ({} if test.by is None else {"by": test.by})


def _selected(key: str, selector: Selector) -> Plain:
    return {key: selector_to_fields(selector)}


_WRITERS: Mapping[type, Callable[..., Plain]] = {
    facts.Focused: _focused_to,
    facts.Exists: lambda test: _selected("exists" if test.present else "absent", test.selector),
    facts.TextIs: lambda test: (
        _selected("text", test.selector) | {test.wanted.relation.value: test.wanted.text}
    ),
    facts.CheckedIs: lambda test: _selected("checked", test.selector) | {"equals": test.checked},
    facts.CountIs: lambda test: _selected("count", test.selector) | {"equals": test.count},
    facts.CountChanges: lambda test: _selected("count", test.selector) | {"changes_by": test.by},
    facts.Appears: _of("appears"),
    facts.Disappears: _of("disappears"),
    facts.Changes: _changes_to,
    facts.NoDialog: lambda _: {"no_dialog": True},
    facts.NoError: lambda _: {"no_error": True},
    facts.RowContains: lambda test: _selected("row", test.selector) | {"contains": test.text},
    facts.NamedIs: lambda test: {"fact": test.name, test.wanted.relation.value: test.wanted.text},
    facts.NamedChanges: lambda test: {"fact": test.name, "changes_by": test.by},
    facts.ToastContains: lambda test: {"toast_contains": test.text},
}
