"""Checks on what an action did: nothing, twice, too much, or not what was typed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import CONTEXT, ITEM, LIST, ask, with_facts
from hypothesis import given, settings
from hypothesis import strategies as st
from observations import look
from shop import button, label

from gui_rec.model.actions import Action, Answer, Invalid, Note, Wait
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Context
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import TEXT_FIELD, Element


def counter(text: str, rid: str = "app:id/count") -> Look:
    return look((label(4, "Cart"), label(40, text, rid), button(70, "More", "app:id/more")))


def between(was: Look, before: Look) -> Context:
    return replace(CONTEXT, recorded_before=was, seen_before=before)


def double(was: str, recorded: str, before: str, seen: str) -> bool:
    result = ask("double_effect", counter(recorded), counter(seen), between(counter(was), counter(before)))
    assert result.passed or result.code is Code.DOUBLE_EFFECT
    return not result.passed


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("1 item", "2 item", "1 item", "3 item"), True),
        (("Qty: 4", "Qty: 3", "Qty: 4", "Qty: 2"), True),
        (("1 item", "2 item", "5 item", "7 item"), True),
        (("1 item", "2 item", "1 item", "2 item"), False),
        (("1 item", "2 item", "1 item", "4 item"), False),
        (("1 item", "1 item", "1 item", "3 item"), False),
        (("$1.50", "$2.50", "$1.50", "$3.50"), False),
        (("1 of 9", "2 of 9", "1 of 9", "3 of 9"), False),
        (("one", "two", "one", "three"), False),
    ],
)
def test_a_number_that_moved_twice_as_far(texts: tuple[str, str, str, str], expected: bool) -> None:
    assert double(*texts) is expected


@settings(max_examples=60, deadline=None)
@given(start=st.integers(-50, 50), step=st.integers(-9, 9), seen=st.integers(-50, 50))
def test_only_twice_the_recorded_step_counts(start: int, step: int, seen: int) -> None:
    texts = (f"n {start}", f"n {start + step}", f"n {start}", f"n {seen}")
    assert double(*texts) is (step != 0 and seen - start == 2 * step)


def test_a_number_in_two_places_is_no_proof() -> None:
    def rows(*values: int) -> Look:
        return look([label(20 * i, f"{value} left", "app:id/row") for i, value in enumerate(values, 1)])

    result = ask("double_effect", rows(2, 5), rows(3, 5), between(rows(1, 5), rows(1, 5)))
    assert result.passed


def test_no_effect_needs_a_recorded_one() -> None:
    assert ask("no_effect", ITEM, LIST).code is Code.NO_EFFECT
    assert ask("no_effect", LIST, LIST).passed
    assert ask("no_effect", ITEM, ITEM).passed
    assert ask("no_effect", ITEM, counter("1")).passed
    assert ask("no_effect", ITEM, LIST, replace(CONTEXT, seen_before=None)).passed


@pytest.mark.parametrize("action", [Wait(1000), Note("x"), Answer("x")])
def test_a_step_that_only_waits_or_speaks_has_no_effect_to_miss(action: Action) -> None:
    """What changed meanwhile in the recording (a carousel) is for the other checks."""
    waiting = replace(CONTEXT, step=replace(CONTEXT.step, action=action))
    assert ask("no_effect", ITEM, LIST, waiting).passed
    nobody_said = replace(CONTEXT, step=replace(CONTEXT.step, action=Invalid("x", "x")))
    assert ask("no_effect", ITEM, LIST, nobody_said).code is Code.NO_EFFECT


def test_focus_and_keyboard_are_an_effect() -> None:
    def form(*, focused: bool, keyboard: bool) -> Look:
        field = Element(Rect(4, 40, 104, 60), "", "a:id/name", class_name=TEXT_FIELD, focused=focused)
        return with_facts(look((label(4, "Form"), field, label(90, "Name"))), keyboard=keyboard)

    down, up = form(focused=False, keyboard=False), form(focused=True, keyboard=True)
    context = between(down, down)
    assert ask("no_effect", up, up, context).passed
    result = ask("no_effect", up, down, context)
    assert (result.code, result.numbers["seen_keyboard"]) == (Code.NO_EFFECT, False)
    assert ask("no_effect", up, form(focused=True, keyboard=False), context).passed
    assert ask("no_effect", up, counter("1"), context).passed


def test_ahead_names_the_step() -> None:
    assert ITEM.key is not None
    context = replace(CONTEXT, later=((4, ITEM.key), (9, ITEM.key)))
    result = ask("ahead", LIST, ITEM, context)
    assert (result.code, result.numbers["step"]) == (Code.AHEAD, 4)
    assert ask("ahead", ITEM, ITEM, context).passed


def test_the_text_must_arrive_unless_it_never_did() -> None:
    context = replace(CONTEXT, flags=(Flag.TEXT_DIFFERS,))
    assert ask("typed_text", ITEM, LIST, context).code is Code.ACTION_FAILED
    assert ask("typed_text", ITEM, ITEM, context).passed
    recorded_so = replace(context, step=replace(CONTEXT.step, flags=(Flag.TEXT_DIFFERS,)))
    assert ask("typed_text", ITEM, LIST, recorded_so).passed
    assert ask("typed_text", ITEM, LIST, replace(CONTEXT, flags=(Flag.TEXT_UNVERIFIED,))).passed


@pytest.mark.parametrize(
    ("code", "recorded", "verdict"),
    [
        (None, None, Verdict.MATCH),
        ("OK", None, Verdict.MATCH),
        ("ACTION_FAILED", "ACTION_FAILED", Verdict.MATCH),
        ("ACTION_FAILED", None, Verdict.MISMATCH),
        ("TARGET_NOT_FOUND", None, Verdict.MISMATCH),
        ("DEVICE_LOST", None, Verdict.UNKNOWN),
        ("words of a stranger", None, Verdict.MATCH),
    ],
)
def test_what_the_device_said_of_the_action(code: str | None, recorded: str | None, verdict: Verdict) -> None:
    context = replace(CONTEXT, result_code=code, step=replace(CONTEXT.step, result_code=recorded))
    result = ask("performed", ITEM, ITEM, context)
    assert result.verdict is verdict
    assert result.passed is (verdict is Verdict.MATCH)


def test_movement_counts_only_where_the_state_is_another() -> None:
    moving = replace(CONTEXT, moving=True, settled=False)
    assert ask("moving", ITEM, LIST, moving).code is Code.NOT_SETTLED
    assert ask("moving", ITEM, ITEM, moving).passed
    assert ask("moving", ITEM, LIST, replace(CONTEXT, settled=False)).passed


def test_a_language_counts_only_with_equal_elements() -> None:
    context = replace(CONTEXT, recorded_locale="en-US", seen_locale="de-DE")
    assert ask("locale", counter("1 item"), counter("1 Artikel"), context).code is Code.LOCALE_CHANGED
    assert ask("locale", counter("1 item"), counter("1 item"), context).passed
    assert ask("locale", counter("1 item"), LIST, context).passed
    assert ask("locale", counter("1 item"), counter("1 Artikel")).passed
