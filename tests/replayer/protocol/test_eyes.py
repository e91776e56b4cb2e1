"""Waiting: for package, activity and exactly one node, within the timeout and no longer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shop import SHOP, button, label, shop
from task_runs import codes, ran
from tasks import Record, step

from gui_rec.errors import ExitCode, InputError
from gui_rec.model.actions import Tap
from gui_rec.testing.fake_device import Screen


@pytest.mark.parametrize(
    ("record", "code", "words"),
    [
        (
            step("CLICK", text="Milk", package="com.other"),
            "PACKAGE_MISMATCH",
            "expected com.other in front, got com.ex",
        ),
        (
            step("CLICK", text="Milk", activityName=".Cart"),
            "ACTIVITY_MISMATCH",
            "expected the activity .Cart, got .List",
        ),
        (step("CLICK", text="Eggs"), "TARGET_NOT_FOUND", "no node matches"),
        (step("BACK", text="Eggs"), "TARGET_NOT_FOUND", "no node matches"),
        (step("WAIT", text="Eggs"), "TARGET_NOT_FOUND", "no node matches"),
        (step("EXTRACT_TEXT", text="Eggs", outputField="e"), "TARGET_NOT_FOUND", "no node matches"),
    ],
)
def test_what_never_comes_ends_the_task_after_its_timeout(record: Record, code: str, words: str) -> None:
    device = shop()
    result = ran(device, {**record, "timeoutMs": 1_500}, step("CLICK", "next", text="Milk"))
    assert codes(result) == [code]
    assert result.code == code
    assert words in result.detail
    assert result.exit_code is ExitCode.MISMATCH
    assert result.steps[0].elapsed_ms == 1_500
    assert device.performed == []


def test_the_default_timeout_is_five_seconds() -> None:
    assert ran(shop(), step("WAIT", text="Eggs")).steps[0].elapsed_ms == 5_000


@pytest.mark.parametrize(
    "record",
    [
        step("WAIT", package="com.android.launcher3", text="Mail"),
        step("WAIT", activityName=".Item", text="$5.00"),
        step("WAIT", activityName="com.example.app.Item", text="$5.00"),
        step("WAIT", text="$5.00"),
    ],
)
def test_what_comes_in_time_is_waited_for(record: Record) -> None:
    device = shop()
    device.show_after(2.0, "home" if "launcher" in record["packageName"] else "item")
    result = ran(device, {**record, "timeoutMs": 3_000})
    assert codes(result) == ["OK"]
    assert 2_000 <= result.steps[0].elapsed_ms <= 2_250


def test_what_comes_too_late_does_not_count() -> None:
    device = shop()
    device.show_after(2.0, "item")
    assert codes(ran(device, step("WAIT", text="$5.00", timeoutMs=1_900))) == ["TARGET_NOT_FOUND"]


def test_a_slow_hierarchy_costs_its_time_and_the_first_look_always_counts() -> None:
    device = shop()
    device.costs_s = {"hierarchy": 2.0}
    assert codes(ran(device, step("WAIT", text="Milk", timeoutMs=100))) == ["OK"]
    result = ran(device, step("WAIT", text="Eggs", timeoutMs=5_000))
    assert codes(result) == ["TARGET_NOT_FOUND"]
    assert 5_000 <= result.steps[0].elapsed_ms <= 7_000


def test_a_screen_without_a_hierarchy_is_no_match() -> None:
    device = shop(list=Screen(SHOP["list"].elements, xml="<hierarchy rotation='0'></hierarchy>"))
    result = ran(device, step("WAIT", text="Milk", timeoutMs=500))
    assert codes(result) == ["TARGET_NOT_FOUND"]
    assert "no hierarchy to search: dump_empty" in result.detail


TWINS = Screen((button(4, "Buy", "a:id/x"), button(40, "Buy", "a:id/y"), label(80, "Total")))


@pytest.mark.parametrize("action", ["WAIT", "CLICK", "BACK"])
@pytest.mark.parametrize("optional", [False, True])
def test_several_nodes_end_the_task_at_once_whatever_optional_says(action: str, optional: bool) -> None:
    device = shop(list=TWINS)
    result = ran(device, step(action, text="Buy", optional=optional), step("WAIT", "next", text="Total"))
    assert codes(result) == ["TARGET_AMBIGUOUS"]
    assert result.code == "TARGET_AMBIGUOUS"
    assert "2 nodes match" in result.detail
    assert result.steps[0].elapsed_ms == 0
    assert device.performed == []


def test_an_index_picks_among_equal_ones_and_a_relation_names_one() -> None:
    near = {"text": "Buy", "near": {"above": {"resourceId": "a:id/y"}}}
    for selector, y in (({"text": "Buy", "index": 1}, 50), (near, 14)):
        device = shop(list=TWINS)
        assert codes(ran(device, {**step("CLICK"), "selector": selector})) == ["OK"]
        (tap,) = device.performed
        assert isinstance(tap, Tap)
        assert round(tap.y * 240) == y


def test_a_pattern_matches_the_whole_text_and_is_bounded() -> None:
    device = shop()
    matches = {**step("WAIT"), "selector": {"textMatches": "M(il|el)k"}}
    assert codes(ran(device, matches)) == ["OK"]
    part = {**step("WAIT", timeoutMs=200), "selector": {"textMatches": "M"}}
    assert codes(ran(device, part)) == ["TARGET_NOT_FOUND"]
    bad = {**step("WAIT"), "selector": {"textMatches": "(a)\\1"}}
    with pytest.raises(InputError, match=r"^steps\[0\]: "):
        ran(device, bad)


def test_a_node_is_found_anew_for_the_action() -> None:
    """It moved while its step waited for it to be enabled: the touch goes where it is now."""
    device = shop(
        list=Screen((replace(button(40, "Milk", "x"), enabled=False),)),
        moved=Screen((button(120, "Milk", "x"),)),
    )
    device.show_after(1.0, "moved")
    assert codes(ran(device, step("CLICK", text="Milk"))) == ["OK"]
    (tap,) = device.performed
    assert isinstance(tap, Tap)
    assert round(tap.y * 240) == 130


def test_a_node_in_motion_is_looked_at_again() -> None:
    """The page changed between picture and hierarchy: what was found is not trusted before the next look."""
    device = shop(moved=Screen((button(120, "Milk", "x"),)))
    device.costs_s = {"windows": 0.4}
    device.show_after(0.3, "moved")
    assert codes(ran(device, step("CLICK", text="Milk"))) == ["OK"]
    (tap,) = device.performed
    assert isinstance(tap, Tap)
    assert round(tap.y * 240) == 130
