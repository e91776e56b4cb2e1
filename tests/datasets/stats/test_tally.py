from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from small_recordings import small_look, small_step
from strategies import actions

from gui_rec.datasets.stats.tally import GRID, Tally, length_record
from gui_rec.model.actions import Action, Finish, Key, Swipe, Tap
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.label import LabelRow
from gui_rec.model.observation import Missing
from gui_rec.model.step import Step


def _tally(*steps: Step) -> Tally:
    tally = Tally()
    tally.episode(EpisodeInfo("e1", "script"), "success", steps)
    return tally


def test_everything_is_counted_once() -> None:
    bare = replace(
        small_look(9), package=None, size=None, missing=(Missing("ui_xml", MissingReason.NOT_RECORDED),)
    )
    tally = _tally(
        small_step(0, Tap(0.5, 0.25), flags=(Flag.PRE_STATE_STALE,)),
        small_step(1, Key("BACK")),
        small_step(2, Tap(0.5, 0.25), pre=bare),
    )
    found = tally.document()
    assert (found["episodes"], found["steps"], found["aimed"]) == (1, 3, 2)
    assert found["actions"] == {"tap": 2, "key": 1}
    assert found["apps"] == {"com.example": 2, "unknown": 1}
    assert found["screens"] == {"40x80": 2, "unknown": 1}
    assert found["flags"] == {"pre_state_stale": 1}
    assert found["missing"] == {"pre_ui_xml: not_recorded": 1}
    assert (found["sources"], found["outcomes"]) == ({"script": 1}, {"success": 1})


def test_twins_are_told_by_picture_and_by_page_and_action() -> None:
    first, again = small_step(0, Tap(0.5, 0.25)), small_step(1, Tap(0.5, 0.25), pre=small_look(0))
    other = small_step(2, Tap(0.25, 0.25), pre=small_look(0))
    tally = _tally(first, again, other)
    assert (tally.same_picture, tally.same_transition) == (2, 1)


def test_what_has_no_picture_and_no_key_is_no_twin() -> None:
    blind = small_look(0, screenshot=None, fingerprint=None, state_key=None)
    tally = _tally(*(small_step(n, Finish(), pre=blind) for n in range(3)))
    assert (tally.same_picture, tally.same_transition) == (0, 0)


@given(st.lists(actions(), max_size=8))
def test_every_aimed_action_has_its_cell(drawn: list[Action]) -> None:
    tally = _tally(*(small_step(n, action) for n, action in enumerate(drawn)))
    aimed = sum(hasattr(a, "x1") or getattr(a, "x", None) is not None or a.type == "gesture" for a in drawn)
    assert int(tally.heat.sum()) <= aimed
    assert tally.heat.shape == (GRID[1], GRID[0])
    assert sum(tally.actions.values()) == len(drawn)


def test_a_stroke_counts_where_the_finger_comes_down_and_edges_stay_inside() -> None:
    tally = _tally(small_step(0, Swipe(1.0, 1.0, 0.0, 0.0)))
    assert tally.heat[GRID[1] - 1, GRID[0] - 1] == 1


def test_the_newest_word_of_a_source_counts() -> None:
    row = LabelRow("e1", 0, "changed", "yes", "rule:changed", 1.0, "gui-rec", 1, 1)
    tally = Tally()
    tally.label([row, replace(row, value="no"), replace(row, source="human:ana", value="yes")])
    assert tally.document()["labels"] == {"changed": {"no": 1, "yes": 1}}


def test_lengths_of_none_are_none() -> None:
    assert length_record([]) == {}
    assert length_record([2, 4, 9]) == {"least": 2, "median": 4, "mean": 5.0, "most": 9}
