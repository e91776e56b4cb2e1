from __future__ import annotations

from dataclasses import replace

import pytest
from fake_app import NAME, OPEN, SECRET

from gui_rec.capture.read_back import read_back
from gui_rec.model.actions import Type
from gui_rec.model.flags import Flag
from gui_rec.testing.builders import Element, hierarchy_xml
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree


def field(text: str, element: Element = NAME) -> Tree:
    return parse_hierarchy(hierarchy_xml((OPEN, replace(element, text=text, focused=True))))


NO_FIELD = parse_hierarchy(hierarchy_xml((OPEN,)))


@pytest.mark.parametrize(
    ("action", "before", "after", "flag"),
    [
        (Type("abc"), "", "abc", None),
        (Type("abc"), "Name", "abc", None),
        (Type("abc"), "x", "xabc", None),
        (Type("abc"), "x", "x", Flag.TEXT_DIFFERS),
        (Type("abc"), "abc", "abc", Flag.TEXT_UNVERIFIED),
        (Type("abc", clear_before=True), "abc", "abc", None),
        (Type("abc"), "xabc", "xabc", Flag.TEXT_DIFFERS),
        (Type("abc"), "", "ac", Flag.TEXT_DIFFERS),
        (Type("abc", clear_before=True), "x", "abc", None),
        (Type("abc", clear_before=True), "x", "xabc", Flag.TEXT_DIFFERS),
        (Type("abc", press_enter=True), "", "", Flag.TEXT_UNVERIFIED),
        (Type("abc", press_enter=True), "", "abc", None),
        (Type("", clear_before=True), "x", "", None),
        (Type("", clear_before=True), "x", "x", Flag.TEXT_DIFFERS),
        (Type("", clear_before=True), "x", "Note", Flag.TEXT_UNVERIFIED),
    ],
)
def test_what_the_field_shows(action: Type, before: str, after: str, flag: Flag | None) -> None:
    assert read_back(action, field(before), field(after)) is flag


@pytest.mark.parametrize("after", [None, NO_FIELD, field("•••", SECRET)])
def test_without_a_field_to_read_it_is_unverified(after: Tree | None) -> None:
    assert read_back(Type("abc"), None, after) is Flag.TEXT_UNVERIFIED
