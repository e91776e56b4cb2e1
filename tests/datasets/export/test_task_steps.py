"""Each line of the table: what a recorded step becomes, what is lost, and what cannot be said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from strategies import steps

from gui_rec.capture.target import find_target
from gui_rec.datasets.export.task_steps import (
    Said,
    action_of,
    node_of,
    place_of,
    say,
    strokes_before,
    tree_of,
)
from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl.task_protocol.model import Ref, Scope, StepAction, TaskInput, TaskSelector
from gui_rec.dsl.task_protocol.write import step_record
from gui_rec.model.actions import (
    Action,
    Answer,
    Button,
    Direction,
    Drag,
    ExtractText,
    Finish,
    Invalid,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
    WaitFor,
)
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.testing.builders import PACKAGE, SIZE, TEXT_FIELD, Element, observation

READY = Selector(text="Ready")
BUY = Element(Rect(10, 40, 90, 60), "Buy")
NAME = Element(Rect(10, 100, 90, 120), "", "x:id/name", class_name=TEXT_FIELD, focused=True)
MIDDLE = (50 / SIZE.width_px, 50 / SIZE.height_px)


def done(action: Action, *, shown: str = "", **changes: Any) -> Step:
    """A step on a page with a button and a focused field, which shows `shown` afterwards."""
    pre = observation((BUY, NAME))
    post = observation((BUY, replace(NAME, text=shown)))
    target, missing = find_target(pre, tree_of(pre), action)
    return replace(Step(3, pre, action, post, target=target, target_missing=missing), **changes)


def kind(said: Said) -> FidelityKind:
    return said.fidelity.kind


def test_a_tap_is_a_click_on_its_target() -> None:
    said = say(done(Tap(*MIDDLE)), None, 1)
    assert kind(said) is FidelityKind.EXACT
    assert said.step is not None
    assert step_record(said.step) == {
        "id": "step-3",
        "action": "CLICK",
        "packageName": PACKAGE,
        "selector": {"text": "Buy"},
    }
    aside = say(done(Tap(20 / SIZE.width_px, 42 / SIZE.height_px)), None, 1)
    assert aside.step == said.step
    assert "middle" in aside.fidelity.note
    asked = say(done(Tap(*MIDDLE, sensitive=True)), None, 1)
    assert kind(asked) is FidelityKind.LOSSY
    assert "confirm" in asked.fidelity.note


def test_a_text_is_an_input_of_its_field() -> None:
    said = say(done(Type("ada"), shown="ada"), None, 1)
    assert kind(said) is FidelityKind.EXACT
    assert said.step is not None
    assert (said.step.action, said.step.value) == (StepAction.INPUT, "ada")
    assert said.step.selector == TaskSelector(Selector(resource_id="x:id/name"))
    assert kind(say(done(Type("ada", clear_before=True), shown="Ada!"), None, 1)) is FidelityKind.EXACT
    gone = done(Type("ada"), post=observation((BUY,)))
    assert "not known" in say(gone, None, 1).fidelity.note
    assert kind(say(gone, None, 1)) is FidelityKind.LOSSY


def test_a_withheld_text_is_an_input_of_version_2() -> None:
    step = done(Type("${password}"), flags=(Flag.MASKED,))
    assert kind(say(step, None, 1)) is FidelityKind.INEXPRESSIBLE
    said = say(step, None, 2)
    assert kind(said) is FidelityKind.EXACT
    assert said.step is not None
    assert said.step.value == Ref(Scope.INPUTS, "password")
    assert said.inputs == (TaskInput("password", secret=True),)
    part = done(Type("pin ${password}"), flags=(Flag.MASKED,))
    assert kind(say(part, None, 2)) is FidelityKind.INEXPRESSIBLE
    plain = say(done(Type("${password}"), shown="${password}"), None, 1)
    assert plain.step is not None
    assert plain.step.value == "${password}", "nothing was withheld: that is what was typed"


@pytest.mark.parametrize(
    ("action", "expected", "loss"),
    [
        (Key("BACK"), {"action": "BACK"}, ""),
        (WaitFor(READY, 700), {"action": "WAIT", "selector": {"text": "Ready"}, "timeoutMs": 700}, ""),
        (WaitFor(READY), {"action": "WAIT", "selector": {"text": "Ready"}}, "timeout"),
        (
            ExtractText(READY, "state"),
            {"action": "EXTRACT_TEXT", "selector": {"text": "Ready"}, "outputField": "state"},
            "",
        ),
    ],
)
def test_what_version_1_has(action: Action, expected: dict[str, object], loss: str) -> None:
    for version in (1, 2):
        said = say(done(action), None, version)
        assert said.step is not None
        assert step_record(said.step) == {"id": "step-3", "packageName": PACKAGE, **expected}
        assert (kind(said) is FidelityKind.EXACT) == (not loss)
        assert loss in said.fidelity.note


def test_home_before_an_app_that_is_opened_is_left_out_and_told() -> None:
    home, opening = done(Key("HOME")), done(OpenApp(package="com.shop"))
    said = say(home, opening, 2)
    assert (kind(said), said.step) == (FidelityKind.LOSSY, None)
    assert "going home first" in said.fidelity.note
    for following, version in ((None, 2), (done(Key("BACK")), 2), (opening, 1)):
        assert kind(say(home, following, version)) is FidelityKind.INEXPRESSIBLE


def test_an_app_that_is_opened_is_version_2s() -> None:
    assert kind(say(done(OpenApp(package="com.shop")), None, 1)) is FidelityKind.INEXPRESSIBLE
    said = say(done(OpenApp(package="com.shop")), None, 2)
    assert kind(said) is FidelityKind.EXACT
    assert said.step is not None
    assert said.step.package_name == "com.shop"
    named = say(done(OpenApp(name="Shop"), post=observation((), package="com.shop")), None, 2)
    assert named.step == said.step
    assert kind(named) is FidelityKind.LOSSY
    nameless = done(OpenApp(name="Shop"), post=replace(observation(), package=None))
    assert kind(say(nameless, None, 2)) is FidelityKind.INEXPRESSIBLE


def test_a_scroll_aims_at_what_comes_next() -> None:
    scroll, following = done(Scroll(Direction.DOWN)), done(Tap(*MIDDLE))
    said = say(scroll, following, 2)
    assert kind(said) is FidelityKind.LOSSY
    assert said.step is not None
    assert said.step.selector == TaskSelector(Selector(text="Buy"))
    for other, version in ((following, 1), (None, 2), (done(Key("BACK")), 2)):
        assert kind(say(scroll, other, version)) is FidelityKind.INEXPRESSIBLE


@pytest.mark.parametrize(
    ("stroke", "direction"),
    [
        (Swipe(0.5, 0.8, 0.5, 0.2), Direction.DOWN),
        (Swipe(0.5, 0.2, 0.45, 0.8), Direction.UP),
        (Swipe(0.8, 0.5, 0.2, 0.5), Direction.RIGHT),
        (Swipe(0.2, 0.5, 0.8, 0.4), Direction.LEFT),
    ],
)
def test_a_stroke_that_brings_the_target_into_view_is_a_scroll(stroke: Swipe, direction: Direction) -> None:
    following = done(Tap(*MIDDLE))
    said = say(done(stroke, pre=observation((NAME,))), following, 2)
    assert said.step is not None
    assert (said.step.action, said.step.direction) == (StepAction.SCROLL, direction)
    assert say(done(stroke), following, 2, observation((NAME,))).step == said.step, (
        "one of a series that began before"
    )
    there = say(done(stroke), following, 2)
    assert "does not bring the next target into view" in there.fidelity.note
    assert kind(say(done(stroke, pre=observation((NAME,))), following, 1)) is FidelityKind.INEXPRESSIBLE


def test_a_series_of_strokes_begins_with_its_first() -> None:
    scroll, back = done(Scroll(Direction.DOWN)), done(Key("BACK"))
    series = [back, scroll, scroll, back, scroll]
    assert [strokes_before(series, position) for position in range(5)] == [0, 1, 1, 3, 4]


@pytest.mark.parametrize("action", [Wait(500), Answer("42"), Finish(), Invalid("x", "y")])
def test_what_does_nothing_on_the_device_is_left_out_and_told(action: Action) -> None:
    said = say(done(action), None, 1)
    assert said.step is None
    assert kind(said) is FidelityKind.LOSSY


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (done(Tap(*MIDDLE, clicks=2)), "one touch"),
        (done(Tap(*MIDDLE, button=Button.RIGHT)), "one touch"),
        (done(LongPress(*MIDDLE)), "no step for it"),
        (done(Drag(0.1, 0.1, 0.2, 0.2)), "no step for it"),
        (done(Key("HOME")), "no step for it"),
        (done(Key("BACK", presses=2)), "no step for it"),
        (done(Takeover()), "no step for it"),
        (done(ExtractText(READY, "")), "no step for it"),
        (done(WaitFor(READY, 60_000)), "100..30000 ms"),
        (done(Type("a", press_enter=True), shown="a"), "ENTER"),
        (done(Type("da"), shown="ada"), "added to what the field held"),
        (done(Tap(*MIDDLE), target=None), "not known"),
        (
            done(Tap(*MIDDLE), result_code="ACTION_FAILED"),
            "did not succeed when it was recorded: ACTION_FAILED",
        ),
        (done(Key("BACK"), pre=replace(observation(), package=None)), "which app was in front"),
    ],
)
def test_what_cannot_be_said_says_why(step: Step, words: str) -> None:
    for version in (1, 2):
        said = say(step, None, version)
        assert said.step is None
        assert kind(said) is FidelityKind.INEXPRESSIBLE
        assert words in said.fidelity.note


def test_a_selector_that_names_another_node_or_none_is_not_written() -> None:
    tap = done(Tap(*MIDDLE))
    assert tap.target is not None
    for selector in (
        Selector(resource_id="x:id/name"),
        Selector(text="Nine"),
        None,
        Selector(text="[masked]"),
    ):
        said = say(replace(tap, target=replace(tap.target, selector=selector)), None, 1)
        assert kind(said) is FidelityKind.INEXPRESSIBLE
    moved = replace(tap, action=Tap(0.5, 0.9))
    assert "outside its target" in say(moved, None, 1).fidelity.note


def test_a_step_means_its_action_again_on_its_screen() -> None:
    actions = (Tap(*MIDDLE), Key("BACK"), WaitFor(READY, 700), ExtractText(READY, "x"))
    for action in actions:
        recorded = done(action)
        said = say(recorded, None, 1)
        assert said.step is not None
        assert action_of(said.step, recorded.pre) == action
    typed = say(done(Type("ada"), shown="ada"), None, 1)
    assert typed.step is not None
    screen = observation((BUY, NAME))
    assert action_of(typed.step, screen) == Type("ada", clear_before=True, x=50 / 108, y=110 / 240)
    assert action_of(typed.step, observation((BUY,))) is None
    assert node_of(typed.step, replace(screen, ui_xml="<broken")) is None
    assert place_of(typed.step, replace(screen, size=None)) is None


@given(recorded=steps())
def test_any_step_is_said_or_told_why_not(recorded: Step) -> None:
    for version in (1, 2):
        said = say(recorded, None, version)
        if said.step is None or kind(said) is FidelityKind.LOSSY:
            assert said.fidelity.note
