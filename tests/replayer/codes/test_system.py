"""Codes of the system's doing, each produced on the simulated phone: its dialogs and windows, the screen, the device."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from code_cases import (
    NOTES,
    SETTINGS,
    Bench,
    Case,
    Deed,
    bench,
    case_id,
    every,
    expect,
    fault,
)

from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.config import ReplayConfig

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

FROM_1 = ReplayConfig(timeout_s=3.0, write_verdicts=False, from_step=1)
TWO = (SETTINGS, "Display")


def sleep(bench: Bench) -> None:
    bench.phone.process.control.key("power")


def notes_in_front(bench: Bench) -> None:
    bench.do(NOTES)


def speak(language: str) -> Deed:
    def change(bench: Bench) -> None:
        bench.phone.process.control.set_locale(language)

    return change


def lose(bench: Bench) -> None:
    bench.phone.process.control.fault_on("outage:30")


CASES = every(
    (
        *Case("a crash", Code.CRASH_DIALOG, trouble=fault("crash-dialog")).in_every_language(),
        *Case("no response", Code.ANR_DIALOG, trouble=fault("anr-dialog")).in_every_language(),
        *Case("a permission", Code.PERMISSION_DIALOG, trouble=fault("permission-dialog")).in_every_language(),
        *Case("the app's own", Code.UNEXPECTED_DIALOG, trouble=fault("app-dialog")).in_every_language(),
        *Case("a chooser", Code.SYSTEM_OVERLAY, trouble=fault("chooser-dialog")).in_every_language(),
        Case("a USB question", Code.SYSTEM_OVERLAY, trouble=fault("usb-dialog")),
        Case("the shade", Code.SYSTEM_OVERLAY, trouble=fault("shade-dialog")),
        Case(
            "a banner beside",
            Code.OK,
            trouble=fault("heads-up"),
            verdict=Verdict.ACCEPTABLE,
            shade=Shade.SYSTEM_OVERLAY,
        ),
        Case(
            "a banner over the target", Code.SYSTEM_OVERLAY, (SETTINGS, "Settings"), fault("heads-up"), step=0
        ),
        Case("the screen goes off", Code.SCREEN_OFF, trouble=sleep),
        Case(
            "a protected screen", Code.SECURE_SCREEN, trouble=fault("secure-screen"), verdict=Verdict.UNKNOWN
        ),
        Case("at home", Code.APP_LEFT, TWO, settings=FROM_1),
        Case("another app", Code.PACKAGE_MISMATCH, TWO, notes_in_front, settings=FROM_1),
        Case("a screen that turns", Code.ROTATION_CHANGED, TWO, fault("rotation-change@2")),
        Case("Chinese", Code.LOCALE_CHANGED, trouble=speak("zh-CN"), verdict=Verdict.UNKNOWN),
        Case("Arabic", Code.LOCALE_CHANGED, trouble=speak("ar"), verdict=Verdict.UNKNOWN),
        Case("a crash without a dialog", Code.CRASH_DIALOG, TWO, fault("silent-crash@2")),
        Case("an outage", Code.DEVICE_LOST, TWO, midway=lose, verdict=Verdict.UNKNOWN),
    )
)


@pytest.fixture(scope="module")
def phone() -> Iterator[Bench]:
    with bench() as made:
        yield made


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_code_is_produced(phone: Bench, case: Case) -> None:
    expect(phone.step(case), case)
