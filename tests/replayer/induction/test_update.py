from __future__ import annotations

from dataclasses import replace

import pytest
from learnt_runs import SHOP, ListPage, shopping, step

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.episodes import TaskRun, induce_file
from gui_rec.replayer.induction.update import propose
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Changes, Exists, Fact
from gui_rec.replayer.rules.model import RuleFile, RuleSource, StepMatch, StepRule, VolatileSlot
from gui_rec.ui.named_facts import NamedFact

OLD, NEW = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BRZ3NDEKTSV4RRFFQ69G5NEW"
PAGE = ListPage()


def run(page: ListPage, episode: str = OLD, version: str = "1.0") -> TaskRun:
    return TaskRun(f"a run of {version}", episode, shopping(page, version=version))


def renamed(of: TaskRun) -> TaskRun:
    """The run on a version whose cart is called a basket."""

    def basket(xml: str | None) -> str:
        return (xml or "").replace("cart_count", "basket_count")

    steps = tuple(
        replace(
            each,
            pre=replace(each.pre, ui_xml=basket(each.pre.ui_xml), state_key=None),
            post=replace(each.post, ui_xml=basket(each.post.ui_xml), state_key=None),
        )
        for each in of.steps
    )
    return replace(of, steps=steps)


def learnt() -> RuleFile:
    pages = (PAGE, replace(PAGE, clock="11:00"), replace(PAGE, clock="12:30"))
    by_hand = StepRule(
        "by-hand", StepMatch(action="key"), volatile=(VolatileSlot(SlotAddress.parse("#x:text")),)
    )
    rules = induce_file([run(page) for page in pages])
    named = (NamedFact("cart", Selector(resource_id=f"{SHOP}:id/cart_count")),)
    return replace(rules, facts=named, steps=(*rules.steps, by_hand))


def test_what_still_holds_is_kept_and_only_the_version_and_the_episode_change() -> None:
    rules = learnt()
    found = propose(rules, [run(PAGE, NEW, "2.0")])
    assert found.failing == ()
    assert found.untouched == ("by-hand",)
    assert (found.new.versions, found.new.revision, found.new.facts) == (("2.0",), 2, rules.facts)
    assert [rule.step.episode for rule in found.new.steps] == [NEW, NEW, None]
    assert [rule.volatile for rule in found.new.steps] == [rule.volatile for rule in rules.steps]
    assert [rule.outcomes[0].facts for rule in found.new.steps[:2]] == [
        rule.outcomes[0].facts for rule in rules.steps[:2]
    ]
    told = found.difference("shop.yaml").splitlines()
    assert told[:2] == ["--- shop.yaml", "+++ shop.yaml (proposed)"]
    assert "-revision: 1" in told
    assert "+revision: 2" in told


def test_a_fact_that_fails_gives_way_to_what_the_new_version_shows() -> None:
    found = propose(
        learnt(), [renamed(run(page, NEW, "2.0")) for page in (PAGE, replace(PAGE, clock="9:00"))]
    )
    (failed,) = [each for each in found.failing if each.rule_id == "step-0.9g5fav"]
    assert "cart_count' changes by +1" in failed.words
    assert any("basket_count' changes by +1" in words for words in failed.instead)
    tests = [fact.test for fact in found.new.steps[0].outcomes[0].facts]
    assert Changes(Selector(resource_id=f"{SHOP}:id/basket_count"), 1) in tests
    assert Changes(Selector(resource_id=f"{SHOP}:id/cart_count"), 1) not in tests
    assert "+    - changes: {resourceId: 'com.example.shop:id/basket_count'}" in found.difference("shop.yaml")


def test_a_slot_that_is_nowhere_goes_and_a_new_one_comes() -> None:
    rules = learnt()
    gone = VolatileSlot(SlotAddress.parse("#ticker:text"))
    first = replace(rules.steps[0], volatile=(*rules.steps[0].volatile, gone))
    pages = [replace(PAGE, banner=banner) for banner in ("a", "b", "c")]
    found = propose(
        replace(rules, steps=(first, *rules.steps[1:])), [run(page, NEW, "2.0") for page in pages]
    )
    assert [each.words for each in found.failing] == ["#ticker:text is nowhere on the page"]
    assert [str(slot.address) for slot in found.new.steps[0].volatile] == [
        "/TextView#banner:text",
        "/TextView#clock:text",
    ]


def test_facts_of_a_persons_hand_and_accepted_slots_stay() -> None:
    rules = learnt()
    mine = Fact(Exists(Selector(text="Bread")))
    first = replace(rules.steps[0], outcomes=(replace(rules.steps[0].outcomes[0], facts=(mine,)),))
    accepted = StepRule(
        "accepted",
        StepMatch(OLD, 0),
        volatile=(VolatileSlot(SlotAddress.parse("#banner:text")),),
        source=RuleSource.ACCEPTED,
        accepted_by="ada",
    )
    found = propose(replace(rules, steps=(first, accepted)), [run(PAGE, NEW, "2.0")])
    assert mine in found.new.steps[0].outcomes[0].facts
    assert found.new.steps[1] == replace(accepted, step=StepMatch(NEW, 0))
    assert [rule.step for rule in found.new.steps[2:]] == [StepMatch(NEW, 1)]


def test_runs_of_another_app_are_refused() -> None:
    alien = step(PAGE.seen(), replace(PAGE.seen(), package="com.example.mail"))
    with pytest.raises(
        InputError, match=r"expected runs of com\.example\.shop, got runs of com\.example\.mail"
    ):
        propose(learnt(), [TaskRun("x", NEW, (alien,))])


def test_a_step_whose_screen_says_nothing_is_left_as_it_is() -> None:
    fresh = run(PAGE, NEW, "2.0")
    blind = replace(fresh.steps[0], post=replace(fresh.steps[0].post, ui_xml=None))
    found = propose(learnt(), [replace(fresh, steps=(blind, fresh.steps[1]))])
    assert "step-0.9g5fav" in found.untouched
