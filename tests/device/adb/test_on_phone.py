"""The adb device against the simulated phone, faults included."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from gui_rec._clock import Deadline, SystemClock
from gui_rec.capture.observe import Observer
from gui_rec.capture.settle import SettleConfig
from gui_rec.capture.steps import StepConfig, StepRunner
from gui_rec.device.adb.quote import command
from gui_rec.device.listing import list_devices, open_device
from gui_rec.errors import CaptureError, DeviceError, DeviceLostError, DeviceTimeoutError
from gui_rec.model.actions import DoubleTap, Drag, Key, LongPress, OpenApp, OpenUrl, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, to_unit
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = pytest.mark.e2e
CLOCK = SystemClock()
QUICK = StepConfig(SettleConfig(hold_s=0.2))
SHOP = "com.example.shop"


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone() as running:
        yield running


@pytest.fixture
def runner(phone: SimulatedPhone) -> StepRunner:
    phone.device.perform(Key("HOME"), phone.device.display().size)
    return StepRunner(phone.device, Observer(phone.device, CLOCK), CLOCK, QUICK)


def centre_of(phone: SimulatedPhone, resource_id: str) -> Point:
    observer = Observer(phone.device, CLOCK)
    seen = observer.observe()
    tree = observer.tree(seen)
    assert tree is not None
    assert seen.size is not None
    (node,) = [node for node in tree.walk() if node.resource_id.endswith(f":id/{resource_id}")]
    return to_unit(node.bounds.center, seen.size)


def shown(step: Step, text: str) -> bool:
    return f'text="{text}"' in (step.post.ui_xml or "")


def test_it_is_listed_and_opened(phone: SimulatedPhone) -> None:
    client = phone.server.client
    (entry,) = list_devices(client)
    assert (entry.serial, entry.usable) == (phone.device.serial, True)
    assert open_device(None, client).serial == entry.serial


@pytest.mark.slow
def test_text_of_every_kind_arrives(phone: SimulatedPhone, runner: StepRunner) -> None:
    runner.run(OpenApp(package=SHOP))
    name = centre_of(phone, "username")
    runner.run(Tap(x=name.x, y=name.y))
    typed = runner.run(Type("it's a$a #%s !"))
    assert typed.flags == ()
    assert shown(typed, "it's a$a #%s !")
    cleared = runner.run(Type("anna", clear_before=True))
    assert cleared.flags == ()
    assert shown(cleared, "anna")
    other = runner.run(Type("Grüße 你好", clear_before=True))
    assert other.flags == ()
    assert other.sent is not None
    assert other.sent.method == "com.android.adbkeyboard/.AdbIME"
    assert "LatinIME" in phone.device.session.run("settings", "get", "secure", "default_input_method").text
    password = centre_of(phone, "password")
    secret = runner.run(Type("geheim", x=password.x, y=password.y))
    assert secret.flags == (Flag.TEXT_UNVERIFIED,)


def test_gestures_are_accepted(phone: SimulatedPhone) -> None:
    size = phone.device.display().size
    for action in (
        LongPress(x=0.5, y=0.3, duration_ms=600),
        DoubleTap(x=0.5, y=0.3),
        Drag(x1=0.5, y1=0.3, x2=0.5, y2=0.4, duration_ms=200),
        Key("APP_SWITCH"),
        Key("HOME"),
    ):
        sent = phone.device.perform(action, size)
        assert (sent.exit_status, sent.output) == (0, "")


def test_an_address_that_no_app_takes_is_a_failed_action(runner: StepRunner) -> None:
    step = runner.run(OpenUrl("https://example.com/"), until=lambda seen: True)
    assert step.result_code == Code.ACTION_FAILED


def test_an_old_hierarchy_is_never_read(phone: SimulatedPhone) -> None:
    phone.device.hierarchy()
    phone.process.control.fault_on("old-xml")
    try:
        with pytest.raises(CaptureError) as raised:
            phone.device.hierarchy()
        assert raised.value.reason == "dump_null_root"
    finally:
        phone.process.control.fault_off("old-xml")


def test_a_busy_screen_has_its_reason(phone: SimulatedPhone) -> None:
    phone.process.control.fault_on("idle-timeout:0.1")
    phone.process.control.fault_on("not-idle:2")
    with pytest.raises(CaptureError) as raised:
        phone.device.hierarchy()
    assert raised.value.reason == "dump_not_idle"
    assert phone.device.hierarchy()


def test_half_a_picture_is_none(phone: SimulatedPhone) -> None:
    phone.process.control.fault_on("truncated-png:1")
    with pytest.raises(CaptureError) as raised:
        phone.device.screenshot()
    assert raised.value.reason == "screencap_truncated"
    assert phone.device.screenshot()


def test_a_stream_cut_on_the_wire_is_none(phone: SimulatedPhone) -> None:
    phone.process.control.fault_on("cut-stream")
    try:
        with pytest.raises(CaptureError):
            phone.device.screenshot()
    finally:
        phone.process.control.fault_off("cut-stream")


def test_a_secure_screen_is_flagged(phone: SimulatedPhone) -> None:
    observer = Observer(phone.device, CLOCK)
    phone.process.control.fault_on("secure-screen")
    try:
        assert Flag.SECURE_SCREEN in observer.observe().flags
        phone.process.control.fault_on("secure-screen:1")
        refused = observer.observe()
        assert refused.screenshot is None
        assert refused.ui_xml is not None
    finally:
        phone.process.control.fault_off("secure-screen")


def test_a_service_that_never_answers_ends_in_time(phone: SimulatedPhone) -> None:
    phone.process.control.fault_on("mute")
    try:
        started_s = time.monotonic()
        with pytest.raises(DeviceTimeoutError):
            phone.device.session.run("true", timeout_s=0.3)
        assert time.monotonic() - started_s < 3
        sent = phone.device.session.dispatch(
            command(["input", "tap", "1", "1"]),
            "input tap",
            timeout_s=0.3,
        )
        assert sent.exit_status is None, "whether it was done is open"
    finally:
        phone.process.control.fault_off("mute")


def test_a_refused_service_is_an_error(phone: SimulatedPhone) -> None:
    phone.process.control.fault_on("refuse")
    try:
        with pytest.raises(DeviceError, match="closed"):
            phone.device.session.run("true")
    finally:
        phone.process.control.fault_off("refuse")


def test_touches_of_a_finger_are_heard_and_those_of_input_are_not(phone: SimulatedPhone) -> None:
    with phone.device.touch_lines() as chunks:
        phone.device.perform(Tap(x=0.9, y=0.5), phone.device.display().size)
        phone.process.control.tap(540, 300)
        heard = b""
        for chunk in chunks:
            heard += chunk
            if b"ffffffff" in heard:
                break
    assert heard.count(b"ffffffff") == 1
    assert b"ABS_MT_TRACKING_ID" in heard


def test_a_killed_phone_is_lost() -> None:
    with simulated_phone() as mortal:
        assert mortal.device.focus().package
        mortal.process.kill()
        _wait_until_gone(mortal)
        with pytest.raises(DeviceLostError, match="went away"):
            mortal.device.focus()


def _wait_until_gone(phone: SimulatedPhone) -> None:
    deadline = Deadline.after(CLOCK, 10)
    while phone.device.serial in phone.server.client.devices():
        assert not deadline.passed


@pytest.mark.slow
@pytest.mark.parametrize("api", [28, 30, 36])
def test_every_age_of_android_is_understood(api: int) -> None:
    with simulated_phone(api=api) as other:
        device = other.device
        opened = device.perform(OpenApp(package="com.example.notes"), device.display().size)
        assert opened.exit_status == 0
        assert device.sdk == api
        focus = device.focus()
        assert (focus.package, focus.activity) == ("com.example.notes", ".MainActivity")
        types = {window.type for window in device.windows()}
        assert {"STATUS_BAR", "NAVIGATION_BAR", "BASE_APPLICATION"} <= types
        assert all(window.bounds is not None for window in device.windows())
        assert device.keyboard_shown() is False
        assert len(device.touch_nodes()) == 11
        assert device.hierarchy()


@pytest.mark.slow
def test_a_page_that_loads_slowly_is_waited_for() -> None:
    with simulated_phone(faults=["slow-page:2"]) as slow:
        runner = StepRunner(slow.device, Observer(slow.device, CLOCK), CLOCK, QUICK)
        step = runner.run(OpenApp(package="com.android.settings"))
        assert step.settled
        assert step.post.facts.loading is not True
