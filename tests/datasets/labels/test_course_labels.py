"""The labels of single steps: pictures, targets, text, ways, trouble."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from label_walks import BACK, OPEN, page, values, view, walk

from gui_rec.datasets.labels.asked import Asked
from gui_rec.model.actions import Answer, Finish, FinishStatus, Key, OpenApp, Swipe, Tap, Type
from gui_rec.model.episode import EpisodeEnd, Expectation
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Missing, Observation
from gui_rec.testing.builders import TEXT_FIELD, Element, hierarchy_xml

A, B = page(1), page(2)
BUTTON = Element(Rect(0, 60, 108, 100), text="Go", resource_id="com.example:id/go")
LABEL = Element(Rect(0, 110, 50, 130), text="Name", resource_id="com.example:id/label", clickable=False)
FIELD = Element(
    Rect(0, 140, 108, 180), resource_id="com.example:id/name", class_name=TEXT_FIELD, focused=True
)


def _shows(*elements: Element, look: Observation = A) -> Observation:
    from gui_rec.testing.builders import SIZE

    return replace(look, ui_xml=hierarchy_xml(elements), size=SIZE)


def test_pictures_and_keys_are_told_apart() -> None:
    toggled = replace(A, screenshot=B.screenshot)
    episode = view(walk((A, OPEN, toggled), (A, OPEN, A), (A, OPEN, replace(B, screenshot=None))))
    assert values("screen_changed", episode) == {0: "true", 1: "false", 2: "unknown"}
    assert values("tree_changed", episode) == {0: "false", 1: "false", 2: "true"}
    assert values("changed", episode) == {0: "true", 1: "false", 2: "true"}
    assert values("no_op", episode) == {0: "false", 1: "true", 2: "false"}
    numbers = json.loads(values("screen_difference", episode)[1])
    assert numbers == {"blocks": 0, "equal": 1.0, "mse": 0.0, "hash_bits": 0}


def test_a_toast_is_an_effect() -> None:
    told = replace(A, facts=Facts(toast="Saved"))
    assert values("no_op", view(walk((A, OPEN, told)))) == {0: "false"}


@pytest.mark.parametrize(
    ("y", "value"),
    [(80, "true"), (120, "true"), (220, "false")],
    ids=["a button", "a label: a leaf", "the ground"],
)
def test_a_touch_means_a_node_or_the_ground(y: int, value: str) -> None:
    seen = _shows(BUTTON, LABEL, FIELD)
    assert values("in_target", view(walk((seen, Tap(0.2, y / 240), B)))) == {0: value}


def test_a_disabled_button_takes_no_touch_and_a_canvas_cannot_tell() -> None:
    dead = _shows(replace(BUTTON, enabled=False), LABEL, FIELD)
    assert values("in_target", view(walk((dead, Tap(0.2, 80 / 240), B)))) == {0: "false"}
    canvas = _shows(replace(LABEL, text=""))
    assert values("in_target", view(walk((canvas, Tap(0.2, 0.3), B)))) == {0: "unknown"}
    assert values("in_target", view(walk((dead, BACK, B)))) == {}


def test_the_touched_node_is_named() -> None:
    told = json.loads(
        values("touched_node", view(walk((_shows(BUTTON, LABEL, FIELD), Tap(0.2, 80 / 240), B))))[0]
    )
    assert (told["resource_id"], told["bounds_px"]) == ("com.example:id/go", [0, 60, 108, 100])


@pytest.mark.parametrize(
    ("after", "value"),
    [
        (replace(FIELD, text="ada lovelace"), "true"),
        (replace(FIELD, text="adx"), "false"),
        (replace(FIELD, text="•••", password=True), "true"),
        (replace(FIELD, text="••", password=True), "false"),
    ],
)
def test_typed_text_stands_in_a_field(after: Element, value: str) -> None:
    steps = walk((_shows(FIELD), Type("ada"), _shows(after)))
    assert values("text_effect", view(steps)) == {0: value}


@pytest.mark.parametrize("text", ["${password}", "••••"])
def test_a_text_that_is_withheld_cannot_be_looked_for(text: str) -> None:
    hidden = _shows(replace(FIELD, text="••••••", password=True))
    assert values("text_effect", view(walk((_shows(FIELD), Type(text), hidden)))) == {0: "unknown"}
    masked = _shows(replace(FIELD, text="[masked]"))
    assert values("text_effect", view(walk((_shows(FIELD), Type("ada"), masked)))) == {0: "unknown"}


def test_text_that_was_sent_off_cannot_be_seen() -> None:
    assert values("text_effect", view(walk((_shows(FIELD), Type("ada"), _shows(LABEL, look=B))))) == {
        0: "unknown"
    }
    differs = walk((_shows(FIELD), Type("ada"), _shows(LABEL)), flags=(Flag.TEXT_DIFFERS,))
    assert values("text_effect", view(differs)) == {0: "false"}


def test_ways_lead_where_such_actions_lead() -> None:
    home, shop = replace(B, package="com.miui.home"), replace(B, package="com.example.shop")
    steps = walk(
        (A, Key("HOME"), home),
        (A, Key("HOME"), A),
        (A, BACK, A),
        (A, BACK, B),
        (home, OpenApp(package="com.example.shop"), shop),
        (home, OpenApp(package="com.example.mail"), shop),
        (home, OpenApp(name="Shop"), home),
        (shop, OPEN, A),
    )
    told = {0: "true", 1: "false", 2: "false", 3: "true", 4: "true", 5: "false", 6: "false"}
    assert values("nav_effect", view(steps)) == told


def test_a_list_moves_or_is_at_its_end() -> None:
    swipe = Swipe(0.5, 0.8, 0.5, 0.2)
    assert values("scroll_effect", view(walk((A, swipe, page(1, 1)), (A, swipe, A), (A, OPEN, A)))) == {
        0: "moved",
        1: "scroll_end",
    }


ALLOW = Element(
    Rect(0, 60, 108, 100),
    text="Allow",
    resource_id="com.android.permissioncontroller:id/permission_allow_button",
)


def test_a_permission_that_the_next_step_answers_is_part_of_the_course() -> None:
    asks = _shows(ALLOW, look=replace(B, facts=Facts(dialog="Allow Shop?")))
    assert values("error_ui", view(walk((A, OPEN, asks), (asks, Tap(0.5, 0.3), A)))) == {
        0: "expected",
        1: "none",
    }
    assert values("error_ui", view(walk((A, OPEN, asks), (asks, BACK, asks)))) == {0: "permission", 1: "none"}


def test_crashes_and_errors_count_unless_they_were_expected() -> None:
    crashed = _shows(Element(Rect(0, 0, 50, 50), text="Close app", resource_id="android:id/aerr_close"))
    failed = replace(A, facts=Facts(error_text="Wrong password"))
    toast = replace(A, facts=Facts(toast="No connection"))
    steps = walk((A, OPEN, crashed), (A, OPEN, failed), (failed, OPEN, failed), (A, OPEN, toast))
    episode = view(steps)
    assert values("error_ui", episode) == {0: "crash", 1: "error_text", 2: "none", 3: "error_toast"}
    end = EpisodeEnd(
        EndReason.FINISHED, expectations=(Expectation('selector {"text": "Wrong password"}', passed=True),)
    )
    assert values("error_ui", replace(episode, end=end))[1] == "expected"


def test_a_page_that_speaks_of_errors_among_much_else_is_none() -> None:
    rows = [replace(LABEL, text=f"Row {at}", bounds=Rect(0, at * 20, 50, at * 20 + 18)) for at in range(8)]
    facts = Facts(error_text="Screen timeout")
    opened = _shows(replace(LABEL, text="Screen timeout"), *rows, look=replace(B, facts=facts))
    bare = _shows(replace(LABEL, text="Screen timeout"), look=replace(B, facts=facts))
    named = replace(LABEL, text="Screen timeout", resource_id="com.example:id/error_text")
    told = _shows(named, *rows, look=replace(B, facts=facts))
    same = _shows(*rows, look=replace(A, facts=facts))
    steps = walk((A, OPEN, opened), (A, OPEN, bare), (A, OPEN, told), (A, OPEN, same))
    assert values("error_ui", view(steps)) == {0: "none", 1: "error_text", 2: "error_text", 3: "error_text"}


def test_an_app_that_the_task_does_not_have_was_left_for() -> None:
    home = replace(B, package="com.miui.home")
    mail, browser = (replace(B, package=f"com.example.{name}") for name in ("mail", "browser"))
    steps = walk((A, Key("HOME"), home), (home, OPEN, mail), (mail, OPEN, browser))
    assert values("left_app", view(steps)) == {0: "false", 1: "false", 2: "true"}
    named = view(steps, asked=Asked(apps=("com.example",)))
    assert values("left_app", named) == {0: "false", 1: "true", 2: "true"}


@pytest.mark.parametrize(
    ("look", "value"),
    [
        (A, "none"),
        (replace(A, flags=(Flag.SECURE_SCREEN,)), "secure"),
        (replace(A, flags=(Flag.BLANK_SCREEN,)), "black"),
        (replace(A, missing=(Missing("screenshot", MissingReason.SCREENCAP_FAILED),)), "failed"),
        (replace(A, missing=(Missing("ui_xml", MissingReason.DUMP_EMPTY),)), "no_tree"),
    ],
)
def test_a_screen_that_cannot_be_seen_says_why(look: Observation, value: str) -> None:
    assert values("blocked", view(walk((A, OPEN, look)))) == {0: value}


@pytest.mark.parametrize(
    ("action", "reason", "value"),
    [
        (Finish(FinishStatus.SUCCESS), EndReason.STOPPED, "finish_success"),
        (Finish(FinishStatus.FAILURE), None, "finish_failure"),
        (Finish(FinishStatus.SUCCESS), EndReason.APP_CRASH, "crash"),
        (Answer("42"), EndReason.FINISHED, "answer"),
        (OPEN, EndReason.MAX_STEPS, "cutoff"),
        (OPEN, EndReason.STOPPED, "human_stop"),
        (OPEN, None, "unknown"),
    ],
)
def test_an_episode_ends_somehow(action: object, reason: EndReason | None, value: str) -> None:
    steps = walk((A, action, B))  # type: ignore[arg-type]
    assert values("ended", view(steps, reason=reason)) == {None: value}
