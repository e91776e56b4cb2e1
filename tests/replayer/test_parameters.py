from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observations import shown
from shop import label

from gui_rec.capture.privacy.rules import MaskRules
from gui_rec.errors import UsageError
from gui_rec.model.actions import Tap, Type, WaitFor
from gui_rec.model.geometry import Rect
from gui_rec.model.selector import Relation, Selector
from gui_rec.model.step import Step, Target
from gui_rec.replayer.parameters import (
    Parameter,
    on_screen,
    read_parameters,
    reworded,
    with_parameters,
)
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.ui.parse import parse_hierarchy

RULES = MaskRules.none()
USER = (Parameter("user", "ada", "bob"),)
FORM = shown((label(4, "Sign in"), Element(Rect(4, 40, 104, 60), "", "app:id/user", class_name=TEXT_FIELD)))
HOME = shown((label(4, "Hello, ada!"), label(40, "Canada"), label(70, "Cart")))


def typed(text: str = "ada") -> Step:
    return Step(0, FORM, Type(text), HOME)


def test_the_typed_text_and_the_screens_say_the_new_one() -> None:
    step = with_parameters(typed(), USER)
    assert step.action == Type("bob")
    assert step.post.ui_xml is not None
    texts = [node.text for node in parse_hierarchy(step.post.ui_xml).walk() if node.text]
    assert texts == ["Hello, bob!", "Canada", "Cart"]
    assert (
        step.post.state_key
        == shown((label(4, "Hello, bob!"), label(40, "Canada"), label(70, "Cart"))).state_key
    )
    assert step.pre == FORM, "a screen without the text stays as it is"
    assert step.post.screenshot == HOME.screenshot


def test_no_parameters_change_nothing() -> None:
    step = typed()
    assert with_parameters(step, ()) is step
    assert reworded(HOME, ()) == frozenset()


def test_the_elements_that_say_something_else_are_named() -> None:
    assert reworded(HOME, USER) == frozenset({"0/0"})


def test_a_slot_that_was_typed_as_it_stands_is_filled() -> None:
    (slot,) = read_parameters((typed("${user}"),), RULES, {"user": "bob"}, {})
    assert slot == Parameter("user", "${user}", "bob")
    assert with_parameters(typed("${user}!"), (slot,)).action == Type("bob!")


def test_a_declared_text_needs_its_new_one_and_a_step_that_says_it() -> None:
    steps = (typed(),)
    assert read_parameters(steps, RULES, {"user": "bob"}, {"user": "ada"}) == USER
    with pytest.raises(UsageError, match="--set user=") as refused:
        read_parameters(steps, RULES, {}, {"user": "ada"})
    assert "ada" not in str(refused.value)
    for nobodys in ("eve", ""):
        with pytest.raises(UsageError, match="--param user: expected a text that a step"):
            read_parameters(steps, RULES, {"user": "bob"}, {"user": nobodys})


def test_a_name_that_nothing_needs_is_refused() -> None:
    with pytest.raises(UsageError, match="--set town: no step needs it"):
        read_parameters((typed(),), RULES, {"town": "Rome"}, {})


def test_two_parameters_do_not_change_each_other() -> None:
    swap = (Parameter("a", "ada", "bob"), Parameter("b", "bob", "ada"))
    assert with_parameters(typed("ada bob"), swap).action == Type("bob ada")


@pytest.mark.parametrize(
    ("recorded", "text", "changed"),
    [
        ("ada", "adam ada ada_1 ada", "adam X ada_1 X"),
        ("ada", "登录ada的", "登录X的"),
        ("用户", "我是用户们", "我是X们"),
        ("é", "café é", "café X"),
        ("${user}", "a${user}b", "aXb"),
        ("a.c", "abc a.c", "abc X"),
        ("سارة", "مرحبا سارة", "مرحبا X"),
    ],
)
def test_a_text_is_found_as_a_word_of_its_own(recorded: str, text: str, changed: str) -> None:
    step = with_parameters(typed(text), (Parameter("p", recorded, "X"),))
    assert step.action == Type(changed)


def test_a_target_and_selectors_are_told_anew() -> None:
    selector = Selector(text="ada", near=(Relation.BELOW, Selector(text_matches="ada|eve")))
    target = Target(
        selector, Rect(4, 4, 104, 24), "android.widget.TextView", None, "Hello, ada!", None, "0/0", 1
    )
    step = with_parameters(
        replace(typed(), action=Tap(0.5, 0.1), target=target), (Parameter("u", "ada", "a.b"),)
    )
    assert step.target is not None
    assert step.target.text == "Hello, a.b!"
    assert step.target.selector == Selector(
        text="a.b", near=(Relation.BELOW, Selector(text_matches=r"a\.b|eve"))
    )
    waiting = with_parameters(
        replace(typed(), action=WaitFor(Selector(text_matches="ada"))), (Parameter("u", "ada", "a+b"),)
    )
    assert waiting.action == WaitFor(Selector(text_matches=r"a\+b"))


def test_a_password_field_shows_as_many_bullets_as_there_are_characters() -> None:
    hidden = Element(Rect(4, 40, 104, 60), "•" * 6, "app:id/pw", class_name=TEXT_FIELD, password=True)
    seen = on_screen(shown((hidden,)), (Parameter("pw", "s3cret", "longer-one"),))
    assert seen.ui_xml is not None
    assert "•" * 10 in seen.ui_xml


def test_a_damaged_hierarchy_stays_absent() -> None:
    broken = replace(HOME, ui_xml="<hierarchy><node text='ada'")
    assert on_screen(broken, USER) == broken


@given(text=st.text(st.sampled_from("ab ${}é用.•"), max_size=30), new=st.text(max_size=10))
def test_a_text_that_does_not_stand_there_changes_nothing(text: str, new: str) -> None:
    step = with_parameters(typed(text), (Parameter("p", "zzz", new),))
    assert step.action == Type(text)
