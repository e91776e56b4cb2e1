from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from strategies import actions, texts

from gui_rec.capture.privacy.rules import MaskRules, PatternRule
from gui_rec.capture.privacy.slots import (
    check_values,
    filled,
    selector_with_texts,
    slots_in,
    slots_named,
    with_texts,
    withheld_text,
)
from gui_rec.capture.privacy.words import Redactor
from gui_rec.errors import UsageError
from gui_rec.model.actions import Action, Key, Note, OpenApp, Scroll, Type, WaitFor
from gui_rec.model.flags import Flag
from gui_rec.model.selector import Relation, Selector
from gui_rec.testing.builders import step

RULES = MaskRules(patterns=(PatternRule("email", "x"),))


def test_a_withheld_text_has_one_slot_and_is_found_again() -> None:
    words = Redactor(MaskRules())
    assert withheld_text("hunter2", words) == withheld_text("hunter2", words) == "${password}"
    assert withheld_text("other", words) == "${password_2}"
    assert words.knows("hunter2")


def test_asterisks_are_a_slot_and_no_secret() -> None:
    words = Redactor(MaskRules())
    assert withheld_text("*****", words) == "${password}"
    assert not words.knows("*****")


def test_the_slots_of_a_step() -> None:
    done = replace(step(0, Type("${email} or ${password_2}, ${email}, ${HOME}")), flags=(Flag.MASKED,))
    assert slots_in(done, RULES) == ("email", "password_2")
    assert slots_in(done, MaskRules()) == ("password_2",)
    assert slots_in(replace(done, flags=()), RULES) == ()
    assert slots_in(replace(done, action=Note("${password}")), RULES) == ()
    assert slots_in(replace(done, action=WaitFor(Selector(text="${password}"))), RULES) == ("password",)
    resumed = replace(done, action=Type("${password_r12_3}"))
    assert slots_in(resumed, RULES) == ("password_r12_3",)


def test_slots_are_filled_once_and_only_the_known_ones() -> None:
    action = Type("${password} ${HOME}")
    assert filled(action, ("password",), {"password": "${password}x"}) == Type("${password}x ${HOME}")
    assert filled(action, (), {}) is action
    assert filled(OpenApp(package="${app}"), ("app",), {"app": "com.bank"}) == OpenApp(package="com.bank")


def test_what_is_missing_and_what_nobody_needs_is_named_without_its_text() -> None:
    done = replace(step(3, Type("${password}")), flags=(Flag.MASKED,))
    check_values((done,), RULES, {"password": "x"})
    with pytest.raises(UsageError, match=r"step 3 \(type\) needs the text 'password'.*--set password="):
        check_values((done,), RULES, {})
    with pytest.raises(UsageError, match=r"--set pin: no step needs it; withheld texts: password") as caught:
        check_values((done,), RULES, {"password": "hunter2", "pin": "hunter2"})
    assert "hunter2" not in str(caught.value)


@given(actions())
def test_an_action_without_a_change_is_the_same_object(action: Action) -> None:
    assert with_texts(action, lambda text: text) is action


@given(actions("type", "answer", "note", "open_url", "invalid", "select_option"), texts(3))
def test_every_text_is_changed_and_nothing_else(action: Action, mark: str) -> None:
    changed = with_texts(action, lambda text: text + mark)
    assert type(changed) is type(action)
    for name in (field.name for field in fields(action)):
        before, after = getattr(action, name), getattr(changed, name)
        assert after == (before + mark if type(before) is str else before)


def test_keys_and_closed_words_stay() -> None:
    assert with_texts(Key("BACK"), str.lower) == Key("BACK")
    scroll = with_texts(Scroll("down"), str.upper)  # type: ignore[arg-type]
    assert isinstance(scroll, Scroll)


def test_selectors_are_changed_to_their_depth() -> None:
    def mark(text: str) -> str:
        return text.replace("ada", "[masked]")

    selector = Selector(text="ada", near=(Relation.BELOW, Selector(content_desc="ada")), text_matches="ada.*")
    changed = selector_with_texts(selector, mark)
    assert changed == Selector(
        text="[masked]",
        near=(Relation.BELOW, Selector(content_desc="[masked]")),
        text_matches=r"\[masked\].*",
    )
    assert with_texts(WaitFor(selector), mark) == WaitFor(changed)
    plain = Selector(text="x", near=(Relation.BELOW, Selector(text="y")))
    assert selector_with_texts(plain, mark) is plain


def test_slots_are_named_wherever_they_stand() -> None:
    assert slots_named(('{"text":"${password_2}"}', "a ${x} b ${password}", "$x ${X}")) == {
        "${password_2}",
        "${x}",
        "${password}",
    }
