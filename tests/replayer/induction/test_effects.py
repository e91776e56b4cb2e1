from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from learnt_runs import SHOP, ListPage, observation, step
from trees import N, text

from gui_rec.model.actions import Type
from gui_rec.model.step import Step
from gui_rec.replayer.induction.effects import Effects, number_delta
from gui_rec.replayer.induction.runs import runs_of
from gui_rec.replayer.induction.slots import lanes_of, slots_of
from gui_rec.replayer.rules.address import Slot


def reasons(steps: Sequence[Step]) -> dict[tuple[str, Slot], str]:
    runs = runs_of(steps, [{}] * len(steps))
    effects = Effects(runs)
    lanes = lanes_of([run.post for run in runs], 0)
    told = {
        (slot.lane.first().rid, slot.kind): effects.why(slot) for lane in lanes for slot in slots_of(lane)
    }
    return {place: why for place, why in told.items() if why is not None}


PAGE = ListPage()


def test_what_changes_the_same_way_in_every_run_is_the_effect() -> None:
    counted = [
        step(replace(PAGE, cart=count).seen(), replace(PAGE, cart=after).seen())
        for count, after in (("0", "2"), ("5", "7"))
    ]
    assert reasons(counted) == {("cart_count", Slot.TEXT): "the step changes it by +2 in every run"}
    switched = [step(PAGE.seen(), replace(PAGE, loved=True).seen())] * 2
    assert reasons(switched) == {("loved", Slot.STATE): "the step switches it in every run"}


def test_what_changed_before_already_is_none() -> None:
    ticking = [
        step(replace(PAGE, clock=before).seen(), replace(PAGE, clock=after).seen())
        for before, after in (("10:30", "10:31"), ("11:00", "11:02"))
    ]
    assert reasons(ticking) == {}


def test_what_changes_in_one_run_only_is_none() -> None:
    runs = [step(PAGE.seen(), PAGE.seen()), step(PAGE.seen(), replace(PAGE, banner="New tea").seen())]
    assert reasons(runs) == {}


def test_on_another_page_nothing_is_held_against_the_state_before() -> None:
    login = observation(text("Log in"), text("Help", top=40), text("0", f"{SHOP}:id/cart_count", top=80))
    runs = [step(login, replace(PAGE, cart=count).seen()) for count in ("1", "1")]
    assert reasons(runs) == {}
    assert not Effects(runs_of(runs, [{}, {}])).same_page


def test_the_switch_under_the_finger_and_the_field_that_is_written() -> None:
    field = N("android.widget.EditText", f"{SHOP}:id/q", "tea", bounds=(0, 2100, 400, 2200))
    full = replace(PAGE, extra=(field,)).seen()
    empty = replace(PAGE, extra=(replace(field, text=""),)).seen()
    assert reasons([step(empty, full, Type("tea"))])[("q", Slot.TEXT)] == "the step writes it"
    assert reasons([step(PAGE.seen(), PAGE.seen(), path="0/4")]) == {
        ("loved", Slot.STATE): "the step acts on it",
        ("loved", Slot.EXISTS): "the step acts on it",
    }


@pytest.mark.parametrize(
    ("old", "new", "delta"),
    [
        ("3", "5", 2),
        ("Cart (3)", "Cart (2)", -1),
        ("3", "3", None),
        ("3", "Error", None),
        ("1 of 3", "2 of 3", None),
    ],
)
def test_the_difference_of_the_only_number(old: str, new: str, delta: int | None) -> None:
    assert number_delta(old, new) == delta
