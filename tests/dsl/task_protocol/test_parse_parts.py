"""Texts, references, selectors and conditions by themselves."""

from __future__ import annotations

import pytest

from gui_rec.dsl.task_protocol.model import Equal, Ref, Scope, TaskSelector
from gui_rec.dsl.task_protocol.parse_parts import condition, expected, name, selector, text, value
from gui_rec.errors import InputError
from gui_rec.model.selector import Relation, Selector


def test_texts() -> None:
    assert text("", "value", 1) == ""
    assert name("a", "id") == "a"
    odd: list[object] = ["", 5, [], True]
    for wrong in odd:
        with pytest.raises(InputError, match=r"^id: expected a text that is not empty, got "):
            name(wrong, "id")


def test_a_long_value_is_cut_in_the_message() -> None:
    assert str(expected("x", "a text", ["y" * 1_000])).endswith("…")
    assert len(str(expected("x", "a text", ["y" * 1_000]))) < 120


def test_references_are_version_2s() -> None:
    assert value({"ref": "outputs.a.b"}, "value", 2) == Ref(Scope.OUTPUTS, "a.b")
    for record in (
        {"ref": "a"},
        {"ref": "inputs."},
        {"ref": "vars.a"},
        {"ref": 5},
        {},
        {"ref": "inputs.a", "x": 1},
    ):
        with pytest.raises(InputError, match=r"^value\."):
            value(record, "value", 2)
    with pytest.raises(InputError, match=r"^value: expected a text"):
        value({"ref": "inputs.a"}, "value", 1)


def test_a_selectors_references_keep_their_place() -> None:
    record = {"text": "a", "near": {"inside": {"contentDesc": {"ref": "inputs.c"}}}}
    anchor = Selector(content_desc="")
    found = selector(record, "selector", 2)
    assert found == TaskSelector(
        Selector(text="a", near=(Relation.INSIDE, anchor)),
        ((("near", "inside", "contentDesc"), Ref(Scope.INPUTS, "c")),),
    )
    with pytest.raises(InputError, match=r"^selector\.resourceId: expected str"):
        selector({"resourceId": {"ref": "inputs.c"}}, "selector", 2)


def test_equals_takes_two() -> None:
    assert condition({"equals": ["a", {"ref": "inputs.b"}]}, "if", 2) == Equal("a", Ref(Scope.INPUTS, "b"))
    odd: list[object] = [["a"], ["a", "b", "c"], "ab", {}]
    for wrong in odd:
        with pytest.raises(InputError, match=r"^if\.equals: expected a list of two"):
            condition({"equals": wrong}, "if", 2)
