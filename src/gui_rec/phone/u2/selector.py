"""The client's selectors: a JSON object of fields with a bit mask that says which of them count.

Semantics: androidx.test.uiautomator UiSelector. `text`, `description`, ids and classes compare exactly; the
Contains and StartsWith forms ignore case; the Matches forms must match as a whole. `instance` picks one of
the matches, counted from 0 in document order. A child is any descendant, a sibling any descendant of the parent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.phone.patterns import BoundedPattern
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.params import ParamError

Test = Callable[[UiNode], bool]
INSTANCE_MASK = 0x01000000


@dataclass(frozen=True, slots=True)
class _Text:
    """A field that compares a text of the node in one of four ways."""

    read: Callable[[UiNode], str]
    how: str


@dataclass(frozen=True, slots=True)
class _Flag:
    """A field that compares a boolean of the node."""

    read: Callable[[UiNode], bool]


def _text(node: UiNode) -> str:
    return node.text


def _desc(node: UiNode) -> str:
    return node.desc


def _class(node: UiNode) -> str:
    return node.class_name


def _package(node: UiNode) -> str:
    return node.package


def _id(node: UiNode) -> str:
    return node.resource_id


# Name in the JSON: (bit in the mask, name in UiSelector.toString(), what it tests).
_FIELDS: Mapping[str, tuple[int, str, _Text | _Flag]] = {
    "text": (0x01, "TEXT", _Text(_text, "equals")),
    "textContains": (0x02, "CONTAINS_TEXT", _Text(_text, "contains")),
    "textMatches": (0x04, "TEXT_REGEX", _Text(_text, "matches")),
    "textStartsWith": (0x08, "START_TEXT", _Text(_text, "starts")),
    "className": (0x10, "CLASS", _Text(_class, "equals")),
    "classNameMatches": (0x20, "CLASS_REGEX", _Text(_class, "matches")),
    "description": (0x40, "DESCRIPTION", _Text(_desc, "equals")),
    "descriptionContains": (0x80, "CONTAINS_DESCRIPTION", _Text(_desc, "contains")),
    "descriptionMatches": (0x0100, "DESCRIPTION_REGEX", _Text(_desc, "matches")),
    "descriptionStartsWith": (0x0200, "START_DESCRIPTION", _Text(_desc, "starts")),
    "checkable": (0x0400, "CHECKABLE", _Flag(lambda node: node.checkable)),
    "checked": (0x0800, "CHECKED", _Flag(lambda node: node.checked)),
    "clickable": (0x1000, "CLICKABLE", _Flag(lambda node: node.clickable)),
    "longClickable": (0x2000, "LONG_CLICKABLE", _Flag(lambda node: node.long_clickable)),
    "scrollable": (0x4000, "SCROLLABLE", _Flag(lambda node: node.scrollable)),
    "enabled": (0x8000, "ENABLED", _Flag(lambda node: node.enabled)),
    "focusable": (0x010000, "FOCUSABLE", _Flag(lambda node: node.focusable)),
    "focused": (0x020000, "FOCUSED", _Flag(lambda node: node.focused)),
    "selected": (0x040000, "SELECTED", _Flag(lambda node: node.selected)),
    "packageName": (0x080000, "PACKAGE_NAME", _Text(_package, "equals")),
    "packageNameMatches": (0x100000, "PACKAGE_NAME_REGEX", _Text(_package, "matches")),
    "resourceId": (0x200000, "RESOURCE_ID", _Text(_id, "equals")),
    "resourceIdMatches": (0x400000, "RESOURCE_ID_REGEX", _Text(_id, "matches")),
}
_INDEX_MASK = 0x800000
_RELATIONS = ("child", "sibling")


@dataclass(frozen=True, slots=True)
class UiQuery:
    """A selector, read. `wording` is how Android prints it; `steps` are (relation, query) to walk on."""

    tests: tuple[Test, ...]
    instance: int | None
    steps: tuple[tuple[str, UiQuery], ...]
    wording: str
    patterns: tuple[BoundedPattern[str], ...] = ()

    def find(self, roots: Iterable[UiNode]) -> list[UiNode]:
        """All matching nodes in document order. Raises ParamError where a pattern tries too many ways."""
        found = self._among(node for root in roots for node in root.walk())
        for relation, query in self.steps:
            found = query._among(_unique(_around(found, relation)))
        return found

    def _among(self, nodes: Iterable[UiNode]) -> list[UiNode]:
        for pattern in self.patterns:
            pattern.rest()
        found = [node for node in nodes if all(test(node) for test in self.tests)]
        return found if self.instance is None else found[self.instance : self.instance + 1]


def read_query(value: object) -> UiQuery:
    """Read a selector's JSON. Raises ParamError for anything else."""
    fields = _object(value)
    mask = _whole(fields, "mask")
    tests: list[Test] = []
    words: list[str] = []
    patterns: list[BoundedPattern[str]] = []
    for name, (bit, printed, kind) in _FIELDS.items():
        if mask & bit:
            tests.append(_test(name, kind, fields.get(name), patterns))
            words.append(f"{printed}={_printed(fields.get(name))}")
    if mask & _INDEX_MASK:
        index = _whole(fields, "index")
        tests.append(lambda node: node.index == index)
        words.append(f"INDEX={index}")
    instance = _whole(fields, "instance") if mask & INSTANCE_MASK else None
    if instance is not None:
        words.append(f"INSTANCE={instance}")
    steps = _steps(fields)
    words += [f"{'CHILD' if relation == 'child' else 'PARENT'}={query.wording}" for relation, query in steps]
    wording = f"UiSelector[{', '.join(words)}]"
    return UiQuery(tuple(tests), instance, steps, wording, tuple(patterns))


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ParamError(f"expected a selector object, got {value!r}")
    return value


def _steps(fields: Mapping[str, object]) -> tuple[tuple[str, UiQuery], ...]:
    relations, selectors = fields.get("childOrSibling") or [], fields.get("childOrSiblingSelector") or []
    if not isinstance(relations, list) or not isinstance(selectors, list) or len(relations) != len(selectors):
        raise ParamError("childOrSibling and childOrSiblingSelector: expected two arrays of one length")
    wrong = [relation for relation in relations if relation not in _RELATIONS]
    if wrong:
        raise ParamError(f"childOrSibling: expected child or sibling, got {wrong[0]!r}")
    return tuple((str(relation), read_query(one)) for relation, one in zip(relations, selectors, strict=True))


def _whole(fields: Mapping[str, object], name: str) -> int:
    value = fields.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ParamError(f"{name}: expected a whole number from 0 on, got {value!r}")
    return value


def _test(name: str, kind: _Text | _Flag, wanted: object, patterns: list[BoundedPattern[str]]) -> Test:
    """What a field asks of a node; a pattern it has is added to `patterns`."""
    if isinstance(kind, _Flag):
        if not isinstance(wanted, bool):
            raise ParamError(f"{name}: expected a boolean, got {wanted!r}")
        read_flag = kind.read
        return lambda node: read_flag(node) is wanted
    if not isinstance(wanted, str):
        raise ParamError(f"{name}: expected a string, got {wanted!r}")
    if kind.how == "matches":
        pattern = _pattern(name, wanted)
        patterns.append(pattern)
        read_text = kind.read
        return lambda node: _matches(name, pattern, read_text(node))
    read, holds = kind.read, _comparison(kind.how, wanted)
    return lambda node: holds(read(node))


def _comparison(how: str, wanted: str) -> Callable[[str], bool]:
    if how == "equals":
        return lambda text: text == wanted
    if how == "contains":
        return lambda text: wanted.lower() in text.lower()
    return lambda text: text.lower().startswith(wanted.lower())


def _pattern(name: str, wanted: str) -> BoundedPattern[str]:
    try:
        return BoundedPattern(wanted, flags=re.DOTALL)
    except InputError as error:
        raise ParamError(f"{name}: {wanted!r} is no regular expression: {error}") from error


def _matches(name: str, pattern: BoundedPattern[str], text: str) -> bool:
    try:
        return pattern.fullmatch(text)
    except InputError as error:
        raise ParamError(f"{name}: {error}") from error


def _printed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _around(nodes: Iterable[UiNode], relation: str) -> Iterable[UiNode]:
    for node in nodes:
        start = node if relation == "child" else node.parent
        if start is not None:
            yield from start.below()


def _unique(nodes: Iterable[UiNode]) -> list[UiNode]:
    return list(dict.fromkeys(nodes))
