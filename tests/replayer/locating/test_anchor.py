from __future__ import annotations

from dataclasses import replace

import pytest
from observations import look
from shop import button, label, tap

from gui_rec.capture.target import find_target
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Target
from gui_rec.replayer.locating.anchor import by_anchor
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import TEXT_FIELD, Element


def box(top: int, text: str = "", left: int = 4) -> Element:
    return Element(Rect(left, top, left + 40, top + 20), text, class_name=TEXT_FIELD)


def target_at(before: Look, top: int) -> Target:
    target, _ = find_target(before.seen, before.tree, tap(top))
    assert target is not None
    return target


FORM = look([label(4, "User name"), box(30), label(70, "Password"), box(100)])


def test_the_first_text_field_below_its_label() -> None:
    user = replace(target_at(FORM, 4), path="0/1")
    moved = look([label(4, "Password"), box(30), label(70, "User name"), box(100, "ada")])
    assert [node.bounds.top for node in by_anchor(user, FORM, moved)] == [100]


@pytest.mark.parametrize(("left_before", "left_now"), [(60, 60), (60, 4)])
def test_the_control_beside_its_label(left_before: int, left_now: int) -> None:
    def row(top: int, text: str, left: int) -> list[Element]:
        words = Element(
            Rect(4 if left > 30 else 60, top, 40 if left > 30 else 100, top + 20),
            text,
            class_name="android.widget.TextView",
            clickable=False,
        )
        return [words, Element(Rect(left, top, left + 30, top + 20), class_name="android.widget.Switch")]

    before = look([*row(4, "Wi-Fi", left_before), *row(40, "Bluetooth", left_before)])
    now = look([*row(4, "Airplane", left_now), *row(40, "Bluetooth", left_now), *row(80, "Wi-Fi", left_now)])
    switch = replace(target_at(FORM, 4), path="0/1", text=None)
    found = [node.bounds.top for node in by_anchor(switch, before, now)]
    assert found == ([80] if left_now == left_before else [])


def test_a_label_that_stands_twice_or_is_gone_names_nothing() -> None:
    user = replace(target_at(FORM, 4), path="0/1")
    assert (
        by_anchor(user, FORM, look([label(4, "User name"), box(30), label(70, "User name"), box(100)])) == []
    )
    assert by_anchor(user, FORM, look([box(30), box(100)])) == []
    assert by_anchor(user, Look.of(replace(FORM.seen, ui_xml=None)), FORM) == []


def test_what_says_other_words_is_not_it() -> None:
    before = look([label(4, "Milk"), button(40, "Buy", "")])
    buy = replace(target_at(before, 40), path="0/1")
    assert [
        node.text for node in by_anchor(buy, before, look([label(4, "Milk"), button(70, "Buy", "")]))
    ] == ["Buy"]
    assert by_anchor(buy, before, look([label(4, "Milk"), button(40, "Delete", "")])) == []
