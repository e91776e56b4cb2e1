from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import selectors

from gui_rec.errors import InputError
from gui_rec.model.geometry import Rect
from gui_rec.model.selector import Selector
from gui_rec.testing.builders import Element, hierarchy_xml
from gui_rec.ui.named_facts import (
    FactKind,
    NamedFact,
    answers,
    named_facts_from,
    named_facts_to,
    read_named_facts,
)
from gui_rec.ui.parse import parse_hierarchy

TREE = parse_hierarchy(
    hierarchy_xml(
        [
            Element(Rect(0, 0, 50, 20), "Cart (3)", "app:id/cart"),
            Element(Rect(0, 20, 50, 40), "Total $1,204.50", "app:id/total"),
            Element(Rect(0, 40, 50, 60), "Tea", "app:id/row"),
            Element(Rect(0, 60, 50, 80), "Salt", "app:id/row"),
            Element(Rect(0, 80, 50, 100), "", "app:id/account", "Account of Ada"),
        ]
    )
)


def asked(kind: FactKind, rid: str) -> str | None:
    return NamedFact("it", Selector(resource_id=f"app:id/{rid}"), kind).answer(TREE)


@pytest.mark.parametrize(
    ("kind", "rid", "answer"),
    [
        (FactKind.INT, "cart", "3"),
        (FactKind.MONEY, "total", "1204.50"),
        (FactKind.TEXT, "cart", "Cart (3)"),
        (FactKind.TEXT, "account", "Account of Ada"),
        (FactKind.COUNT, "row", "2"),
        (FactKind.COUNT, "none", "0"),
        (FactKind.CHECKED, "cart", "false"),
        (FactKind.TEXT, "row", None),
        (FactKind.TEXT, "none", None),
        (FactKind.INT, "account", None),
        (FactKind.INT, "total", None),
    ],
)
def test_a_screen_answers(kind: FactKind, rid: str, answer: str | None) -> None:
    assert asked(kind, rid) == answer


def test_without_a_hierarchy_nothing_is_known() -> None:
    facts = [NamedFact("rows", Selector(text="a"), FactKind.COUNT), NamedFact("title", Selector(text="a"))]
    assert answers(facts, None) == (("rows", None), ("title", None))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", "3.00"),
        ("$25.00", "25.00"),
        ("1.234,50 €", "1234.50"),
        ("1,234", "1234.00"),
        ("12,5", "12.50"),
        ("1 234 567 zł", "1234567.00"),
        ("-5", "-5.00"),
        ("٢٥٫٥٠", "25.50"),
        ("0.125", "125.00"),
        ("2 of 3", None),
        ("free", None),
    ],
)
def test_a_price_has_one_spelling(text: str, number: str | None) -> None:
    assert NamedFact("p", Selector(text="a"), FactKind.MONEY).normal(text) == number


@given(st.integers(-(10**12), 10**12))
def test_a_number_is_read_with_and_without_grouping(number: int) -> None:
    fact = NamedFact("n", Selector(text="a"), FactKind.INT)
    assert fact.normal(f"n: {number}") == str(number) == fact.normal(f"{number:,}")


@given(st.lists(st.tuples(selectors(), st.sampled_from(FactKind)), max_size=4))
def test_facts_read_back(parts: list[tuple[Selector, FactKind]]) -> None:
    facts = tuple(NamedFact(f"f{place}", selector, kind) for place, (selector, kind) in enumerate(parts))
    assert named_facts_from(named_facts_to(facts)) == facts


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ([], "facts: expected names"),
        ({"a": 1}, "facts.a: expected a name with"),
        ({1: {}}, "facts.1: expected a name with"),
        ({"a": {}}, "facts.a.selector: missing"),
        ({"a": {"selector": {"text": "x"}, "is": "int"}}, "facts.a.is: no such key; known: selector, as"),
        ({"a": {"selector": {"text": "x"}, "as": "number"}}, "facts.a.as: expected one of text, int"),
        ({"a": {"selector": {"txt": "x"}}}, "facts.a.selector.txt: no such key"),
        ({"a": {"selector": {"textMatches": "("}}}, "facts.a.selector: "),
        ({"a b": {"selector": {"text": "x"}}}, "facts.a b: fact name: expected letters"),
        ({f"f{n}": {} for n in range(201)}, "expected at most 200 facts, got 201"),
    ],
)
def test_what_is_wrong_is_named(record: object, told: str) -> None:
    with pytest.raises(InputError) as raised:
        named_facts_from(record)
    assert str(raised.value).startswith(told) or told in str(raised.value)


def test_a_file_of_facts_and_a_file_of_rules_are_read(tmp_path: Path) -> None:
    path = tmp_path / "facts.yaml"
    path.write_text("cart: {selector: {text: Cart}, as: count}\n", encoding="utf-8")
    expected = (NamedFact("cart", Selector(text="Cart"), FactKind.COUNT),)
    assert read_named_facts(path) == expected
    path.write_text(
        "rules_version: 1\nfacts:\n  cart: {selector: {text: Cart}, as: count}\n", encoding="utf-8"
    )
    assert read_named_facts(path) == expected
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match=r"facts\.yaml: facts: expected names"):
        read_named_facts(path)
