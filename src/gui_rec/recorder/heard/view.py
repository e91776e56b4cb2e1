"""uiautomator2's selector of a view: read from its JSON, found in a hierarchy.

The JSON holds fields and a bit mask that says which of them count. Semantics (androidx.test.uiautomator UiSelector,
openatx android-uiautomator-server Selector): texts, ids and classes compare exactly, the Contains and StartsWith
forms ignore case, the Matches forms must match as a whole. `instance` counts matches from 0 in document order; where
several match, the first is meant. A child is any descendant, a sibling any descendant of the parent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.ui.pattern import compiled
from gui_rec.ui.tree import Node, Tree

_TEXTS = {"text": "text", "description": "content_desc", "className": "class_name", "packageName": "package",
          "resourceId": "resource_id"}  # fmt: skip
_FLAGS = {"checkable": "checkable", "checked": "checked", "clickable": "clickable",
          "longClickable": "long_clickable", "scrollable": "scrollable", "enabled": "enabled",
          "focusable": "focusable", "focused": "focused", "selected": "selected"}  # fmt: skip
_MASKS = {
    "text": 0x01, "textContains": 0x02, "textMatches": 0x04, "textStartsWith": 0x08, "className": 0x10,
    "classNameMatches": 0x20, "description": 0x40, "descriptionContains": 0x80, "descriptionMatches": 0x0100,
    "descriptionStartsWith": 0x0200, "checkable": 0x0400, "checked": 0x0800, "clickable": 0x1000,
    "longClickable": 0x2000, "scrollable": 0x4000, "enabled": 0x8000, "focusable": 0x010000,
    "focused": 0x020000, "selected": 0x040000, "packageName": 0x080000, "packageNameMatches": 0x100000,
    "resourceId": 0x200000, "resourceIdMatches": 0x400000, "index": 0x800000, "instance": 0x01000000,
}  # fmt: skip
_IN_MODEL = {"text": "text", "textContains": "text_contains", "textMatches": "text_matches",
             "className": "class_name", "description": "content_desc",
             "descriptionContains": "content_desc_contains", "packageName": "package_name",
             "resourceId": "resource_id", "checked": "checked", "clickable": "clickable",
             "enabled": "enabled", "focused": "focused"}  # fmt: skip
_MOST_STEPS = 20
_MOST_CHARACTERS = 10_000
_RELATIONS = ("child", "sibling")

Value = str | bool | int


@dataclass(frozen=True, slots=True)
class View:
    """Which view is meant: the counting fields, which match, and (relation, view) to walk on to."""

    wanted: tuple[tuple[str, Value], ...]
    instance: int | None = None
    steps: tuple[tuple[str, View], ...] = ()

    def find(self, tree: Tree) -> Node | None:
        """The first node that is meant, in document order; None where none is. Raises InputError for a
        pattern that is not understood."""
        found = self._among(tree.walk())
        parents = tree.parents() if self.steps else {}
        for relation, view in self.steps:
            found = view._among(_around(found, relation, parents))
        return found[0] if found else None

    def selector(self) -> Selector | None:
        """The same in the model's words; None where they cannot hold it."""
        if self.steps or not self.wanted or any(name not in _IN_MODEL for name, _ in self.wanted):
            return None
        fields = {_IN_MODEL[name]: value for name, value in self.wanted}
        return Selector(**fields, index=self.instance or 0)  # type: ignore[arg-type]

    def _among(self, nodes: Iterable[Node]) -> list[Node]:
        tests = [_test(name, value) for name, value in self.wanted]
        found = [node for node in nodes if all(test(node) for test in tests)]
        return found if self.instance is None else found[self.instance : self.instance + 1]


def read_view(value: object, *, depth: int = 3) -> View | None:
    """A selector's JSON; None for what is none, or is too large."""
    if not isinstance(value, Mapping) or depth <= 0:
        return None
    mask = value.get("mask", 0)
    if isinstance(mask, bool) or not isinstance(mask, int) or mask < 0:
        return None
    wanted: list[tuple[str, Value]] = []
    for name, bit in _MASKS.items():
        if not mask & bit:
            continue
        one = value.get(name, 0 if name in ("index", "instance") else None)
        if not _fits(name, one):
            return None
        wanted.append((name, one))
    steps = _steps(value, depth)
    if steps is None:
        return None
    instance = next((int(one) for name, one in wanted if name == "instance"), None)
    return View(tuple(pair for pair in wanted if pair[0] != "instance"), instance, steps)


def _fits(name: str, value: object) -> bool:
    if name in _FLAGS:
        return isinstance(value, bool)
    if name in ("index", "instance"):
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31
    return isinstance(value, str) and len(value) <= _MOST_CHARACTERS


def _steps(fields: Mapping[object, object], depth: int) -> tuple[tuple[str, View], ...] | None:
    relations, selectors = fields.get("childOrSibling") or [], fields.get("childOrSiblingSelector") or []
    if not isinstance(relations, list) or not isinstance(selectors, list):
        return None
    if len(relations) != len(selectors) or len(relations) > _MOST_STEPS:
        return None
    steps: list[tuple[str, View]] = []
    for relation, selector in zip(relations, selectors, strict=True):
        view = read_view(selector, depth=depth - 1)
        if relation not in _RELATIONS or view is None:
            return None
        steps.append((relation, view))
    return tuple(steps)


def _around(nodes: Iterable[Node], relation: str, parents: Mapping[Node, Node]) -> list[Node]:
    found: dict[Node, None] = {}
    for node in nodes:
        start = node if relation == "child" else parents.get(node)
        if start is not None:
            found.update((below, None) for below in start.walk() if below is not start)
    return list(found)


def _test(name: str, wanted: Value) -> Callable[[Node], bool]:
    if name in _FLAGS or name == "index":
        read = _FLAGS.get(name, name)
        return lambda node: bool(getattr(node, read) == wanted)
    base = next(base for base in _TEXTS if name.startswith(base) and name[len(base) :] in _COMPARE)
    read, compare = _TEXTS[base], _COMPARE[name[len(base) :]]
    return lambda node: compare(str(getattr(node, read)), str(wanted))


def _matches(text: str, pattern: str) -> bool:
    try:
        return compiled(pattern).matches(text)
    except InputError as error:
        raise InputError(f"selector of uiautomator2: {error}") from error


_COMPARE: dict[str, Callable[[str, str], bool]] = {
    "": lambda text, wanted: text == wanted,
    "Contains": lambda text, wanted: wanted.lower() in text.lower(),
    "StartsWith": lambda text, wanted: text.lower().startswith(wanted.lower()),
    "Matches": _matches,
}
