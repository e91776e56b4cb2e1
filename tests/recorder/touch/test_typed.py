"""What was typed is read off the field; the touches only say whether the reading is possible."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.actions import Action, Invalid, Key, LongPress, Swipe, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect
from gui_rec.recorder.touch.typed import Run, Typed, typed
from gui_rec.testing.builders import TEXT_FIELD, Element, hierarchy_xml
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree

DOUBT = (Flag.TEXT_UNVERIFIED,)
SECRET = (Flag.TEXT_UNVERIFIED, Flag.MASKED)
DEL = Tap(0.93, 0.9)


@dataclass(frozen=True)
class F:
    """A text field in a page."""

    text: str = ""
    rid: str = "com.example.app:id/name"
    focused: bool = True
    password: bool = False


def page(*fields: F, title: str = "Sign in") -> Tree:
    label = Element(Rect(4, 4, 104, 24), title, "com.example.app:id/title", clickable=False)
    elements = [
        Element(
            Rect(4, 40 + 30 * i, 104, 60 + 30 * i),
            f.text,
            f.rid,
            class_name=TEXT_FIELD,
            focused=f.focused,
            password=f.password,
        )
        for i, f in enumerate(fields)
    ]
    return parse_hierarchy(hierarchy_xml((label, *elements)))


def keys(count: int) -> list[Action]:
    """So many taps on different keys."""
    return [Tap(0.05 + 0.09 * (i % 10), 0.7 + 0.05 * (i // 10 % 4)) for i in range(count)]


def edit(before: str, after: str, touches: list[Action]) -> Typed:
    return only(Run(page(F(before)), page(F(after)), touches))


def detail(count: int) -> str:
    return f"{count} character(s) of a password"


def only(run: Run) -> Typed:
    (found,) = typed(run)
    return found


@pytest.mark.parametrize(
    ("before", "after", "touches", "action", "flags"),
    [
        ("", "lamp", keys(4), Type("lamp"), ()),
        ("desk ", "desk lamp", keys(4), Type("lamp"), ()),
        ("", "the ", keys(4), Type("the "), ()),  # typed `teh `, corrected by the keyboard
        ("hello", "heXllo", keys(1), Type("heXllo", clear_before=True), ()),  # a cursor in the middle
        ("hello", "hel", [DEL, DEL], Type("hel", clear_before=True), ()),
        ("hello", "", [DEL] * 5, Type("", clear_before=True), ()),
        ("hello", "he", [LongPress(0.9, 0.9, 900)], Type("he", clear_before=True), ()),
        ("hello", "", [LongPress(0.9, 0.9, 900)], Type("", clear_before=True), ()),
        ("Search", "lamp", keys(4), Type("lamp"), ()),  # a hint stood there
        ("Name", "Angela", keys(7), Type("Angela"), ()),  # with shift
        ("abc", "xyz", [DEL, DEL, DEL, *keys(3)], Type("xyz", clear_before=True), ()),
        ("hello", "Name", [DEL] * 5, Type("", clear_before=True), DOUBT),  # emptied: the hint is no text
        ("hello", "help", [Swipe(0.1, 0.7, 0.8, 0.8, 400)], Type("help", clear_before=True), DOUBT),
        ("I saw teh", "I saw the ", keys(1), Type("I saw the ", clear_before=True), DOUBT),
        ("hel", "hello world", [Swipe(0.1, 0.7, 0.8, 0.8, 400)], Type("lo world"), ()),  # glided at the end
    ],
)
def test_a_reading(
    before: str, after: str, touches: list[Action], action: Action, flags: tuple[Flag, ...]
) -> None:
    assert edit(before, after, touches) == Typed(action, flags)


@settings(deadline=None)
@given(before=st.text("abcde ", max_size=8), after=st.text("abcde ", max_size=8), count=st.integers(1, 20))
def test_whatever_is_read_gives_the_text_that_is_shown_or_is_flagged(
    before: str, after: str, count: int
) -> None:
    found = edit(before, after, keys(count))
    action = found.action
    if found.flags:
        return
    if isinstance(action, Type):
        shown = action.text if action.clear_before else before + action.text
        replaced = action.text == after and not action.clear_before
        assert shown == after or replaced
    else:
        assert before == after


def test_a_field_whose_state_before_is_not_known_is_told_whole_and_flagged() -> None:
    found = only(Run(None, page(F("lamp")), keys(4)))
    assert found == Typed(Type("lamp", clear_before=True), DOUBT)


def test_a_field_that_got_the_focus_only_now_is_found_in_the_page_before() -> None:
    before = page(F("", focused=False), F("", "com.example.app:id/other", focused=False))
    after = page(F("ada"), F("", "com.example.app:id/other", focused=False))
    assert only(Run(before, after, keys(3))) == Typed(Type("ada"))


def test_a_field_that_was_never_seen_with_the_focus_is_the_one_that_changed() -> None:
    other = F("here", "com.example.app:id/other", focused=False)
    before, after = page(F("lamp", focused=False), other), page(F("lampdesk", focused=False), other)
    run = Run(before, after, keys(5), keyboard_left=True)
    assert only(run) == Typed(Type("desk", press_enter=True), DOUBT)
    two = page(F("x", focused=False), F("y", "com.example.app:id/other", focused=False))
    assert isinstance(only(replace(run, after=two)).action, Invalid)


def test_what_could_not_be_read_is_no_text() -> None:
    found = only(Run(page(F("")), None, keys(4)))
    assert isinstance(found.action, Invalid)
    assert found.flags == DOUBT
    assert found.action.raw == ""


def test_keys_for_a_field_that_nobody_knows_may_be_a_secrets() -> None:
    assert only(Run(None, None, keys(3))).secret
    assert only(Run(page(), page(), keys(1))).secret
    assert not only(Run(page(F("")), None, keys(3))).secret


def test_one_touch_that_typed_nothing_stays_what_it_was() -> None:
    shift = Tap(0.05, 0.85)
    assert edit("la", "la", [shift]) == Typed(shift)
    assert edit("la", "la", keys(2)) == Typed(Type(""), DOUBT)


def test_the_enter_key_is_seen_by_what_it_did() -> None:
    search, results = page(F("lamp")), page(F("lamp", focused=False), title="Results")
    alone = only(Run(search, results, keys(1), keyboard_left=True, page_left=True))
    assert alone == Typed(Key("ENTER"))
    together = only(Run(page(F("la")), results, keys(3), keyboard_left=True, page_left=True))
    assert together == Typed(Type("mp", press_enter=True))
    same_page = only(Run(page(F("la")), page(F("lamp")), keys(3), keyboard_left=True))
    assert same_page == Typed(Type("mp")), "a keyboard that was only hidden proves no enter"
    moved = page(F("ada", focused=False), F("", "com.example.app:id/pw"))
    first = page(F(""), F("", "com.example.app:id/pw", focused=False))
    assert only(Run(first, moved, keys(4))) == Typed(Type("ada", press_enter=True))


def test_a_page_that_left_with_the_last_touch_is_told_by_the_look_before_it() -> None:
    before, glimpse, gone = page(F("")), page(F("lamp")), page(title="Results")
    run = Run(before, gone, keys(5), glimpse, keyboard_left=True, page_left=True)
    assert only(run) == Typed(Type("lamp", press_enter=True))
    assert isinstance(only(replace(run, glimpse=None)).action, Invalid)
    assert isinstance(only(replace(run, keyboard_left=False)).action, Invalid)


def test_a_secret_is_its_length_and_nothing_else() -> None:
    def secret(before: str, after: str) -> Typed:
        return only(Run(page(F(before, password=True)), page(F(after, password=True)), keys(4)))

    assert secret("Password", "••••") == Typed(Type("****"), SECRET, True, detail(4))
    assert secret("••", "••••") == Typed(Type("**"), SECRET, True, detail(2))
    assert secret("••••", "••") == Typed(Type("**", clear_before=True), SECRET, True, detail(2))
    assert secret("••••", "Password") == Typed(Type("", clear_before=True), SECRET, True, detail(0))
    assert secret("", "hunter2") == Typed(Type(""), SECRET, secret=True), "a text that is shown is not stored"


def test_a_single_touch_of_a_secrets_keyboard_never_tells_its_place() -> None:
    found = only(Run(page(F("••", password=True)), page(F("••", password=True)), keys(1)))
    assert found == Typed(Type(""), SECRET, secret=True)
    gone = only(Run(page(F("••", password=True)), None, keys(1)))
    assert gone == Typed(Type(""), SECRET, secret=True)


PW = "com.example.app:id/pw"


def test_the_enter_key_may_lead_from_field_to_field_without_a_look_between() -> None:
    before = page(F("User"), F("Password", PW, focused=False, password=True))
    after = page(F("ada", focused=False), F("••••", PW, password=True))
    name, password = typed(Run(before, after, keys(8)))
    assert name == Typed(Type("ada", clear_before=True, press_enter=True), DOUBT, secret=True)
    assert password == Typed(Type("****"), SECRET, True, detail(4))


def test_a_field_in_between_is_not_forgotten() -> None:
    ids = [f"com.example.app:id/f{i}" for i in range(4)]
    before = page(*(F("", rid, focused=i == 0) for i, rid in enumerate(ids)))
    after = page(
        *(F(text, rid, focused=i == 3) for i, (text, rid) in enumerate(zip("abcd", ids, strict=True)))
    )
    found = typed(Run(before, after, keys(7)))
    assert [one.action for one in found] == [Type(t, press_enter=t != "d") for t in "abcd"]
    assert all(one.flags == DOUBT for one in found)


def test_the_one_touch_that_led_to_a_secret_is_no_secret() -> None:
    before = page(F("ada"), F("Password", PW, focused=False, password=True))
    after = page(F("ada", focused=False), F("Password", PW, password=True))
    assert only(Run(before, after, keys(1))) == Typed(Key("ENTER"))


def test_a_secret_that_only_got_the_focus_lets_no_key_be_told() -> None:
    before = page(F("User"), F("Password", PW, focused=False, password=True))
    after = page(F("ada", focused=False), F("Password", PW, password=True))
    found = only(Run(before, after, keys(4)))
    assert found.secret
    assert found.action == Type("ada", press_enter=True)
