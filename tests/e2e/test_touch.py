"""A finger on the panel, recorded by the real command line, then replayed on a fresh phone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gui_rec.device.adb.device import AdbDevice
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Drag, Gesture, Key, LongPress, OpenApp, Swipe, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, PxPoint, Rect, ScreenSize, to_px
from gui_rec.phone.control_client import PhoneControl
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.world.second_display import SECOND_SIZE
from gui_rec.replayer.session import replay
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable
from gui_rec.ui.parse import parse_hierarchy

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

SIZE = ScreenSize(1080, 2400)


def wait_for_line(process: subprocess.Popen[str], word: str) -> str:
    assert process.stderr is not None
    while line := process.stderr.readline():
        if word in line:
            return line
    raise AssertionError(f"the recorder ended without saying {word!r}")


Deed = Callable[[PhoneControl], None]


def record(phone: SimulatedPhone, target: Path, *deeds: Deed, words: Sequence[str] = ()) -> dict[str, Any]:
    """Each deed of the hand when the recorder says that it may come; what `--json` says in the end."""
    argv = [sys.executable, "-m", "gui_rec", "record", "--device", phone.process.serial, "-o", str(target)]
    argv += words
    environ = {**os.environ, **phone.server.environ}
    with subprocess.Popen(
        [*argv, "--json"], env=environ, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            wait_for_line(process, "Ready")
            for deed in deeds:
                deed(phone.process.control)
                wait_for_line(process, "ready for the next touch")
        except BaseException:
            process.kill()
            raise
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == ExitCode.OK
    summary: dict[str, Any] = json.loads(out.splitlines()[-1])
    return summary


def record_a_finger(phone: SimulatedPhone, target: Path) -> None:
    record(
        phone,
        target,
        lambda hand: hand.tap(876, 1890),
        lambda hand: hand.swipe(540, 1700, 540, 900, 400),
    )


def test_taps_and_swipes_of_a_finger_become_a_trajectory_that_replays(tmp_path: Path) -> None:
    target = tmp_path / "touch.parquet"
    with simulated_phone(seed=7) as phone:
        record_a_finger(phone, target)
        assert check(target).ok
        tap, swipe = open_trajectories(target).steps()
        assert isinstance(tap.action, Tap)
        assert to_px(Point(tap.action.x, tap.action.y), SIZE) == PxPoint(876, 1890)
        assert tap.target is not None
        assert tap.target.text == "Settings"
        assert (tap.pre.package, tap.post.package) == ("com.android.launcher3", "com.android.settings")
        assert isinstance(swipe.action, Swipe)
        assert swipe.post.state_key != swipe.pre.state_key
        assert all(step.sent is None and Flag.PRE_STATE_STALE not in step.flags for step in (tap, swipe))
        with PhoneProcess.start(seed=9, clock_offset_s=3660, adb_server_port=phone.server.port) as other:
            wait_until_usable(phone.server.client, other.serial)
            report = replay(target, AdbDevice(phone.server.client, other.serial))
    assert report.ok, list(report.failures())


def bounds_of(phone: SimulatedPhone, text: str) -> Rect:
    tree = parse_hierarchy(phone.device.hierarchy())
    found = [node.bounds for node in tree.walk() if node.text == text]
    assert found, f"{text!r} is not on the screen"
    return found[0]


def middle_of(phone: SimulatedPhone, text: str) -> tuple[int, int]:
    middle = bounds_of(phone, text).center
    return middle.x, middle.y


def test_every_kind_of_gesture_and_key_is_told_apart(tmp_path: Path) -> None:
    target = tmp_path / "kinds.parquet"
    curve = [
        (200.0, 600.0, 0),
        (350.0, 450.0, 60),
        (500.0, 420.0, 120),
        (650.0, 450.0, 180),
        (800.0, 600.0, 240),
    ]
    held = [(300.0, 1500.0, 0), (300.0, 1470.0, 700), (300.0, 1300.0, 800), (300.0, 1100.0, 900)]
    with simulated_phone(seed=7) as phone:
        summary = record(
            phone,
            target,
            lambda hand: hand.key("volume_up"),
            lambda hand: hand.long_press(540, 900, 800),
            lambda hand: hand.finger(curve),
            lambda hand: hand.finger(held),
            lambda hand: hand.key("home"),
            lambda hand: hand.pinch(540, 1200, 2.0, 400),
            lambda hand: hand.key("power"),
        )
    steps = list(open_trajectories(target).steps())
    kinds = [type(step.action) for step in steps]
    assert kinds == [Key, LongPress, Gesture, Drag, Key, Gesture, Key]
    assert [step.action.code for step in steps if isinstance(step.action, Key)] == [
        "VOLUME_UP",
        "HOME",
        "POWER",
    ]
    curved, drag, pinch = steps[2].action, steps[3].action, steps[5].action
    assert isinstance(curved, Gesture)
    assert [(to_px(Point(p.x, p.y), SIZE), p.at_ms) for p in curved.contacts[0]] == [
        (PxPoint(int(x), int(y)), at_ms) for x, y, at_ms in curve
    ]
    assert isinstance(drag, Drag)
    assert (drag.hold_ms, drag.duration_ms) == (700, 201)
    assert isinstance(pinch, Gesture)
    assert len(pinch.contacts) == 2
    assert not any(Flag.PRE_STATE_STALE in step.flags for step in steps)
    assert summary["touch_to_ready_s"]["count"] == len(steps)
    assert 1.0 <= summary["touch_to_ready_s"]["median"] < 10


def test_typing_is_read_off_the_field_and_a_password_leaves_a_slot(tmp_path: Path) -> None:
    target = tmp_path / "typing.parquet"
    with simulated_phone(seed=7) as phone:
        phone.device.perform(OpenApp(package="com.example.shop"), SIZE)
        x, y = middle_of(phone, "User name")
        record(
            phone,
            target,
            lambda hand: hand.tap(x, y),
            lambda hand: hand.type("ad"),
            lambda hand: hand.type("a"),
            lambda hand: hand.type("\n"),
            lambda hand: hand.type("s3cret"),
            lambda hand: hand.type("\n"),
        )
    steps = list(open_trajectories(target).steps())
    assert [step.action for step in steps[1:]] == [
        Type("ad"),
        Type("a"),
        Key("ENTER"),
        Type("${password}"),
        Type("", press_enter=True),
    ]
    assert steps[4].result_detail == "6 character(s) of a password"
    assert all(set(step.flags) <= {Flag.MASKED} for step in steps[:4]), "the page has a password field"
    assert steps[5].post.activity == ".HomeActivity"
    for step in steps[4:]:
        assert step.action_raw is None
        assert {Flag.MASKED, Flag.TEXT_UNVERIFIED} <= set(step.flags)


def test_fields_filled_in_one_go_are_steps_of_their_own_and_flagged(tmp_path: Path) -> None:
    target = tmp_path / "one_go.parquet"
    with simulated_phone(seed=7) as phone:
        phone.device.perform(OpenApp(package="com.example.shop"), SIZE)
        x, y = middle_of(phone, "User name")
        record(phone, target, lambda hand: hand.tap(x, y), lambda hand: hand.type("ada\ns3cret"))
    _, name, password = open_trajectories(target).steps()
    assert (name.action, password.action) == (Type("ada", press_enter=True), Type("${password}"))
    assert (name.action_raw, password.action_raw) == (None, None)
    assert Flag.TEXT_UNVERIFIED in name.flags
    assert Flag.PRE_STATE_STALE in password.flags
    assert not name.post.is_usable


def test_a_touch_that_comes_too_early_is_kept_and_flagged(tmp_path: Path) -> None:
    target = tmp_path / "early.parquet"
    with simulated_phone(seed=7) as phone:

        def twice(hand: PhoneControl) -> None:
            hand.tap(876, 1890)
            hand.swipe(540, 1700, 540, 900, 400)

        record(phone, target, twice)
    tap, swipe = open_trajectories(target).steps()
    assert isinstance(tap.action, Tap)
    assert isinstance(swipe.action, Swipe)
    assert Flag.UNSETTLED in tap.flags
    assert not tap.settled
    assert Flag.PRE_STATE_STALE in swipe.flags
    assert swipe.settled


def test_an_override_of_the_size_and_a_turn_between_gestures(tmp_path: Path) -> None:
    target, places = tmp_path / "turned.parquet", list[tuple[int, int]]()

    def turn_and_tap(phone: SimulatedPhone) -> Deed:
        def deed(hand: PhoneControl) -> None:
            phone.device.session.run("settings", "put", "system", "accelerometer_rotation", "0")
            phone.device.session.run("settings", "put", "system", "user_rotation", "1")
            places.append(middle_of(phone, "Network & internet"))
            hand.tap(*places[0])

        return deed

    with simulated_phone(seed=7) as phone:
        phone.device.session.run("wm", "size", "720x1600")
        x, y = middle_of(phone, "Settings")
        record(phone, target, lambda hand: hand.tap(x, y), turn_and_tap(phone))
    first, second = open_trajectories(target).steps()
    assert first.target is not None
    assert first.target.text == "Settings"
    assert first.pre.size == ScreenSize(720, 1600)
    assert isinstance(second.action, Tap)
    assert to_px(Point(second.action.x, second.action.y), ScreenSize(1600, 720)) == PxPoint(*places[0])
    assert second.post.size == ScreenSize(1600, 720)
    assert second.post.activity == ".SubSettings"


def test_a_finger_on_the_second_display_is_recorded_by_its_own_touch_node(tmp_path: Path) -> None:
    target = tmp_path / "second.parquet"
    with simulated_phone(seed=7, options=("--displays", "2")) as phone:
        record(
            phone,
            target,
            lambda hand: hand.touch_second(640, 656),  # the button of the list of apps
            lambda hand: hand.touch_second(640, 656),
            words=("--display", "1"),
        )
    opened, shut = open_trajectories(target).steps()
    for step in (opened, shut):
        assert isinstance(step.action, Tap)
        assert to_px(Point(step.action.x, step.action.y), SECOND_SIZE) == PxPoint(640, 656)
        assert "/dev/input/event2" in (step.action_raw or "")
        assert step.pre.size == SECOND_SIZE
    assert "apps_list_view" in (opened.post.ui_xml or "")
    assert "apps_list_view" not in (shut.post.ui_xml or "")
