from __future__ import annotations

from pathlib import Path

import pytest
from screen_pngs import screen_png

from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.observations import Shown, nothing_seen, seen
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Answer, Finish, FinishStatus, Invalid, Key, Takeover, Tap
from gui_rec.model.flags import EndReason, MissingReason
from gui_rec.store.ids import is_safe_id

_XML = (Path(__file__).parents[2] / "data" / "hierarchy" / "weditor_page_naf.xml").read_text(encoding="utf-8")


def _act(action: Action) -> Act:
    return Act(action, "toy", "raw", "norm01", operation="Do it", operation_source="toy:words")


def test_the_next_moment_is_what_came_of_a_step() -> None:
    moments = [seen(Shown(screen_png(number))) for number in range(3)]
    steps = chain([_act(Key("BACK")), _act(Key("HOME"))], moments[:2], moments[2])
    assert [step.index for step in steps] == [0, 1]
    assert [step.pre for step in steps] == [moment.observation for moment in moments[:2]]
    assert [step.post for step in steps] == [moment.observation for moment in moments[1:]]
    (alone,) = chain([_act(Key("BACK"))], moments[:1])
    assert alone.post == nothing_seen().observation
    assert (alone.operation, alone.operation_source, alone.claimed) == ("Do it", "toy:words", None)


def test_a_target_is_found_where_there_is_a_hierarchy() -> None:
    moment = seen(Shown(screen_png(0, (720, 1280)), xml=_XML))
    (step,) = chain([_act(Tap(0.5, 0.5))], [moment])
    assert (step.target is not None) == (step.target_missing is None)
    (bare,) = chain([_act(Tap(0.5, 0.5))], [nothing_seen()])
    assert (bare.target, bare.target_missing) == (None, MissingReason.NOT_RECORDED)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Finish(FinishStatus.SUCCESS), EndReason.CLAIMED_SUCCESS),
        (Finish(FinishStatus.INFEASIBLE), EndReason.CLAIMED_INFEASIBLE),
        (Finish(FinishStatus.FAILURE), EndReason.CLAIMED_FAILURE),
        (Finish(), EndReason.FINISHED),
        (Answer("42"), EndReason.ANSWERED),
        (Takeover(), EndReason.TAKEOVER),
        (Key("BACK"), EndReason.STOPPED),
    ],
)
def test_an_end_is_what_the_last_action_says(action: Action, reason: EndReason) -> None:
    steps = chain([_act(action)], [nothing_seen()])
    assert end_of(steps).reason is reason
    assert end_of(steps).outcome is None


def test_an_action_that_cannot_be_read_is_invalid_and_counted() -> None:
    complaints = Complaints()

    def fails() -> Action:
        raise InputError("no such function")

    assert act_or_invalid(lambda: Key("BACK"), "raw", "row 1", complaints) == Key("BACK")
    assert act_or_invalid(fails, "raw", "row 1", complaints) == Invalid("raw", "no such function")
    assert complaints.listed[0].reason == "row 1: no such function"


def test_an_id_keeps_the_source_id_or_is_its_hash() -> None:
    info = info_of("toy", "a/b_1", "goal")
    assert (info.episode_id, info.task_id, info.source) == ("toy-a.b_1", "a/b_1", "import:toy")
    for name in ("a b", "../x\n", "\u4e2d", "x" * 200, "a.labels"):
        hashed = info_of("toy", name, None)
        assert is_safe_id(hashed.episode_id)
        assert hashed.task_id == name
        assert hashed.episode_id != info_of("toy", name + "1", None).episode_id
