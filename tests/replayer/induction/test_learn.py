from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learnt_runs import SHOP, ListPage, observation, step
from trees import N, text

from gui_rec.errors import InputError
from gui_rec.model.actions import Key, Tap, Type
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.replayer.induction.asking import asked_of
from gui_rec.replayer.induction.findings import Reading
from gui_rec.replayer.induction.learn import Learnt, induce, learn
from gui_rec.replayer.induction.runs import runs_of
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Appears, Changes, CheckedIs, TextIs
from gui_rec.replayer.rules.model import RuleSource, StepRule
from gui_rec.replayer.rules.patterns import PatternKind

FIELD = f"{SHOP}:id/search"
LOVED = "0/4"
CART = "/TextView#cart_count:text"
LOGIN = observation(text("Log in"), text("Forgot your password?", top=40), text("Help", top=80))


def addresses(rule: StepRule) -> dict[str, PatternKind]:
    return {str(slot.address): slot.pattern.kind for slot in rule.volatile}


def readings(learnt: Learnt) -> dict[str, Reading]:
    return {str(finding.address): finding.reading for each in learnt.outcomes for finding in each.findings}


def adding(pages: Sequence[ListPage], *, by: int = 1) -> list[Step]:
    """Putting something into the cart, once from each of the pages."""
    return [step(page.seen(), replace(page, cart=str(int(page.cart) + by)).seen()) for page in pages]


def noted(*notes: int) -> tuple[tuple[str, str, str], ...]:
    rows = ListPage().rows
    return tuple((name, price, f"{count} left") for (name, price, _), count in zip(rows, notes, strict=True))


def test_what_changes_by_itself_is_volatile_and_the_effect_is_a_fact() -> None:
    page = ListPage()
    pages = (
        page,
        replace(page, clock="11:02", banner="New tea", rows=noted(6, 12, 4)),
        replace(page, clock="12:45", banner="Coffee week", rows=noted(9, 1, 3)),
    )
    rule = induce(adding(pages), others=[LOGIN])
    assert addresses(rule) == {
        "/TextView#clock:text": PatternKind.TIME,
        "/TextView#banner:text": PatternKind.ANY,
        "/RecyclerView#goods/Group#row[*]/TextView#note:text": PatternKind.INT,
    }
    (outcome,) = rule.outcomes
    assert next(fact.test for fact in outcome.facts) == Changes(_named("cart_count"), by=1)
    assert (rule.source, rule.support, rule.confidence) == (RuleSource.INDUCED, 3, 0.4385)
    assert (outcome.package, outcome.activity) == (SHOP, f"{SHOP}.Main")
    assert not outcome.by_facts


def _named(tail: str) -> Selector:
    return Selector(resource_id=f"{SHOP}:id/{tail}")


def test_equal_runs_leave_nothing_to_excuse() -> None:
    learnt = learn(adding([ListPage()] * 3), others=[LOGIN])
    assert learnt.rule.volatile == ()
    assert learnt.unexplained == ()


def test_a_counter_that_starts_elsewhere_is_the_effect_and_stays_one() -> None:
    learnt = learn(adding([replace(ListPage(), cart=count) for count in ("0", "3", "8")]), others=[LOGIN])
    assert readings(learnt) == {CART: Reading.EFFECT}
    assert learnt.rule.volatile == ()
    assert [finding.reason for finding in learnt.unexplained] == ["the step changes it by +1 in every run"]
    assert Changes(_named("cart_count"), by=1) in [fact.test for fact in learnt.rule.outcomes[0].facts]


def test_a_text_that_only_the_step_makes_different_is_its_effect() -> None:
    page = ListPage()
    runs = [step(page.seen(), replace(page, banner=f"Order {number}").seen()) for number in (71, 72, 90)]
    assert readings(learn(runs)) == {"/TextView#banner:text": Reading.EFFECT}


def test_the_switch_that_was_tapped_is_never_volatile() -> None:
    page = ListPage()
    on, off = replace(page, loved=True), page
    runs = [
        step(off.seen(), on.seen(), path=LOVED),
        step(on.seen(), off.seen(), path=LOVED),
        step(off.seen(), on.seen(), path=LOVED),
    ]
    learnt = learn(runs)
    assert readings(learnt) == {"/CheckBox#loved:state": Reading.EFFECT}
    assert not any(isinstance(fact.test, CheckedIs) for fact in learnt.rule.outcomes[0].facts)


def test_what_the_step_types_is_never_volatile_and_follows_the_input() -> None:
    def page(typed: str) -> ListPage:
        field = N(
            "android.widget.EditText", FIELD, typed, bounds=(0, 2100, 400, 2200), flags=frozenset({"focused"})
        )
        return replace(ListPage(), extra=(field,))

    runs = [step(page("").seen(), page(word).seen(), Type(word)) for word in ("tea", "milk", "bread")]
    with pytest.raises(InputError, match=r"run 2 does something else: type tea against type milk"):
        learn(runs)
    learnt = learn(runs, inputs=[{"what": word} for word in ("tea", "milk", "bread")], others=[LOGIN])
    assert learnt.rule.volatile == ()
    assert [(str(slot.address), slot.equals) for slot in learnt.rule.parameters] == [
        ("/EditText#search:text", "${what}")
    ]
    tests = [fact.test for fact in learnt.rule.outcomes[0].facts]
    assert any(isinstance(test, TextIs) and test.wanted.text == "${what}" for test in tests)
    unnamed = learn([step(page("").seen(), page(word).seen(), Type("tea")) for word in ("tea", "Tea", "TEA")])
    assert readings(unnamed) == {"/EditText#search:text": Reading.EFFECT}


def test_rows_that_come_and_go_are_told_and_values_do_not_wander_between_rows() -> None:
    page = ListPage()
    pages = [replace(page, rows=noted(*notes)) for notes in ((7, 12, 3), (3, 7, 12), (12, 3, 7))]
    assert list(addresses(induce(adding(pages)))) == ["/RecyclerView#goods/Group#row[*]/TextView#note:text"]


def test_one_row_alone_is_no_column() -> None:
    pages = [replace(ListPage(), rows=noted(count, 12, 3)) for count in (7, 8, 9)]
    assert list(addresses(induce(adding(pages)))) == ["/RecyclerView#goods/Group#row/TextView#note:text"]


def test_a_column_never_takes_in_a_row_that_the_step_changes() -> None:
    page = ListPage()
    runs = [
        step(
            replace(page, rows=noted(count, count + 3, 5)).seen(),
            replace(page, rows=noted(count, count + 3, 6)).seen(),
        )
        for count in (10, 20, 31)
    ]
    assert list(addresses(induce(runs))) == [
        "/RecyclerView#goods/Group#row/TextView#note:text",
        "/RecyclerView#goods/Group#row[1]/TextView#note:text",
    ]


def test_nameless_texts_beside_each_other_are_no_list() -> None:
    def page(first: str, second: str) -> ListPage:
        extra = (text(first, top=2100), text(second, top=2140), text("$9.00", top=2180))
        return replace(ListPage(), extra=extra)

    rule = induce(adding([page("10:30", "3 new"), page("10:31", "4 new"), page("10:35", "9 new")]))
    assert addresses(rule) == {"/TextView:text": PatternKind.TIME, "/TextView[1]:text": PatternKind.INT}


def test_two_pages_are_two_outcomes_and_the_second_is_known_by_its_facts() -> None:
    page, empty = (
        ListPage(),
        observation(text("Your cart is empty"), text("Go shopping", top=40), text("Help", top=80)),
    )
    runs = [*adding([page, page]), step(page.seen(), empty), step(page.seen(), empty)]
    rule = learn(runs, others=[LOGIN]).rule
    assert [(each.name, each.prior, each.by_facts) for each in rule.outcomes] == [
        ("recorded", 0.5, False),
        ("other 2", 0.5, True),
    ]
    assert Appears(_worded("Your cart is empty")) in [fact.test for fact in rule.outcomes[1].facts]
    assert rule.outcomes[1].structures != ()
    assert rule.outcomes[0].structures == ()


def _worded(words: str) -> Selector:
    return Selector(text=words)


def test_what_every_replay_says_otherwise_is_for_a_person_to_decide() -> None:
    page = ListPage()
    wrong = replace(page, rows=(("Bread", "$9.99", "7 left"), *page.rows[1:]))
    learnt = learn(adding([page, wrong, wrong, wrong]), recorded=0)
    assert readings(learnt) == {"/RecyclerView#goods/Group#row/TextView#price:text": Reading.DISPUTED}
    assert learnt.rule.volatile == ()
    assert len(learnt.unexplained) == 1


def test_runs_that_act_otherwise_are_refused() -> None:
    page = ListPage().seen()
    with pytest.raises(InputError, match="step 0: run 2 does something else: tap against key BACK"):
        induce([step(page, page, Tap(0.5, 0.5)), step(page, page, Key("BACK"))])
    with pytest.raises(InputError, match="at least one run"):
        induce([])
    with pytest.raises(InputError, match="got 1"):
        induce([step(page, page)] * 2, inputs=[{}])


def test_a_screen_that_says_nothing_is_refused() -> None:
    page = ListPage().seen()
    with pytest.raises(InputError, match="no usable hierarchy in run 2"):
        induce([step(page, page), step(page, replace(page, ui_xml=None))])


COUNTS = st.integers(0, 40)
PAGES = st.builds(
    ListPage,
    clock=st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59)),
    banner=st.sampled_from(["Spring sale", "New tea", "Coffee week"]),
    cart=st.integers(0, 9).map(str),
    rows=st.builds(noted, COUNTS, COUNTS, COUNTS),
)


@given(st.lists(PAGES, min_size=2, max_size=5), st.lists(PAGES, min_size=5, max_size=5))
def test_no_volatile_slot_covers_what_the_step_does(before: list[ListPage], after: list[ListPage]) -> None:
    runs = [
        step(page.seen(), replace(later, cart=str(int(page.cart) + 1), loved=True).seen(), path=LOVED)
        for page, later in zip(before, after, strict=False)
    ]
    rule = induce(runs, others=[LOGIN])
    effects = [SlotAddress.parse(spelled) for spelled in (CART, "/CheckBox#loved:state")]
    prices = [
        SlotAddress.parse(f"/RecyclerView#goods/Group#row[{row}]/TextView#price:text") for row in range(3)
    ]
    for slot in rule.volatile:
        assert not any(slot.address.covers(effect.levels, effect.slot) for effect in (*effects, *prices))


@given(st.lists(PAGES, min_size=1, max_size=5))
def test_the_facts_hold_in_all_runs_and_a_wrong_effect_breaks_one(pages: list[ListPage]) -> None:
    rule = induce(adding(pages), others=[LOGIN])
    facts = [fact.test for fact in rule.outcomes[0].facts]
    for run in runs_of(adding(pages), [{}] * len(pages)):
        assert [asked_of(run)(test) for test in facts] == [True] * len(facts)
    for wrong in (0, 2):
        for run in runs_of(adding(pages, by=wrong), [{}] * len(pages)):
            assert False in [asked_of(run)(test) for test in facts]
