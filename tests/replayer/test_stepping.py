from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from observations import full, look
from shop import SHOP, shop, tap

from gui_rec.capture.target import find_target
from gui_rec.errors import (
    ActionUnsupportedError,
    CaptureError,
    DeviceError,
    DeviceLostError,
    TextUnsupportedError,
)
from gui_rec.model.actions import Action, Key, OpenApp, OpenUrl, Pinch, Tap, Type
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.parameters import Parameter
from gui_rec.replayer.stepping import StepReplayer, needs_its_screen
from gui_rec.testing.builders import PACKAGE, Element, observation
from gui_rec.testing.fake_device import FakeDevice, Screen
from gui_rec.ui.parse import parse_hierarchy

LIST = look(SHOP["list"].elements, activity=".List").seen
ITEM = look(SHOP["item"].elements, activity=".Item").seen


def stepping(device: FakeDevice) -> StepReplayer:
    return StepReplayer(device, device.clock, ReplayConfig(timeout_s=3.0))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ActionUnsupportedError("no such gesture"), Code.ACTION_UNSUPPORTED),
        (TextUnsupportedError("no way to type this"), Code.TEXT_UNSUPPORTED),
        (DeviceError("refused"), Code.ACTION_FAILED),
    ],
)
def test_an_action_that_was_not_sent_has_its_code(error: DeviceError, code: Code) -> None:
    device = shop()
    device.fail_next("perform", error)
    outcome = stepping(device).replay(Step(0, LIST, Key("BACK"), ITEM), ())
    assert (outcome.judgement.code, outcome.judgement.verdict) == (code, Verdict.MISMATCH)
    assert str(error) in outcome.judgement.detail
    assert outcome.replayed is None
    assert device.performed == []


@pytest.mark.parametrize("method", ["screenshot", "focus", "hierarchy", "perform"])
def test_a_lost_device_is_an_outcome_and_never_a_success(method: str) -> None:
    device = shop()
    device.fail_next(method, DeviceLostError("gone"), times=50)
    outcome = stepping(device).replay(Step(0, LIST, Key("BACK"), ITEM), ())
    assert (outcome.judgement.code, outcome.judgement.verdict) == (Code.DEVICE_LOST, Verdict.UNKNOWN)


def test_a_gesture_the_device_cannot_make_is_said_so() -> None:
    outcome = stepping(shop()).replay(Step(0, LIST, Pinch(0.5, 0.5, 2.0), ITEM), ())
    assert outcome.judgement.code is Code.ACTION_UNSUPPORTED


def test_the_replayed_step_carries_its_verdict() -> None:
    outcome = stepping(shop()).replay(Step(0, LIST, tap(40), ITEM, operation="Open Milk"), ())
    assert outcome.replayed is not None
    assert (outcome.replayed.result_code, outcome.replayed.operation) == ("OK", "Open Milk")
    assert outcome.located is not None


def test_a_wait_is_not_repeated_for_a_screen_that_was_waited_for() -> None:
    device = shop()
    device.current = "cart"
    replayer = stepping(device)
    replayer._last = look(SHOP["cart"].elements, activity=".Cart")
    began_s = device.clock.now_s
    replayer.replay(Step(1, LIST, tap(40), ITEM), ())
    assert device.clock.now_s == began_s


@pytest.mark.parametrize(
    ("action", "needs"),
    [
        (OpenApp(name="Shop"), False),
        (OpenUrl("https://example.com"), False),
        (Key("HOME"), False),
        (Key("BACK"), True),
        (Tap(0.5, 0.5), True),
        (Type("x"), True),
    ],
)
def test_which_actions_start_from_anywhere(action: Action, needs: bool) -> None:
    assert needs_its_screen(action) is needs


def test_every_action_is_dispatched_once_whatever_comes_after() -> None:
    trouble: list[Callable[[FakeDevice], None]] = [
        lambda d: d.drop_next_answer(),
        lambda d: d.fail_next("hierarchy", CaptureError("dump_crashed", "x"), times=3),
        lambda d: d.show_after(1.0, "crash"),
    ]
    for cause in trouble:
        device = shop()
        cause(device)
        stepping(device).replay(Step(0, LIST, tap(40), ITEM), ())
        assert len(device.performed) <= 1


def _rows(first: int, names: list[str]) -> Screen:
    """A list that shows six rows from this one on."""
    rows = "".join(
        f'<node class="android.widget.Button" package="{PACKAGE}" text="{name}" resource-id="{PACKAGE}:id/row" '
        f'clickable="true" enabled="true" bounds="[0,{20 + place * 30}][100,{50 + place * 30}]"/>'
        for place, name in enumerate(names[first : first + 6])
    )
    xml = (
        f'<hierarchy rotation="0"><node class="android.widget.ListView" package="{PACKAGE}" scrollable="true" '
        f'enabled="true" resource-id="{PACKAGE}:id/list" bounds="[0,20][108,200]">{rows}</node></hierarchy>'
    )
    return Screen(xml=xml, activity=".List", scrolls_to="low")


def test_the_next_target_is_searched_for_by_the_words_of_this_time() -> None:
    names = [f"Row {number}" for number in range(12)]
    recorded, now = [*names[:8], "ada", *names[9:]], [*names[:8], "bob", *names[9:]]
    home = replace(SHOP["list"], elements=tuple(_to_top(e) for e in SHOP["list"].elements))
    device = FakeDevice({"home": home, "top": _rows(0, now), "low": _rows(3, now)}, "home")
    low = full(replace(observation((), activity=".List"), ui_xml=_rows(3, recorded).xml))
    target, _ = find_target(low, parse_hierarchy(low.ui_xml or ""), tap(175))
    assert target is not None
    assert target.text == "ada"
    replayer = StepReplayer(
        device,
        device.clock,
        ReplayConfig(timeout_s=3.0),
        parameters=(Parameter("user", "ada", "bob"),),
    )
    following = Step(1, low, tap(175), low, target=target)
    outcome = replayer.replay(Step(0, LIST, tap(40), low), (following,))
    assert outcome.judgement.verdict is Verdict.ACCEPTABLE, outcome.judgement.detail
    assert [action.type for action in device.performed] == ["tap", "swipe"]
    assert device.current == "low"


def _to_top(element: Element) -> Element:
    return replace(element, goes_to="top") if element.text == "Milk" else element
