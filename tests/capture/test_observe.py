from __future__ import annotations

from dataclasses import replace

import pytest
from fake_app import SCREENS, fake_app

from gui_rec.capture.observe import ObserveConfig, Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.capture.privacy.rules import MaskRules, PatternRule
from gui_rec.errors import CaptureError, DeviceError, DeviceLostError, DeviceTimeoutError
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Focus, Missing, Window
from gui_rec.testing.builders import PACKAGE, SIZE, png
from gui_rec.testing.fake_device import FakeDevice, Screen
from gui_rec.vision.fingerprint import Look, look


def observer_of(device: FakeDevice) -> Observer:
    return Observer(device, device.clock)


def test_a_look_holds_everything() -> None:
    device = fake_app()
    seen = observer_of(device).observe()
    assert seen.screenshot == device.screenshot()
    assert seen.ui_xml == device.hierarchy()
    assert (seen.package, seen.activity, seen.rotation, seen.size) == (PACKAGE, ".Main", 0, SIZE)
    assert seen.fingerprint is not None
    assert seen.fingerprint.startswith("phash8/area1:")
    assert seen.state_key is not None
    assert seen.facts.keyboard is False
    assert seen.facts.windows
    assert seen.captured_at_us == device.clock.wall_us()
    assert (seen.missing, seen.flags) == ((), ())


def test_a_given_screenshot_saves_taking_one() -> None:
    device = fake_app()
    picture = device.screenshot()
    calls = device.calls["screenshot"]
    assert observer_of(device).observe(screenshot=picture).screenshot is picture
    assert device.calls["screenshot"] == calls


def test_a_given_hierarchy_saves_asking_for_one_unless_it_is_another_apps() -> None:
    device = fake_app()
    xml = device.hierarchy()
    calls = device.calls["hierarchy"]
    seen = observer_of(device).observe(hierarchy=xml)
    assert (seen.ui_xml, seen.ui_source, device.calls["hierarchy"]) == (xml, "dump", calls)
    assert seen.state_key is not None
    foreign = xml.replace(PACKAGE, "com.example.other")
    assert observer_of(device).observe(hierarchy=foreign).ui_xml == xml


@pytest.mark.parametrize("reason", [MissingReason.SCREENCAP_FAILED, MissingReason.SCREENCAP_TRUNCATED])
def test_a_failed_screenshot_is_null_with_its_reason(reason: MissingReason) -> None:
    device = fake_app()
    device.fail_next("screenshot", CaptureError(reason, "Status: -1"))
    seen = observer_of(device).observe()
    assert seen.screenshot is None
    assert seen.fingerprint is None
    assert seen.missing == (Missing("screenshot", reason),)
    assert seen.size == SIZE, "the display still tells it"
    assert seen.ui_xml is not None


def test_bytes_that_are_no_picture_are_no_screenshot() -> None:
    broken = replace(SCREENS["list"], picture=png()[:-12])
    device = FakeDevice({"list": broken}, "list")
    seen = observer_of(device).observe()
    assert seen.missing == (Missing("screenshot", MissingReason.SCREENCAP_TRUNCATED),)


@pytest.mark.parametrize(
    "reason",
    [reason for reason in MissingReason if reason.value.startswith("dump_")],
)
def test_a_failed_dump_is_null_with_reason_and_flag(reason: MissingReason) -> None:
    device = fake_app()
    device.fail_next("hierarchy", CaptureError(reason, "no tree"))
    seen = observer_of(device).observe()
    assert seen.ui_xml is None
    assert seen.state_key is None
    assert seen.missing == (Missing("ui_xml", reason),)
    assert seen.flags == (Flag(reason.value),)
    assert seen.facts.loading is None, "nothing is known without a hierarchy"


def test_an_empty_hierarchy_is_a_failure_and_no_state() -> None:
    device = FakeDevice({"list": Screen(xml='<hierarchy rotation="0" />')}, "list")
    seen = observer_of(device).observe()
    assert seen.ui_xml is None
    assert Missing("ui_xml", MissingReason.DUMP_EMPTY) in seen.missing


def test_a_screen_that_never_idles_is_not_dumped_again_until_something_was_done() -> None:
    device = fake_app()
    observer = observer_of(device)
    device.fail_next("hierarchy", CaptureError(MissingReason.DUMP_NOT_IDLE, "busy"))
    assert observer.observe().ui_xml is None
    assert observer.observe().ui_xml is None
    assert device.calls["hierarchy"] == 1
    observer.acted()
    assert observer.observe().ui_xml is not None


def test_a_screen_that_never_idled_is_dumped_again_after_its_rest() -> None:
    device = fake_app()
    observer = Observer(device, device.clock, ObserveConfig(not_idle_rest_s=20))
    device.fail_next("hierarchy", CaptureError(MissingReason.DUMP_NOT_IDLE, "busy"))
    observer.observe()
    device.clock.advance(20)
    assert observer.observe().ui_xml is not None


def test_the_focus_of_a_transition_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    device = fake_app()
    answers = [Focus(), Focus(), Focus(PACKAGE, ".Main")]
    monkeypatch.setattr(FakeDevice, "focus", lambda self: answers.pop(0))
    assert observer_of(device).observe().package == PACKAGE
    assert device.clock.slept_s == [0.1, 0.1]


def test_a_focus_that_stays_unknown_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeDevice, "focus", lambda self: Focus())
    seen = observer_of(fake_app()).observe()
    assert seen.package is None
    assert Missing("package", MissingReason.NOT_RECORDED) in seen.missing


@pytest.mark.parametrize("method", ["display", "windows", "keyboard_shown"])
def test_what_the_device_does_not_tell_in_time_is_unknown(method: str) -> None:
    device = fake_app()
    device.fail_next(method, DeviceTimeoutError("silence"))
    seen = observer_of(device).observe()
    assert seen.ui_xml is not None
    if method == "keyboard_shown":
        assert seen.facts.keyboard is None
    if method == "display":
        assert seen.rotation is None


@pytest.mark.parametrize("method", ["screenshot", "hierarchy", "focus", "windows", "display"])
def test_a_lost_device_is_an_error(method: str) -> None:
    device = fake_app()
    device.fail_next(method, DeviceLostError("gone"), times=9)
    with pytest.raises(DeviceLostError):
        observer_of(device).observe()


def test_a_device_that_is_silent_twice_in_a_row_hangs() -> None:
    device = fake_app()
    for method in ("focus", "windows", "keyboard_shown"):
        device.fail_next(method, DeviceTimeoutError("silence"), times=9)
    with pytest.raises(DeviceLostError, match="does not answer any more"):
        observer_of(device).observe()


def test_silences_with_an_answer_between_them_are_no_hang() -> None:
    device = fake_app()
    observer = observer_of(device)
    for _ in range(4):
        device.fail_next("windows", DeviceTimeoutError("silence"))
        assert observer.observe().is_usable


def stalled() -> CaptureError:
    """What a device raises whose picture did not come in time."""
    error = CaptureError(MissingReason.SCREENCAP_TRUNCATED, "screenshot: silence")
    error.__cause__ = DeviceTimeoutError("silence")
    return error


def test_pictures_that_stall_on_a_phone_that_answers_are_null() -> None:
    device = fake_app()
    observer = observer_of(device)
    device.fail_next("screenshot", stalled(), times=5)
    for _ in range(5):
        assert Missing("screenshot", MissingReason.SCREENCAP_TRUNCATED) in observer.observe().missing


def test_a_phone_that_gives_neither_two_pictures_nor_an_answer_hangs() -> None:
    device = fake_app()
    observer = observer_of(device)
    device.fail_next("screenshot", stalled(), times=2)
    device.fail_next("focus", DeviceTimeoutError("silence"))
    assert observer.screenshot() is None
    with pytest.raises(DeviceLostError, match="does not answer any more"):
        observer.screenshot()


def test_a_tree_of_another_app_is_looked_at_twice_and_then_suspect() -> None:
    stale = Screen(SCREENS["list"].elements, xml=fake_app(current="other").hierarchy())
    device = FakeDevice({"list": stale}, "list")
    seen = observer_of(device).observe()
    assert device.calls["hierarchy"] == 2
    assert seen.flags == (Flag.TREE_SUSPECT,)


def test_a_tree_that_catches_up_at_the_second_look_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    device, other = fake_app(), fake_app(current="other")
    trees = [other.hierarchy(), device.hierarchy()]
    monkeypatch.setattr(FakeDevice, "hierarchy", lambda self: trees.pop(0))
    assert observer_of(device).observe().flags == ()


def test_a_window_of_the_trees_app_lies_over_the_focus() -> None:
    dialog = Window("com.example.other", "dialog", Rect(0, 0, 50, 50), "APPLICATION")
    covered = Screen(SCREENS["list"].elements, windows=(dialog,), xml=fake_app(current="other").hierarchy())
    seen = observer_of(FakeDevice({"list": covered}, "list")).observe()
    assert seen.flags == (Flag.FOREIGN_WINDOW,)


def test_a_black_picture_over_a_speaking_tree_is_a_secure_screen() -> None:
    secure = replace(SCREENS["list"], picture=png(colour=(0, 0, 0)))
    assert observer_of(FakeDevice({"list": secure}, "list")).observe().flags == (Flag.SECURE_SCREEN,)


def test_a_flat_picture_over_a_silent_tree_is_a_blank_screen() -> None:
    blank = Screen(picture=png())
    assert observer_of(FakeDevice({"list": blank}, "list")).observe().flags == (Flag.BLANK_SCREEN,)


def test_equal_pictures_are_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []

    def counting(png_bytes: bytes) -> Look:
        looked.append(png_bytes)
        return look(png_bytes)

    monkeypatch.setattr("gui_rec.capture.observe.look", counting)
    device = fake_app()
    observer = observer_of(device)
    for _ in range(5):
        observer.observe()
    assert len(looked) == 1


def test_the_cache_forgets_the_oldest() -> None:
    device = fake_app()
    observer = Observer(device, device.clock, ObserveConfig(cache_size=1))
    first = observer.observe()
    device.current = "page"
    assert observer.observe().fingerprint != first.fingerprint
    device.current = "list"
    assert observer.observe().fingerprint == first.fingerprint


@pytest.mark.parametrize(
    ("method", "missing"),
    [
        ("screenshot", Missing("screenshot", MissingReason.SCREENCAP_FAILED)),
        ("hierarchy", Missing("ui_xml", MissingReason.DUMP_CRASHED)),
    ],
)
def test_whatever_else_a_device_says_is_a_reason_too(method: str, missing: Missing) -> None:
    device = fake_app()
    device.fail_next(method, DeviceError("adb refused 'exec': odd"), 9)
    assert missing in Observer(device, device.clock).observe().missing


class Listening(FakeDevice):
    """A device that hears toasts."""

    heard: str | None = None

    def last_toast(self) -> str | None:
        self._enter("last_toast")
        return self.heard

    def forget_toast(self) -> None:
        self._enter("forget_toast")
        self.heard = "" if self.heard is not None else None


def listening(heard: str | None) -> Listening:
    device = Listening(SCREENS, "list")
    device.heard = heard
    return device


def test_a_toast_is_heard_from_the_first_look_on() -> None:
    device = listening("of long ago")
    observer = observer_of(device)
    assert observer.observe().facts.toast is None, "nobody knows when it came"
    assert observer.observe().facts.toast == ""
    device.heard = "Saved"
    assert observer.observe().facts.toast == "Saved"
    observer.forget_toast()
    assert observer.observe().facts.toast == ""


def test_a_device_that_cannot_hear_now_knows_of_no_toast() -> None:
    observer = observer_of(listening(None))
    assert [observer.observe().facts.toast for _ in range(2)] == [None, None]
    deaf = observer_of(fake_app())
    deaf.forget_toast()
    assert deaf.observe().facts.toast is None


@pytest.mark.parametrize("method", ["last_toast", "forget_toast"])
def test_a_device_that_is_lost_while_it_is_asked_for_toasts_is_an_error(method: str) -> None:
    device = listening("")
    observer = observer_of(device)
    if method == "last_toast":
        observer.observe()
    device.fail_next(method, DeviceLostError("gone"))
    with pytest.raises(DeviceLostError):
        observer.observe()


def test_what_a_toast_says_is_withheld_with_notifications_and_apps() -> None:
    device = listening("Code 123456")
    for rules, told in (
        (MaskRules(patterns=(PatternRule("code", r"[0-9]{6}"),)), False),
        (MaskRules(notifications=True), False),
        (MaskRules(), True),
    ):
        observer = Observer(device, device.clock, masker=Masker(rules))
        observer.observe()
        device.heard = "Code 123456"
        toast = observer.observe().facts.toast or ""
        assert ("123456" in toast) is told
