from __future__ import annotations

from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation, step

from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.asking import asked_before, asked_of, asked_of_another
from gui_rec.replayer.induction.runs import runs_of
from gui_rec.replayer.rules.facts import Changes, Exists, NamedIs, TextIs
from gui_rec.ui.named_facts import NamedFact
from gui_rec.ui.wanted import Relation, Wanted

CART = Selector(resource_id=f"{SHOP}:id/cart_count")
PAGE = ListPage()
(RUN,) = runs_of([step(PAGE.seen(), replace(PAGE, cart="1").seen())], [{"count": "1"}])


def test_a_run_is_asked_with_its_inputs_and_the_state_before() -> None:
    holds = asked_of(RUN, {"cart": NamedFact("cart", CART)})
    assert holds(Changes(CART, 1)) is True
    assert holds(TextIs(CART, Wanted(Relation.EQUALS, "${count}"))) is True
    assert holds(NamedIs("cart", Wanted(Relation.EQUALS, "1"))) is True
    assert asked_of(RUN)(NamedIs("cart", Wanted(Relation.EQUALS, "1"))) is None


def test_another_state_is_asked_as_if_the_run_had_led_there() -> None:
    (other,) = runs_of([step(PAGE.seen(), replace(PAGE, cart="2").seen())], [{}])
    assert asked_of_another(RUN, other.post)(Changes(CART, 1)) is False
    assert asked_of_another(RUN, other.post)(Changes(CART, 2)) is True


def test_the_state_before_is_asked_alone() -> None:
    assert asked_before(RUN, Exists(Selector(text="0"))) is True
    assert asked_before(RUN, Exists(Selector(text="1"))) is False
    (blind,) = runs_of([step(observation(), PAGE.seen())], [{}])
    assert asked_before(blind, Exists(Selector(text="0"))) is None
    assert asked_of(blind)(Changes(CART, 1)) is None
