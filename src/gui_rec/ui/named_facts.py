"""Facts that a person names: `cart_count: {selector: {resourceId: ...}, as: int}`.

Definition, reading and answering, for everything that asks about a screen by name: rules, contexts,
expectations and labels. An answer is a text in one spelling, so that the stored one compares with another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from gui_rec._files import read_document
from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_from_fields, selector_to_fields
from gui_rec.model.selector import Selector
from gui_rec.ui.matching import find_all
from gui_rec.ui.pattern import compiled
from gui_rec.ui.tree import Node, Tree

MOST_FACTS = 200
MOST_FILE_BYTES = 1024 * 1024
MOST_ANSWER = 2000
_LONGEST_NAME = 64
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[-+\u2212]?\d+(?:[.,\u066b\u066c\u00a0\u202f' ]\d+)*")


class FactKind(StrEnum):
    """What the answer is read as.

    `text`: the text of the only match, or its description where it has no text. `int`, `money`: the only
    number in that text (`Cart (3)` is `3`, `1.234,50 €` is `1234.50`). `count`: how many nodes match.
    `checked`: `true` or `false`.
    """

    TEXT = "text"
    INT = "int"
    MONEY = "money"
    COUNT = "count"
    CHECKED = "checked"

    @property
    def is_number(self) -> bool:
        """True where two answers have a difference."""
        return self in (FactKind.INT, FactKind.MONEY, FactKind.COUNT)


@dataclass(frozen=True, slots=True)
class NamedFact:
    """A name for what a selector finds. Raises InputError for a name that is no identifier."""

    name: str
    selector: Selector
    kind: FactKind = FactKind.TEXT

    def __post_init__(self) -> None:
        if len(self.name) > _LONGEST_NAME or _NAME.fullmatch(self.name) is None:
            raise InputError(
                f"fact name: expected letters, digits and _ (at most {_LONGEST_NAME}), got {self.name[:80]!r}"
            )

    def answer(self, tree: Tree | None) -> str | None:
        """What the screen says; None where it says nothing: no hierarchy, not one match, no number."""
        if tree is None:
            return None
        found = find_all(tree, self.selector)
        if self.kind is FactKind.COUNT:
            return str(len(found))
        return self._of(found[0]) if len(found) == 1 else None

    def _of(self, node: Node) -> str | None:
        if self.kind is FactKind.CHECKED:
            return "true" if node.checked else "false"
        return self.normal(node.text or node.content_desc)

    def normal(self, text: str) -> str | None:
        """`text` in the one spelling in which answers of this fact compare; None where it is none."""
        match self.kind:
            case FactKind.TEXT:
                return text[:MOST_ANSWER]
            case FactKind.INT:
                return _whole(text)
            case FactKind.MONEY:
                return _money(text)
            case FactKind.COUNT:
                return _whole(text)
            case FactKind.CHECKED:
                return text if text in ("true", "false") else None

    def number(self, text: str) -> Decimal | None:
        """The only number of `text`; None where it holds none, or several."""
        return _number(text)


def answers(facts: Iterable[NamedFact], tree: Tree | None) -> tuple[tuple[str, str | None], ...]:
    """Each fact's name with what the screen says, as `Facts.named` holds them."""
    return tuple((fact.name, fact.answer(tree)) for fact in facts)


def read_named_facts(path: Path) -> tuple[NamedFact, ...]:
    """The facts of a JSON or YAML file: names with `{selector: ..., as: ...}`.

    A file of rules is one, too: then its key `facts` is read. Raises InputError naming file and key.
    """
    found = read_document(path, "named facts", MOST_FILE_BYTES)
    if isinstance(found, dict) and "rules_version" in found:
        found = found.get("facts") or {}
    try:
        return named_facts_from(found)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def named_facts_from(record: object, where: str = "facts") -> tuple[NamedFact, ...]:
    """The facts that a mapping of plain values spells. Raises InputError naming the key."""
    if not isinstance(record, Mapping):
        raise InputError(f"{where}: expected names with {{selector, as}}, got {record!r:.80}")
    if len(record) > MOST_FACTS:
        raise InputError(f"{where}: expected at most {MOST_FACTS} facts, got {len(record)}")
    return tuple(_fact(name, spelled, f"{where}.{name}") for name, spelled in record.items())


def named_facts_to(facts: Iterable[NamedFact]) -> dict[str, object]:
    """The mapping that `named_facts_from` reads."""
    return {
        fact.name: {"selector": selector_to_fields(fact.selector), "as": fact.kind.value} for fact in facts
    }


def _fact(name: object, spelled: object, where: str) -> NamedFact:
    if not isinstance(name, str) or not isinstance(spelled, Mapping):
        raise InputError(f"{where}: expected a name with {{selector, as}}, got {spelled!r:.80}")
    for key in spelled:
        if key not in ("selector", "as"):
            raise InputError(f"{where}.{key}: no such key; known: selector, as")
    kind = spelled.get("as", FactKind.TEXT.value)
    if not isinstance(kind, str) or kind not in tuple(FactKind):
        raise InputError(f"{where}.as: expected one of {', '.join(FactKind)}, got {kind!r:.80}")
    if "selector" not in spelled:
        raise InputError(f"{where}.selector: missing")
    try:
        return NamedFact(name, checked_selector(spelled["selector"], f"{where}.selector"), FactKind(kind))
    except InputError as error:
        raise InputError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error


def checked_selector(record: object, where: str) -> Selector:
    """A selector whose patterns are understood. Raises InputError naming the place."""
    try:
        selector = selector_from_fields(record, where)
        inner: Selector | None = selector
        while inner is not None:
            if inner.text_matches is not None:
                compiled(inner.text_matches)
            inner = None if inner.near is None else inner.near[1]
    except InputError as error:
        raise InputError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error
    return selector


def _whole(text: str) -> str | None:
    """The only number of a text, in ASCII digits and without grouping; None for a fraction."""
    number = _number(text)
    return None if number is None or number != number.to_integral_value() else str(int(number))


def _money(text: str) -> str | None:
    """The only number of a text with two digits behind the point (more where the text has more)."""
    number = _number(text)
    if number is None:
        return None
    exponent = number.as_tuple().exponent
    digits = max(2, -exponent if isinstance(exponent, int) else 2)
    return f"{number:.{digits}f}"


def _number(text: str) -> Decimal | None:
    found = _NUMBER.findall(text[:MOST_ANSWER])
    if len(found) != 1:
        return None
    sign = "-" if found[0][0] in "-\u2212" else ""
    body = found[0].lstrip("-+\u2212")
    digits = "".join(str(unicodedata.digit(char, char)) for char in body)
    whole, point, rest = _split(digits)
    return Decimal(f"{sign}{whole}{'.' if point else ''}{rest}")


def _split(digits: str) -> tuple[str, str, str]:
    """Whole part, decimal mark, fraction. A last mark before three digits groups, unless another mark does."""
    marks = [char for char in digits if not char.isdigit()]
    if not marks:
        return digits, "", ""
    last = marks[-1]
    head, _, tail = digits.rpartition(last)
    is_decimal = last == "\u066b" or (
        last in ".," and marks.count(last) == 1 and (len(tail) != 3 or len(set(marks)) > 1)
    )
    if not is_decimal:
        head, tail = digits, ""
    whole = "".join(char for char in head if char.isdigit())
    return (whole, ".", tail) if is_decimal else (whole, "", "")
