"""What every device must do, in memory and behind a real adb server alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from fake_app import fake_app

from gui_rec._clock import Clock, SystemClock
from gui_rec.capture.observe import Observer
from gui_rec.capture.settle import SettleConfig
from gui_rec.capture.steps import StepConfig, StepRunner
from gui_rec.device._api import Device, EmitsTouches
from gui_rec.device._members import DEVICES
from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import ActionUnsupportedError, DeviceError, InputError, TextUnsupportedError
from gui_rec.model.actions import Key, OpenApp, Pinch, RightClick, Swipe, Tap, Type, Wait
from gui_rec.testing.phone import simulated_phone
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import check_png

QUICK = StepConfig(SettleConfig(hold_s=0.2))
Subject = tuple[Device, Clock, str]
"""A device, its clock, and the package of an app it has."""


@contextmanager
def _fake() -> Iterator[Subject]:
    device = fake_app(react_s=0.2)
    yield device, device.clock, "com.example.other"


@contextmanager
def _phone() -> Iterator[Subject]:
    with simulated_phone() as phone:
        yield phone.device, SystemClock(), "com.example.notes"


MAKERS: dict[str, Callable[[], AbstractContextManager[Subject]]] = {"fake": _fake, "adb": _phone}


@pytest.fixture(scope="module", params=["fake", pytest.param("adb", marks=pytest.mark.e2e)])
def subject(request: pytest.FixtureRequest) -> Iterator[Subject]:
    with MAKERS[request.param]() as made:
        yield made


def test_every_backend_is_held_to_this_contract() -> None:
    assert set(DEVICES) <= set(MAKERS)
    assert all(callable(DEVICES.get(name)) for name in DEVICES)


def test_it_says_who_it_is(subject: Subject) -> None:
    device = subject[0]
    assert device.serial
    info = device.info()
    assert info.serial_id is None, "whether the serial is kept is not for the device to say"
    assert info.sdk is not None
    size = device.display().size
    assert (info.width_px, info.height_px) == (size.width_px, size.height_px)


def test_picture_size_and_display_agree(subject: Subject) -> None:
    device = subject[0]
    display = device.display()
    assert check_png(device.screenshot()) == display.size
    assert display.rotation in range(4)


def test_the_hierarchy_parses_and_belongs_to_the_focus(subject: Subject) -> None:
    device = subject[0]
    tree = parse_hierarchy(device.hierarchy())
    assert tree.package == device.focus().package
    assert tree.rotation == device.display().rotation


def test_windows_hold_the_focused_app(subject: Subject) -> None:
    device = subject[0]
    assert device.focus().package in {window.package for window in device.windows()}
    assert device.keyboard_shown() is False


@pytest.mark.parametrize("action", [Pinch(x=0.5, y=0.5, scale=2), RightClick(x=0.5, y=0.5), Wait(1)])
def test_what_it_cannot_do_is_refused(subject: Subject, action: Pinch | RightClick | Wait) -> None:
    device = subject[0]
    before = device.screenshot()
    with pytest.raises(ActionUnsupportedError):
        device.perform(action, device.display().size)
    assert device.screenshot() == before


def test_text_with_a_lone_surrogate_is_refused(subject: Subject) -> None:
    device = subject[0]
    with pytest.raises(TextUnsupportedError):
        device.perform(Type("\ud83d"), device.display().size)


def test_what_was_sent_is_told(subject: Subject) -> None:
    device = subject[0]
    sent = device.perform(Swipe(x1=0.5, y1=0.5, x2=0.5, y2=0.49, duration_ms=10), device.display().size)
    assert sent.what
    assert sent.method
    assert sent.exit_status == 0
    assert sent.started_us <= sent.ended_us


def test_apps_are_found_or_refused(subject: Subject) -> None:
    device, _, package = subject
    found, activity = device.resolve_app(package)
    assert found == package
    assert activity
    assert device.resolve_app(package.rpartition(".")[2]) == (found, activity)
    with pytest.raises(DeviceError):
        device.resolve_app("com.example.nothing")


def test_a_version_or_none(subject: Subject) -> None:
    device, _, package = subject
    version = device.app_version(package)
    assert version is None or version
    assert device.app_version("com.example.nothing") is None


def test_opening_an_app_is_a_transition(subject: Subject) -> None:
    device, clock, package = subject
    runner = StepRunner(device, Observer(device, clock), clock, QUICK)
    opened = runner.run(OpenApp(package=package))
    assert opened.post.package == package
    assert opened.settled
    assert opened.post.state_key is not None
    assert opened.post.state_key != opened.pre.state_key
    back = runner.run(Key("BACK"))
    assert back.pre is opened.post
    assert back.post.package != package


def test_a_tap_has_its_target(subject: Subject) -> None:
    device, clock, _ = subject
    observer = Observer(device, clock)
    step = StepRunner(device, observer, clock, QUICK).run(Tap(x=0.5, y=0.99), until=lambda seen: True)
    assert step.target is not None or step.target_missing is not None
    assert step.sent is not None


def test_the_panel_can_be_listened_to(subject: Subject) -> None:
    device = subject[0]
    assert isinstance(device, EmitsTouches)
    nodes = device.touch_nodes()
    assert nodes
    assert all(node.max_x > node.min_x and node.max_y > node.min_y for node in nodes)
    with device.touch_lines():
        pass


def test_closing_changes_nothing_on_it_and_may_come_twice(subject: Subject) -> None:
    device = subject[0]
    before = device.focus()
    device.close()
    device.close()
    assert device.focus() == before


def test_an_app_is_brought_to_its_start(subject: Subject) -> None:
    device, clock, package = subject
    device.restore_app(package, WHOLE)
    runner = StepRunner(device, Observer(device, clock), clock, QUICK)
    assert runner.rest().observation.package == package
    device.restore_app(package, (RestoreStep.FORCE_STOP,))
    with pytest.raises(DeviceError):
        device.restore_app("com.example.nothing", WHOLE)


def test_only_questions_of_the_list_are_asked(subject: Subject) -> None:
    device = subject[0]
    assert isinstance(device.ask(["getprop", "ro.build.version.sdk"]), str)
    with pytest.raises(InputError, match="expected one of"):
        device.ask(["reboot"])
