from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from small_recordings import small_look, small_step

from gui_rec.datasets.filters._api import Candidate, Drop
from gui_rec.datasets.filters._members import FILTERS
from gui_rec.datasets.filters.privacy import is_readable
from gui_rec.errors import UsageError
from gui_rec.model.actions import Finish, FinishStatus, Invalid, Tap, Type
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.label import LabelRow
from gui_rec.model.observation import Missing, Observation
from gui_rec.model.step import Step, Target

_TAP = Tap(0.5, 0.5)
_PASSWORD = (
    '<hierarchy rotation="0"><node index="0" class="android.widget.EditText" package="com.example" text="{}" '
    'resource-id="com.example:id/secret" content-desc="" checkable="false" checked="false" clickable="true" '
    'enabled="true" focusable="true" focused="true" scrollable="false" long-clickable="false" password="true" '
    'selected="false" bounds="[0,0][40,80]" /></hierarchy>'
)


def _candidate(*steps: Step, **changes: Any) -> Candidate:
    fields: dict[str, Any] = {"info": EpisodeInfo("e", "script", goal="do it"), "end": None}
    return Candidate(**{**fields, "steps": steps, "whole": steps, **changes})


def _drops(name: str, steps: Sequence[Step], *options: str, **changes: Any) -> list[tuple[int, str]]:
    judge = FILTERS.get(name).begin(options)
    return [(drop.step_index, drop.reason) for drop in judge.judge(_candidate(*steps, **changes))]


def _lost(*columns: str) -> Observation:
    return Observation(missing=tuple(Missing(column, MissingReason.DUMP_CRASHED) for column in columns))


def _label(index: int, name: str, value: str = "true") -> tuple[tuple[int | None, str], LabelRow]:
    return (index, name), LabelRow("e", index, name, value, "human:ann", 1.0, "t", 0, 1)


def test_structure_tells_what_a_step_lacks() -> None:
    steps = [
        small_step(0, _TAP),
        small_step(1, Invalid("tap(", "cut off")),
        small_step(2, _TAP, flags=(Flag.PRE_STATE_STALE,)),
        small_step(3, _TAP, pre=replace(small_look(3), missing=_lost("ui_xml").missing)),
        small_step(4, _TAP, post=_lost("ui_xml", "screenshot", "package")),
        small_step(5, _TAP, post=_lost("ui_xml")),
        small_step(6, Finish(FinishStatus.SUCCESS), post=_lost("ui_xml", "screenshot")),
    ]
    found = _drops("structure", steps)
    assert found == [(1, "invalid_action"), (2, "pre_state_stale"), (3, "no_tree"), (4, "no_post_state")]
    assert _drops("structure", steps, "no_tree") == [(3, "no_tree")]


def test_execution_tells_what_the_device_did_not_take_or_show() -> None:
    steps = [
        small_step(0, _TAP),
        small_step(1, _TAP, settled=False),
        small_step(2, _TAP, result_code="ACTION_FAILED"),
        small_step(3, _TAP, post=replace(small_look(4), flags=(Flag.TREE_SUSPECT,))),
        small_step(4, _TAP, settled=None),
    ]
    labels = dict([_label(4, "executed", "false"), _label(0, "executed")])
    assert _drops("execution", steps, labels=labels) == [
        (1, "not_settled"),
        (2, "result_code"),
        (3, "tree_suspect"),
        (4, "not_executed"),
    ]


def test_privacy_finds_withheld_screens_and_texts_that_were_not_withheld() -> None:
    target = Target(None, Rect(0, 0, 40, 80), None, "com.example:id/login_password", None, None, "9", 1)
    plain = replace(target, resource_id="com.example:id/shopping")
    steps = [
        small_step(0, Type("hunter2"), target=target),
        small_step(1, Type("${password}"), target=target),
        small_step(2, Type("hunter2"), target=plain),
        small_step(3, _TAP, pre=replace(small_look(3), ui_xml=_PASSWORD.format("hunter2"))),
        small_step(4, _TAP, pre=replace(small_look(4), ui_xml=_PASSWORD.format("•••••••"))),
        small_step(5, Type("hunter2"), pre=replace(small_look(5), ui_xml=_PASSWORD.format(""))),
        small_step(6, _TAP, pre=replace(small_look(6), masked=2)),
        small_step(7, _TAP, pre=replace(small_look(7), flags=(Flag.SECURE_SCREEN,))),
        small_step(8, _TAP, pre=replace(small_look(8), ui_xml="<hierarchy><node")),
        small_step(9, _TAP, pre=replace(small_look(9), ui_xml=None)),
        small_step(10, _TAP, pre=replace(small_look(10), ui_xml='<hierarchy rotation="0"></hierarchy>')),
    ]
    assert _drops("privacy", steps) == [
        (0, "password_typed"),
        (3, "password_shown"),
        (5, "password_typed"),
        (6, "masked_screen"),
        (7, "secure_screen"),
        (8, "unread_tree"),
    ]


def test_a_typed_password_is_not_told_to_later_prompts_either() -> None:
    target = Target(None, Rect(0, 0, 40, 80), None, "a:id/pin_1", None, None, "9", 1)
    judge = FILTERS.get("privacy").begin(())
    (drop,) = judge.judge(_candidate(small_step(0, Type("1234"), target=target)))
    assert drop == Drop(0, "password_typed", untold=True)


@pytest.mark.parametrize(
    ("text", "readable"), [("", False), (" ** ", False), ("${pin}", False), ("x${pin}", True), ("a b", True)]
)
def test_a_slot_or_bullets_say_nothing(text: str, readable: bool) -> None:
    assert is_readable(text) is readable


def _look(bits: int, **changes: Any) -> Observation:
    return replace(small_look(0), fingerprint=f"phash8/area1:{bits:016x}", **changes)


def test_near_duplicates_keeps_the_first_of_what_looks_and_does_the_same() -> None:
    steps = [
        small_step(0, _TAP, pre=_look(0)),
        small_step(1, _TAP, pre=_look(0b1111)),
        small_step(2, _TAP, pre=_look(0b11111)),
        small_step(3, Tap(0.9, 0.9), pre=_look(0)),
        small_step(4, _TAP, pre=_look(0, flags=(Flag.BLANK_SCREEN,))),
        small_step(5, _TAP, pre=_look(0, package="com.other")),
        small_step(6, _TAP, pre=replace(_look(0), fingerprint=None)),
        small_step(7, _TAP, pre=_look(0b111111)),
    ]
    assert _drops("near_duplicates", steps) == [(1, "near_frame"), (7, "near_frame")]
    assert [at for at, _ in _drops("near_duplicates", steps, "action:any")] == [1, 3, 7]
    assert [at for at, _ in _drops("near_duplicates", steps, "radius:0")] == []


def test_near_duplicates_looks_at_all_episodes_or_within_one() -> None:
    again = _candidate(small_step(0, _TAP))
    for options, expected in (((), 1), (("scope:episode",), 0)):
        judge = FILTERS.get("near_duplicates").begin(options)
        assert list(judge.judge(again)) == []
        assert len(list(judge.judge(again))) == expected


@pytest.mark.parametrize(
    "option", ["radius:16", "radius:x", "radius:", "scope:both", "action:none", "radius:-1"]
)
def test_near_duplicates_refuses_what_it_cannot_do(option: str) -> None:
    with pytest.raises(UsageError, match=r"near_duplicates|radius"):
        FILTERS.get("near_duplicates").begin([option])


def test_duplicate_trajectories_keeps_the_first_of_a_course() -> None:
    judge = FILTERS.get("duplicate_trajectories").begin(())
    steps = (small_step(0, _TAP), small_step(1, Type("a")))
    longer = (*steps, small_step(2, _TAP))
    assert list(judge.judge(_candidate(*steps))) == []
    assert list(judge.judge(_candidate(*longer))) == []
    assert [drop.step_index for drop in judge.judge(_candidate(*steps))] == [0, 1]
    other_task = _candidate(*steps, info=EpisodeInfo("f", "script", goal="do something else"))
    assert list(judge.judge(other_task)) == []
    unknown = (small_step(0, _TAP, pre=Observation()),)
    assert [list(judge.judge(_candidate(*unknown))) for _ in range(2)] == [[], []]


def test_loops_cuts_what_labels_mark_and_tells_it_only_when_asked() -> None:
    steps = [small_step(at, _TAP) for at in range(4)]
    labels = dict(
        [_label(0, "loop", "false"), _label(1, "loop"), _label(2, "detour"), _label(3, "undone", "unknown")]
    )
    assert _drops("loops", steps, labels=labels) == [(1, "loop"), (2, "detour")]
    assert _drops("loops", steps, "detour", labels=labels) == [(2, "detour")]
    for options, untold in (((), True), (("told",), False)):
        judge = FILTERS.get("loops").begin(options)
        assert {drop.untold for drop in judge.judge(_candidate(*steps, labels=labels))} == {untold}
