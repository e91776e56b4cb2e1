from __future__ import annotations

import pytest
from scripted_phone import Answer, scripted_phone

from gui_rec.device._api import Display, EmitsTouches
from gui_rec.device.adb.device import AdbDevice
from gui_rec.errors import ActionUnsupportedError, DeviceError
from gui_rec.model.actions import Key, OpenApp, Pinch, Tap, Type
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Focus
from gui_rec.testing.builders import png

VIEWPORT = (
    "mViewports=[DisplayViewport{type=INTERNAL, valid=true, displayId=0, uniqueId='local:4619827259835644672', "
    "orientation=1, deviceWidth=1080, deviceHeight=2400}]"
)
ANSWERS = {
    "getprop": "[ro.build.version.sdk]: [34]\n[ro.product.model]: [Pixel 8]\n"
    "[ro.build.version.release]: [14]\n[ro.product.locale]: [en-US]\n",
    "getprop sys.boot_completed": "1\n",
    "wm size": "Physical size: 1080x2400\nOverride size: 720x1600\n",
    "wm density": "Physical density: 420\n",
    "dumpsys display": VIEWPORT,
    "dumpsys power": "  mWakefulness=Awake\n",
    "dumpsys window displays": "  mCurrentFocus=Window{1 u0 a.b/a.b.C}\n  mRotation=3\n",
    "dumpsys window windows": "  Window #0 Window{1 u0 a.b/a.b.C}:\n    isVisible=true\n",
    "dumpsys input_method": "mInputShown=true",
    "settings get system font_scale": "1.15\n",
    "cmd uimode night": "Night mode: no\n",
    "cmd package resolve-activity --brief a.b": "a.b/.C\n",
}


def answer(line: str) -> Answer:
    return ANSWERS.get(line, "").encode()


def device_of(session: object) -> AdbDevice:
    from gui_rec.device.adb.session import AdbSession

    assert isinstance(session, AdbSession)
    return AdbDevice(session.client, session.serial, clock=session.clock)


def test_what_a_device_tells_of_itself() -> None:
    with scripted_phone(answer) as phone:
        device = device_of(phone.session)
        assert device.info() == DeviceInfo(
            model="Pixel 8",
            android_release="14",
            sdk=34,
            width_px=1600,
            height_px=720,
            density_dpi=420,
            display_id="4619827259835644672",
            locale="en-US",
            font_scale=1.15,
            night_mode=False,
        )
        assert device.serial == "S"
        assert device.is_booted()
        assert device.is_awake() is True
        assert device.focus() == Focus("a.b", ".C", "a.b/a.b.C")
        assert [window.package for window in device.windows()] == ["a.b"]
        assert device.keyboard_shown() is True
        assert device.app_version("a.b") is None
        assert device.resolve_app("a.b") == ("a.b", ".C")
        assert device.touch_nodes() == []
        device.close()


def test_nothing_told_is_nothing_made_up() -> None:
    silent = {**ANSWERS, "getprop": "", "settings get system font_scale": "null", "cmd uimode night": ""}
    silent["settings get system font_scale"] = "big"
    with scripted_phone(lambda line: silent.get(line, "").encode()) as phone:
        info = device_of(phone.session).info()
    assert (info.model, info.sdk, info.locale, info.font_scale, info.night_mode) == (None,) * 5


def test_the_screen_as_the_user_sees_it() -> None:
    with scripted_phone(answer) as phone:
        assert device_of(phone.session).display() == Display(
            ScreenSize(1600, 720), 1, 420, "4619827259835644672", ScreenSize(1080, 2400)
        )


def test_the_rotation_is_looked_for_elsewhere() -> None:
    no_viewport = {**ANSWERS, "dumpsys display": "DISPLAY MANAGER"}
    with scripted_phone(lambda line: no_viewport.get(line, "").encode()) as phone:
        assert device_of(phone.session).display().rotation == 3


@pytest.mark.parametrize(
    "broken",
    [
        {"wm size": "Error: no"},
        {"dumpsys display": "", "dumpsys window displays": ""},
    ],
)
def test_a_screen_that_nothing_tells_of_is_an_error(broken: dict[str, str]) -> None:
    answers = ANSWERS | broken
    with scripted_phone(lambda line: answers.get(line, "").encode()) as phone, pytest.raises(DeviceError):
        device_of(phone.session).display()


def test_with_several_displays_the_own_one_is_named_from_then_on() -> None:
    warning = b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to\n"
    with scripted_phone(
        lambda line: (
            warning + png() if line == "screencap -p" else png() if "screencap" in line else answer(line)
        )
    ) as phone:
        device = device_of(phone.session)
        assert device.screenshot() == png()
        assert device.screenshot() == png()
        shots = [line for line in phone.lines if line.startswith("screencap")]
    named = "screencap -d 4619827259835644672 -p"
    assert shots == ["screencap -p", named, named]


def test_a_display_without_a_physical_id_cannot_be_named() -> None:
    old = {**ANSWERS, "dumpsys display": VIEWPORT.replace("local:4619827259835644672", "virtual:x")}
    warning = b"[Warning] Multiple displays were found\n"
    with scripted_phone(
        lambda line: warning + png() if line.startswith("screencap") else old.get(line, "").encode()
    ) as phone:
        assert device_of(phone.session).screenshot() == png()
        assert [line for line in phone.lines if "screencap" in line] == ["screencap -p"]


def test_actions_are_sent_once_each() -> None:
    size = ScreenSize(1000, 2000)
    with scripted_phone(answer) as phone:
        device = device_of(phone.session)
        assert device.perform(Tap(x=0.1, y=0.1), size).what == "input tap 100 200"
        assert device.perform(Key("BACK"), size).method == "input keyevent"
        assert device.perform(OpenApp(package="a.b"), size).what == "am start -W -n a.b/.C"
        assert device.perform(Type("a b"), size).what == "input text a%sb"
        assert [line for line in phone.lines if line.startswith(("input", "am"))] == [
            "input tap 100 200",
            "input keyevent KEYCODE_BACK",
            "am start -W -n a.b/.C",
            "input text a%sb",
        ]


def test_what_it_cannot_do_sends_nothing() -> None:
    with scripted_phone(answer) as phone, pytest.raises(ActionUnsupportedError):
        device_of(phone.session).perform(Pinch(x=0.5, y=0.5, scale=2), ScreenSize(10, 10))
    assert phone.lines == []


def test_its_touches_can_be_listened_to() -> None:
    with scripted_phone(answer) as phone:
        device = device_of(phone.session)
        assert isinstance(device, EmitsTouches)
        with device.touch_lines():
            pass
