"""Which nodes of a hierarchy are withheld, and the hierarchy without what they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gui_rec.capture.privacy.marked_xml import rewritten
from gui_rec.capture.privacy.rules import MaskRules
from gui_rec.capture.privacy.words import MARK, Redactor
from gui_rec.model.geometry import Rect
from gui_rec.ui.matching import find_all
from gui_rec.ui.tree import Node, Tree

BULLETS = "•" * 6
"""Stands for any hidden text: its length would be told otherwise. Of another length than `MARK`, so that an
empty field that shows its hint is another state than one in which something was typed."""

_DOTS = frozenset("•·●∙⚫*＊✱")
_PASSWORD_WORDS = ("password", "passwd", "passcode", "pwd")
_FORMAL = frozenset(
    (
        *("index", "resource-id", "class", "package", "bounds", "rotation", "instance", "drawing-order"),
        *(
            "display-id",
            "width",
            "height",
            "naf",
            "checkable",
            "checked",
            "clickable",
            "enabled",
            "focusable",
        ),
        *("focused", "scrollable", "long-clickable", "password", "selected", "visible-to-user", "displayed"),
    )
)
_TRUTHS = frozenset({"", "true", "false"})
_NAMES = frozenset({"class", "package", "bounds", "index"})
_LEAST_LEARNT_CHARS = 4


@dataclass(frozen=True, slots=True)
class MaskedTree:
    """The hierarchy as it may be stored, and the px rectangles that must not be seen in the picture."""

    xml: str
    rects: tuple[Rect, ...] = ()
    places: int = 0


@dataclass(slots=True)
class FieldMemory:
    """Fields that were password fields once: a switch that shows the text takes that word from them."""

    _known: set[tuple[str, str]] = field(default_factory=set)

    def learn(self, tree: Tree) -> None:
        """Remember the password fields of `tree`."""
        self._known |= {_name(node) for node in tree.walk() if node.password}

    def is_password(self, node: Node) -> bool:
        """Whether what stands in `node` is a password, shown or not."""
        if node.password or _name(node) in self._known:
            return True
        tail = node.resource_id.rpartition("/")[2].lower()
        return node.is_editable and any(word in tail for word in _PASSWORD_WORDS)


def _name(node: Node) -> tuple[str, str]:
    return node.package, node.resource_id or node.path


def mask_tree(
    xml: str,
    tree: Tree,
    rules: MaskRules,
    words: Redactor,
    fields: FieldMemory,
    packages: frozenset[str] = frozenset(),
) -> MaskedTree:
    """`xml`, whose tree is `tree`, without what the rules withhold; the same text where that is nothing.

    Nodes of `packages` are withheld wholly. What a selector withholds is learnt, so that it is found
    wherever else it stands.
    """
    whole = _withheld(tree, rules, fields, packages)
    for node in whole.values():
        if node.package not in packages and not fields.is_password(node):
            _learn(words, node)
    if not whole and not words:
        return MaskedTree(xml)
    changed: set[str] = set()

    def change(path: str | None, attributes: Mapping[str, str]) -> Mapping[str, str]:
        if path is not None and path in whole:
            return {name: _hidden(name, value, whole[path], fields) for name, value in attributes.items()}
        said = {name: _said(name, value, words) for name, value in attributes.items()}
        if said != attributes:
            changed.add(path or "")
        return said

    clean = rewritten(xml, change)
    spoken = [node.bounds for node in tree.walk() if node.path in changed]
    tops = sum(path.rpartition("/")[0] not in whole for path in whole)
    if not whole and not changed and not words.knows(xml):
        return MaskedTree(xml)
    return MaskedTree(
        clean, outermost([*(node.bounds for node in whole.values()), *spoken]), tops + len(changed)
    )


def _withheld(tree: Tree, rules: MaskRules, fields: FieldMemory, packages: frozenset[str]) -> dict[str, Node]:
    """The nodes of which nothing may be told, by path, with all below them."""
    tops = [node for rule in rules.selectors for node in find_all(tree, rule.selector, unseen=True)]
    if rules.password:
        tops += [node for node in tree.walk() if fields.is_password(node)]
    if packages:
        tops += [node for node in tree.walk() if node.package in packages]
    return {node.path: node for top in tops for node in top.walk()}


def _learn(words: Redactor, node: Node) -> None:
    for text in (node.text, node.content_desc):
        if len(text.strip()) >= _LEAST_LEARNT_CHARS and text != MARK:
            words.learn(text)


def _hidden(name: str, value: str, node: Node, fields: FieldMemory) -> str:
    if name.lower() in _FORMAL or value in _TRUTHS:
        return value
    if fields.is_password(node) and set(value) <= _DOTS:
        return BULLETS
    return MARK


def _said(name: str, value: str, words: Redactor) -> str:
    return value if name in _NAMES or value in _TRUTHS else words.text(value)


def outermost(rects: Iterable[Rect]) -> tuple[Rect, ...]:
    """The rectangles of some area that lie in none of the others, each once."""
    by_area = sorted({r for r in rects if not r.is_empty}, key=lambda r: (r.area, r.as_tuple()))
    return tuple(
        rect
        for at, rect in enumerate(by_area)
        if not any(rect.intersect(o) == rect for o in by_area[at + 1 :])
    )
