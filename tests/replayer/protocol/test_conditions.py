"""Yes, no and unknown."""

from __future__ import annotations

import itertools

import pytest
from shop import SHOP
from tasks import Record

from gui_rec.dsl.task_protocol.model import AllOf, AnyOf, Not
from gui_rec.dsl.task_protocol.parse_parts import condition
from gui_rec.model.observation import Observation
from gui_rec.replayer.protocol.conditions import holds
from gui_rec.replayer.protocol.result import StepFailedError
from gui_rec.replayer.protocol.scene import Scene
from gui_rec.replayer.protocol.values import Values
from gui_rec.testing.builders import PACKAGE, hierarchy_xml
from gui_rec.ui.parse import parse_hierarchy

TREE = parse_hierarchy(hierarchy_xml(SHOP["list"].elements))
LIST = Scene(Observation(), TREE, PACKAGE, ".List")
BLIND = Scene(Observation(), None, None, None)
ANSWERS: dict[bool | None, Record] = {
    True: {"equals": ["a", "a"]},
    False: {"equals": ["a", "b"]},
    None: {"present": {"text": "x"}},
}


def answer(record: Record, scene: Scene = LIST) -> bool | None:
    return holds(condition(record, "if", 2), scene, Values({"who": "Milk"}))


@pytest.mark.parametrize(
    ("record", "seen", "unseen"),
    [
        ({"present": {"text": "Milk"}}, True, None),
        ({"present": {"text": {"ref": "inputs.who"}}}, True, None),
        ({"present": {"text": "Eggs"}}, False, None),
        ({"absent": {"text": "Milk"}}, False, None),
        ({"absent": {"text": "Eggs"}}, True, None),
        ({"packageName": PACKAGE}, True, None),
        ({"packageName": "com.other"}, False, None),
        ({"activityName": "com.example.app.List"}, True, None),
        ({"activityName": ".Cart"}, False, None),
        ({"equals": [{"ref": "inputs.who"}, "Milk"]}, True, True),
        ({"equals": [{"ref": "inputs.who"}, "milk"]}, False, False),
    ],
)
def test_each_condition_on_a_screen_and_without_one(record: Record, seen: bool, unseen: bool | None) -> None:
    assert answer(record) is seen
    assert answer(record, BLIND) is unseen


@pytest.mark.parametrize(("left", "right"), list(itertools.product(ANSWERS, repeat=2)))
def test_they_join_as_three_valued_logic_does(left: bool | None, right: bool | None) -> None:
    parts = [ANSWERS[left], ANSWERS[right]]
    both = False if False in (left, right) else None if None in (left, right) else True
    either = True if True in (left, right) else None if None in (left, right) else False
    assert answer({"all": parts}, BLIND) is both
    assert answer({"any": parts}, BLIND) is either
    assert answer({"not": parts[0]}, BLIND) is (None if left is None else not left)


def test_several_nodes_are_an_error_and_no_answer() -> None:
    with pytest.raises(StepFailedError) as raised:
        answer({"not": {"present": {"className": "android.widget.Button"}}})
    assert raised.value.code == "TARGET_AMBIGUOUS"


def test_joined_ones_are_read_as_such() -> None:
    one = ANSWERS[True]
    assert isinstance(condition({"all": [one]}, "if", 2), AllOf)
    assert isinstance(condition({"any": [one]}, "if", 2), AnyOf)
    assert isinstance(condition({"not": one}, "if", 2), Not)
