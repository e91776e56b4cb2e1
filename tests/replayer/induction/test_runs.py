from __future__ import annotations

from dataclasses import replace

import pytest
from learnt_runs import ListPage, observation, step

from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Direction, Key, OpenApp, OpenUrl, Scroll, Tap, Type
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Step, Target
from gui_rec.replayer.induction.runs import how_actions_differ, rule_id_of, runs_of, target_of

PAGE = ListPage().seen()


def acting(action: Action) -> Step:
    return step(PAGE, PAGE, action)


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (Tap(0.1, 0.1), Tap(0.9, 0.9), None),
        (Tap(0.1, 0.1), Key("BACK"), "tap against key BACK"),
        (Key("BACK"), Key("HOME"), "key BACK against key HOME"),
        (Scroll(Direction.UP), Scroll(Direction.DOWN), "scroll up against scroll down"),
        (OpenApp(name="Shop"), OpenApp(name="Mail"), "open_app Shop against open_app Mail"),
        (OpenUrl("http://a"), OpenUrl("http://b"), "open_url http://a against open_url http://b"),
        (Type("a"), Type("b"), "type a against type b"),
        (Type("a"), Type("a"), None),
    ],
)
def test_runs_do_the_same_wherever_on_the_screen(one: Action, other: Action, told: str | None) -> None:
    assert how_actions_differ(acting(one), acting(other), {}, {}) == told


def test_a_text_may_follow_the_inputs() -> None:
    assert how_actions_differ(acting(Type("a")), acting(Type("b")), {"q": "a"}, {"q": "b"}) is None
    assert (
        how_actions_differ(acting(Type("a")), acting(Type("b")), {"q": "a"}, {"q": "c"})
        == "type ${q} against type b"
    )


def test_runs_act_on_one_element() -> None:
    def on(rid: str) -> Step:
        target = Target(None, Rect(0, 0, 1, 1), None, rid, None, None, "0", 1)
        return replace(acting(Tap(0.5, 0.5)), target=target)

    assert how_actions_differ(on("a:id/buy"), on("b:id/buy"), {}, {}) is None
    assert how_actions_differ(on("a:id/buy"), on("a:id/sell"), {}, {}) == "it acts on sell, not on buy"


def test_a_run_knows_what_it_types_and_acts_on() -> None:
    (run,) = runs_of([step(PAGE, PAGE, Type("tea"), path="0/4")], [{}])
    assert run.typed == "tea"
    target = target_of(run)
    assert target is not None
    assert target.rid == "loved"
    (blind,) = runs_of([step(observation(), PAGE, path="0/4")], [{}])
    assert (blind.pre, blind.typed, target_of(blind)) == (None, None, None)


def test_what_is_no_run_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least one run of the step, got none"):
        runs_of([], [])
    with pytest.raises(InputError, match="no usable hierarchy in run 1"):
        runs_of([step(PAGE, observation())], [{}])


@pytest.mark.parametrize(
    ("episode", "name"),
    [("01ARZ3NDEKTSV4RRFFQ69G5FAV", "step-4.9g5fav"), ("a/b", "step-4.ab"), ("…", "step-4")],
)
def test_the_rules_of_two_recordings_have_two_ids(episode: str, name: str) -> None:
    assert rule_id_of(episode, 4) == name
