from __future__ import annotations

from collections.abc import Callable

import pytest
from scripted_phone import Answer, ScriptedPhone, scripted_phone

from gui_rec.device._api import ChoosesDisplay, Display
from gui_rec.device.adb.chosen_display import ChosenDisplay
from gui_rec.device.adb.device import AdbDevice
from gui_rec.errors import CaptureError, DeviceError, UsageError
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.testing.builders import png

INNER, OUTER = "4630947194243491972", "4630947194243491973"
FIRST = (
    "DisplayViewport{type=INTERNAL, displayId=0, uniqueId='local:%s', orientation=0, deviceWidth=968, "
    "deviceHeight=2376}"
)
SECOND = (
    "DisplayViewport{type=EXTERNAL, displayId=1, uniqueId='local:4619827551948147201', orientation=1, "
    "physicalFrame=Rect(0, 0 - 720, 1280), deviceWidth=1280, deviceHeight=720}"
)
VIRTUAL = (
    '  Display 15:\n    mBaseDisplayInfo=DisplayInfo{"scrcpy", displayId 15, uniqueId '
    '"virtual:com.android.shell,2000,scrcpy,5", app 720 x 480}\n'
)
WINDOWS = """\
  Display: mDisplayId=0
  mCurrentRotation=ROTATION_0
  Display: mDisplayId=15
  mCurrentRotation=ROTATION_90
"""
ANSWERS = {
    "wm size -d 1": "Physical size: 1280x720\n",
    "wm density -d 1": "Physical density: 213\n",
    "wm size -d 15": "Physical size: 720x480\n",
    "wm density -d 15": "Physical density: 142\nOverride density: 160\n",
    "wm size -d 3": "Physical size: 0x0\n",
    "dumpsys display": f"mViewports=[{FIRST % INNER}, {SECOND}]\nLogical Displays: size=2\n{VIRTUAL}",
    "dumpsys window displays": WINDOWS,
    "dumpsys SurfaceFlinger --display-id": 'Display 1152921 (Virtual display): displayName="scrcpy"\n',
    "getprop": "[ro.build.version.sdk]: [34]\n",
}
WARNING = b"[Warning] Multiple displays were found, but no display id was specified!\n"


def answering(**changes: str) -> Callable[[str], Answer]:
    """The phone's answers, some of them others; a name's underscores are spaces."""
    answers = ANSWERS | {name.replace("_", " "): text for name, text in changes.items()}

    def answer(line: str) -> Answer:
        if line.startswith("screencap"):
            return png() if "-d" in line else WARNING + png()
        return answers.get(line, "").encode()

    return answer


def shots(phone: ScriptedPhone) -> list[str]:
    return [line for line in phone.lines if line.startswith("screencap")]


def test_another_display_has_size_turn_and_density_of_its_own() -> None:
    with scripted_phone(answering()) as phone:
        chosen = ChosenDisplay(phone.session)
        chosen.choose(1, 34)
        shown = chosen.now()
    turned = ScreenSize(720, 1280)
    panel = ScreenSize(1280, 720)
    assert shown == Display(turned, 1, 213, "4619827551948147201", panel, Rect(0, 0, 720, 1280), 1)


def test_a_virtual_display_without_a_viewport_is_told_of_by_the_window_manager() -> None:
    with scripted_phone(answering()) as phone:
        chosen = ChosenDisplay(phone.session)
        chosen.choose(15, None)
        shown = chosen.now()
        asked = phone.lines
    unique = "virtual:com.android.shell,2000,scrcpy,5"
    assert shown == Display(ScreenSize(480, 720), 1, 160, unique, ScreenSize(720, 480), None, 15)
    assert "dumpsys input" not in asked


def test_nothing_told_of_a_display_is_an_error() -> None:
    gone = {"dumpsys_window_displays": "", "dumpsys_display": ""}
    with scripted_phone(answering(**gone)) as phone:
        chosen = ChosenDisplay(phone.session)
        chosen.number = 1
        with pytest.raises(DeviceError, match="rotation of display 1"):
            chosen.now()
        chosen.number = 3
        with pytest.raises(DeviceError, match=r"wm size -d 3: expected .* got 'Physical size: 0x0'"):
            chosen.now()


def test_a_display_that_is_not_there_is_told_with_those_that_are() -> None:
    with scripted_phone(answering()) as phone:
        chosen = ChosenDisplay(phone.session)
        with pytest.raises(DeviceError, match=r"\(0, 1, 15 \(scrcpy\)\), got 2"):
            chosen.choose(2, 34)
        with pytest.raises(DeviceError, match=r"expected Android 11 or newer.*got API 29"):
            chosen.choose(1, 29)
        assert chosen.number == 0
    with scripted_phone(lambda _: b"") as phone, pytest.raises(DeviceError, match="none that it tells of"):
        ChosenDisplay(phone.session).choose(2, 34)


def test_a_picture_is_asked_for_by_what_is_behind_the_number() -> None:
    with scripted_phone(answering()) as phone:
        chosen = ChosenDisplay(phone.session)
        chosen.choose(1, 34)
        assert chosen.screenshot() == png()
        chosen.choose(15, 34)
        assert chosen.screenshot() == png()
        assert chosen.screenshot() == png()
        assert shots(phone) == [
            "screencap -d 4619827551948147201 -p",
            "screencap -d 1152921 -p",
            "screencap -d 1152921 -p",
        ]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"dumpsys_SurfaceFlinger_--display-id": ""}, r"display 15 \(scrcpy\) is a virtual one"),
        ({"dumpsys_display": ""}, "display 15 is not there any more"),
    ],
)
def test_a_picture_that_cannot_be_had_is_never_another_displays(changes: dict[str, str], why: str) -> None:
    with scripted_phone(answering(**changes)) as phone:
        chosen = ChosenDisplay(phone.session)
        chosen.number = 15
        with pytest.raises(CaptureError, match=why) as raised:
            chosen.screenshot()
        assert raised.value.reason == "screencap_failed"
        assert shots(phone) == []


class Folding:
    """A phone that is folded when its `at`-th picture is taken; the panel that is shut gives none."""

    def __init__(self, at: int, *, forever: bool = False) -> None:
        self.at, self.forever, self.taken, self.panel = at, forever, 0, INNER

    def __call__(self, line: str) -> Answer:
        if not line.startswith("screencap"):
            return f"mViewports=[{FIRST % self.panel}]".encode() if line == "dumpsys display" else b""
        self.taken += 1
        if self.taken == self.at or self.forever:
            self.panel = OUTER if self.panel == INNER else INNER
        if "-d" not in line:
            return WARNING + png()
        return png() if self.panel in line else b"Capturing failed.\n"


@pytest.mark.parametrize("at", [2, 3])
def test_a_fold_puts_another_panel_behind_display_0_and_its_picture_is_taken(at: int) -> None:
    with scripted_phone(Folding(at)) as phone:
        chosen = ChosenDisplay(phone.session)
        assert [chosen.screenshot() for _ in range(3)] == [png()] * 3
        assert shots(phone)[-1] == f"screencap -d {OUTER} -p"
        assert f"screencap -d {INNER} -p" in shots(phone)


def test_a_phone_that_folds_without_end_has_no_picture() -> None:
    with scripted_phone(Folding(0, forever=True)) as phone:
        chosen = ChosenDisplay(phone.session)
        with pytest.raises(CaptureError, match="changed with each try"):
            chosen.screenshot()
        assert len(shots(phone)) == 4


def test_a_panel_that_gives_no_picture_is_that_failure() -> None:
    def answer(line: str) -> Answer:
        return b"Capturing failed.\n" if line.startswith("screencap") else answering()(line)

    with scripted_phone(answer) as phone:
        chosen = ChosenDisplay(phone.session)
        chosen.choose(1, 34)
        with pytest.raises(CaptureError, match="Capturing failed"):
            chosen.screenshot()


def test_the_device_hands_the_choice_on() -> None:
    with scripted_phone(answering()) as phone:
        device = AdbDevice(phone.session.client, phone.session.serial, clock=phone.session.clock)
        assert isinstance(device, ChoosesDisplay)
        assert device.displays() == ("0", "1", "15 (scrcpy)")
        device.use_display(1)
        assert device.info().display_id == "1/4619827551948147201"
        assert device.keyboard_shown() is False
        with pytest.raises(UsageError, match="--ui-source u2 and --display 1"):
            device.use_ui_source("u2")
        device.use_display(0)
        assert not any("9008" in request for request in phone.server.requests)
