"""Codes of what an action does, or does not, each produced on the simulated phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from code_cases import SETTINGS, SHOP, Bench, Case, Deed, bench, case_id, every, expect, fault

from gui_rec.model.actions import Key, OpenApp, Type
from gui_rec.model.verdict import Code, Verdict
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources._members import SOURCES
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.session import replay

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIGN_IN = (SHOP, "username", Type("ada"), "password", Type("s3cret"), "sign_in")
FROM_1 = ReplayConfig(timeout_s=3.0, write_verdicts=False, from_step=1)
CART = OpenApp(package="com.example.shop", activity=".CartActivity")
WITH_PASSWORD = ReplayConfig(timeout_s=3.0, write_verdicts=False, values=(("password", "s3cret"),))


def signed_in(bench: Bench) -> None:
    bench.do(*SIGN_IN)


def at_lamp(bench: Bench) -> None:
    """Signed in, on the page of a lamp."""
    bench.do(*SIGN_IN, "Desk lamp")


def value(name: str, text: str) -> Deed:
    def change(bench: Bench) -> None:
        bench.phone.process.control.set_value(name, text)

    return change


def at_display(bench: Bench) -> None:
    """Settings was left on the page that the second step leads to."""
    bench.do(SETTINGS, "Display", Key("HOME"))


def with_keyboard(bench: Bench) -> None:
    bench.do(SHOP, "username")


def without_keyboard(bench: Bench) -> None:
    bench.do(SHOP)


def with_a_full_cart(bench: Bench) -> None:
    bench.do(*SIGN_IN, "Desk lamp", "add_to_cart", Key("HOME"))


def keyboard_down(bench: Bench) -> None:
    bench.phone.device.session.run("input", "keyevent", "111")


def typed(bench: Bench) -> None:
    bench.do(SHOP, "username", Type("eve"))


CASES = every(
    (
        Case("nothing is wrong", Code.OK, (SETTINGS, "Display"), verdict=Verdict.MATCH),
        Case("signed in by now", Code.ACTIVITY_MISMATCH, (SETTINGS, SHOP), signed_in),
        Case("a lost tap", Code.NO_EFFECT, (SETTINGS, "Display"), fault("lost-tap:1")),
        Case("input is refused", Code.ACTION_FAILED, (SETTINGS, "Display"), fault("inject-denied")),
        Case(
            "another price",
            Code.STATE_MISMATCH,
            (*SIGN_IN,),
            value("shop.price.lamp", "25.00"),
            settings=WITH_PASSWORD,
        ),
        Case("two for one", Code.DOUBLE_EFFECT, ("add_to_cart",), fault("double-tap:1"), before=at_lamp),
        Case("left there before", Code.AHEAD, (SETTINGS, "Display", "Font size"), at_display, step=0),
        Case(
            "the next target has gone",
            Code.TARGET_NOT_FOUND,
            (CART, "empty_cart"),
            recorded_with=with_a_full_cart,
            step=0,
        ),
        Case(
            "two next targets",
            Code.TARGET_AMBIGUOUS,
            ("search_box", "Desk lamp"),
            value("shop.name.mug", "Desk lamp"),
            before=signed_in,
            settings=ReplayConfig(timeout_s=3.0, write_verdicts=False, tolerance=Tolerance.LAYOUT),
            step=0,
        ),
        Case(
            "a keyboard before BACK",
            Code.KEYBOARD_SHOWN,
            (Key("BACK"),),
            with_keyboard,
            before=without_keyboard,
        ),
        Case(
            "no keyboard before BACK",
            Code.KEYBOARD_HIDDEN,
            (Key("BACK"),),
            keyboard_down,
            before=with_keyboard,
        ),
        Case(
            "no keyboard that takes it",
            Code.TEXT_UNSUPPORTED,
            (SHOP, "username", Type("日本")),
            fault("ime-race"),
        ),
        Case(
            "another text in the field",
            Code.START_STATE_MISMATCH,
            ("password",),
            typed,
            before=without_keyboard,
        ),
        Case("another page half-way", Code.SCREEN_MISMATCH, (SHOP, "password"), typed, settings=FROM_1),
    )
)


@pytest.fixture(scope="module")
def phone() -> Iterator[Bench]:
    with bench() as made:
        yield made


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_code_is_produced(phone: Bench, case: Case) -> None:
    expect(phone.step(case), case)


def test_a_pinch_is_refused_before_anything_is_sent(phone: Bench, tmp_path: Path) -> None:
    """What two fingers did on the panel was recorded, and `input` cannot send it."""
    done = Case("a pinch", Code.ACTION_UNSUPPORTED)
    phone.start(done)
    phone.do(*SIGN_IN, "Desk lamp")
    began = False

    def stop() -> bool:
        nonlocal began
        if began:
            return True
        began = True
        phone.phone.process.control.pinch(540, 600, 2.0)
        return False

    with Recorder(phone.phone.device, tmp_path / "pinch", source="touch") as recorder:
        steps = list(SOURCES.get("touch").steps(recorder, SourceOptions(), stop))
    assert len(steps) == 1
    phone.start(done)
    phone.do(*SIGN_IN, "Desk lamp")
    report = replay(tmp_path / "pinch", phone.phone.device, done.settings)
    expect(report.steps[-1], done)
