from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from observations import look
from rule_strategies import NAMED, delta_tests, screen_tests

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules import facts
from gui_rec.replayer.rules.asking import _ASKED, Scene, ask, filled
from gui_rec.replayer.rules.facts import FactTest
from gui_rec.replayer.rules.spelling import _WRITERS
from gui_rec.testing.builders import Element
from gui_rec.ui.named_facts import FactKind, NamedFact
from gui_rec.ui.wanted import Relation, Wanted

TITLE = Element(Rect(4, 0, 104, 20), "Products", "app:id/title")
BADGE = Element(Rect(4, 20, 104, 40), "2", "app:id/badge")
ROWS = [Element(Rect(4, 40 + 20 * n, 104, 60 + 20 * n), word, "app:id/row") for n, word in enumerate("ab")]
BEFORE = look([replace(TITLE, text="Sign in"), replace(BADGE, text="1")], activity=".Login")
AFTER = look([TITLE, BADGE, *ROWS], activity=".Home")
BLIND = Look(Observation())
CART = NamedFact("cart", Selector(resource_id="app:id/badge"), FactKind.INT)
PRICE = NamedFact("price", Selector(resource_id="app:id/badge"), FactKind.MONEY)


def by(rid: str) -> Selector:
    return Selector(resource_id=f"app:id/{rid}")


def same(text: str) -> Wanted:
    return Wanted(Relation.EQUALS, text)


def told(test: FactTest, after: Look = AFTER, before: Look | None = BEFORE, **inputs: str) -> bool | None:
    return ask(test, Scene(after, before, inputs, {fact.name: fact for fact in (CART, PRICE)})).holds


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        (facts.Focused("com.example.app"), True),
        (facts.Focused("com.example.app", ".Home"), True),
        (facts.Focused(None, "com.example.app.Home"), True),
        (facts.Focused("com.example.app", ".Login"), False),
        (facts.Focused("com.other"), False),
        (facts.Exists(by("row")), True),
        (facts.Exists(by("none")), False),
        (facts.Exists(by("none"), present=False), True),
        (facts.TextIs(by("title"), same("Products")), True),
        (facts.TextIs(by("title"), same("Sign in")), False),
        (facts.TextIs(by("row"), same("a")), False),
        (facts.TextIs(by("title"), Wanted(Relation.MATCHES, "Pro.*")), True),
        (facts.CheckedIs(by("title"), False), True),
        (facts.CountIs(by("row"), 2), True),
        (facts.CountIs(by("none"), 0), True),
        (facts.CountIs(by("row"), 3), False),
        (facts.CountChanges(by("row"), 2), True),
        (facts.CountChanges(by("row"), 1), False),
        (facts.Appears(by("row")), True),
        (facts.Appears(by("title")), False),
        (facts.Disappears(Selector(text="Sign in")), True),
        (facts.Disappears(by("title")), False),
        (facts.Changes(by("title")), True),
        (facts.Changes(by("badge"), 1), True),
        (facts.Changes(by("badge"), 2), False),
        (facts.NoDialog(), True),
        (facts.NoError(), True),
        (facts.NamedIs("cart", same("2")), True),
        (facts.NamedIs("cart", same("3")), False),
        (facts.NamedIs("price", same("2")), True),
        (facts.NamedIs("price", same("2.00")), True),
        (facts.NamedIs("price", same("2.50")), False),
        (facts.NamedChanges("cart", 1), True),
        (facts.NamedChanges("cart", 0), False),
        (facts.ToastContains("Saved"), None),
    ],
)
def test_a_screen_answers(test: FactTest, holds: bool | None) -> None:
    assert told(test) is holds


def test_every_kind_of_fact_can_be_asked() -> None:
    assert set(_ASKED) == set(_WRITERS)


@given(screen_tests() | delta_tests())
def test_no_fact_raises_and_none_holds_where_nothing_is_known(test: FactTest) -> None:
    named = {fact.name: fact for fact in NAMED}
    assert ask(test, Scene(AFTER, BEFORE, {}, named)).holds in (True, False, None)
    assert ask(test, Scene(BLIND, BLIND, {}, named)).holds is None


def test_what_was_there_instead_is_told() -> None:
    scene = Scene(AFTER, BEFORE)
    assert ask(facts.TextIs(by("title"), same("x")), scene).seen == "'Products'"
    assert ask(facts.TextIs(by("row"), same("x")), scene).seen == "2 matches"
    assert ask(facts.Focused("a"), scene).seen == "com.example.app/com.example.app.Home"
    assert ask(facts.Changes(by("badge"), 3), scene).seen == "'1' -> '2'"
    assert ask(facts.Appears(by("title")), scene).seen == "1 match before, 1 match after"


def test_a_change_cannot_be_asked_without_the_screen_before() -> None:
    for test in (facts.Appears(by("row")), facts.CountChanges(by("row"), 2), facts.NamedChanges("cart", 1)):
        assert told(test, before=None) is None


def test_an_input_stands_for_what_was_given_and_for_itself_where_it_is_withheld() -> None:
    test = facts.TextIs(by("title"), same("Hi ${user}"))
    ada, masked = look([replace(TITLE, text="Hi ada")]), look([replace(TITLE, text="Hi ${user}")])
    assert told(test, ada, user="ada") is True
    assert told(test, ada, user="bob") is False
    assert told(test, ada) is None
    assert told(test, masked) is True
    assert told(test, masked, user="ada") is True


def test_the_value_of_an_input_is_no_pattern_and_is_not_filled_again() -> None:
    assert filled("${a}", {"a": "${b}", "b": "x"}) == (("${b}", "${a}"), True)
    assert told(facts.TextIs(by("title"), same("${a}")), a=".*") is False


def test_a_row_of_a_list_is_looked_through() -> None:
    shown = look([TITLE])
    assert shown.tree is not None
    frame = shown.tree.roots[0]
    test = facts.RowContains(Selector(class_name=frame.class_name), "${item}")
    assert told(test, shown, item="Prod") is True
    assert told(test, shown, item="Milk") is False
    assert told(test, shown) is None
    assert told(facts.RowContains(by("none"), "a"), shown) is False


def with_facts(**values: object) -> Look:
    return Look(replace(AFTER.seen, facts=replace(AFTER.seen.facts, **values)), AFTER.tree)  # type: ignore[arg-type]


def test_dialogs_errors_and_toasts() -> None:
    assert told(facts.NoDialog(), with_facts(dialog="Sure?")) is False
    assert told(facts.NoError(), with_facts(error_text="Wrong password")) is False
    assert told(facts.NoError(), with_facts(toast="Could not save: network error")) is False
    assert told(facts.NoError(), with_facts(toast="Saved")) is True
    assert told(facts.ToastContains("Saved"), with_facts(toast="Saved it")) is True
    assert told(facts.ToastContains("Saved"), with_facts(toast="Gone")) is False
    assert told(facts.ToastContains("Saved"), with_facts(toast="")) is False


def permission(elements: Iterable[Element]) -> Look:
    return look(elements, package="com.google.android.permissioncontroller", activity=".GrantPermissions")


def test_a_permission_dialog_is_a_dialog() -> None:
    assert told(facts.NoDialog(), permission([replace(TITLE, text="Allow?")])) is False
