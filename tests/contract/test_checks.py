"""Every check passes on the step itself, fails on a mutated one, and says why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO

import pytest
from observations import full, look
from PIL import Image
from shop import SHOP, button, label, tap

from gui_rec.capture.target import find_target
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Facts, Observation, Window
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import CheckResult, Context
from gui_rec.replayer.checks._members import CHECKS
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import TEXT_FIELD, Element, png

PRE, POST = SHOP["list"].elements, SHOP["item"].elements
LIST, ITEM = look(PRE, activity=".List"), look(POST, activity=".Item")
STEP = Step(0, LIST.seen, tap(40), ITEM.seen)
CONTEXT = Context(STEP, recorded_before=LIST, seen_before=LIST)


@dataclass(frozen=True)
class Mutant:
    """What a check must object to: the states, the circumstances, and the code it must give."""

    code: Code
    seen: Look
    verdict: Verdict = Verdict.MISMATCH
    recorded: Look = ITEM
    context: Context = CONTEXT


def item(*more: Element, activity: str = ".Item", package: str = "com.example.app") -> Look:
    return look((*POST, *more), activity=activity, package=package)


def other(**changes: object) -> Look:
    return Look.of(replace(ITEM.seen, **changes))  # type: ignore[arg-type]


def with_facts(**changes: object) -> Look:
    return other(facts=replace(ITEM.seen.facts, **changes))  # type: ignore[arg-type]


def repriced(text: str) -> Look:
    elements = tuple(replace(e, text=text) if e.text == "$5.00" else e for e in POST)
    return look(elements, activity=".Item")


def counter(text: str) -> Look:
    return look((label(4, "Cart"), label(40, text, "app:id/count"), button(70, "More", "app:id/more")))


def crop_changed() -> Look:
    price = Rect(4, 40, 104, 60)
    return other(screenshot=_painted(price))


def _painted(rect: Rect, base: Look = ITEM) -> bytes:
    assert base.seen.screenshot is not None
    image = Image.open(BytesIO(base.seen.screenshot)).convert("RGB")
    image.paste((9, 9, 9), rect.as_tuple())
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


BLACK, WHITE = png(colour=(0, 0, 0)), png(colour=(255, 255, 255))
NOTHING = Observation(package="com.example.app", activity=".Item", size=ScreenSize(108, 240))
EMPTY = look((), activity=".Item").seen
ONE = look((label(4, "One"),))

PAINTED_LIST = Look.of(replace(LIST.seen, screenshot=_painted(Rect(4, 160, 104, 200), LIST)))

WITHOUT_BUTTON = look(tuple(e for e in POST if e.text != "Add to cart"), activity=".Item")
ADD = tap(70)
FOLLOWING = Step(1, ITEM.seen, ADD, ITEM.seen, target=find_target(ITEM.seen, ITEM.tree, ADD)[0])
TOAST = Window("com.example.app", "Toast", Rect(4, 200, 104, 220), "TOAST")

MUTANTS: dict[str, Mutant] = {
    "observation": Mutant(Code.OBSERVATION_FAILED, Look.of(NOTHING), Verdict.UNKNOWN),
    "rotation": Mutant(Code.ROTATION_CHANGED, other(rotation=1)),
    "crash": Mutant(Code.CRASH_DIALOG, look(SHOP["crash"].elements, package="android")),
    "anr": Mutant(
        Code.ANR_DIALOG, look((label(4, "Shop isn't responding"), button(40, "Wait", "android:id/aerr_wait")))
    ),
    "permission": Mutant(
        Code.PERMISSION_DIALOG,
        look(
            (button(40, "Allow", "com.android.permissioncontroller:id/permission_allow_button"),),
            package="com.google.android.permissioncontroller",
        ),
    ),
    "screen_off": Mutant(Code.SCREEN_OFF, Look.of(replace(NOTHING, screenshot=BLACK))),
    "overlay": Mutant(
        Code.SYSTEM_OVERLAY, other(package="com.android.systemui", activity="NotificationShade")
    ),
    "package": Mutant(Code.PACKAGE_MISMATCH, item(package="com.other")),
    "blank": Mutant(Code.BLANK_SCREEN, Look.of(full(replace(EMPTY, screenshot=WHITE)))),
    "secure": Mutant(Code.SECURE_SCREEN, other(screenshot=BLACK), Verdict.UNKNOWN),
    "webview": Mutant(Code.WEBVIEW_ERROR, item(label(160, "net::ERR_NAME_NOT_RESOLVED"))),
    "loading": Mutant(Code.LOADING_TIMEOUT, with_facts(loading=True)),
    "dialog": Mutant(Code.UNEXPECTED_DIALOG, with_facts(dialog="Rate this app")),
    "stale": Mutant(
        Code.OBSERVATION_FAILED,
        other(ui_xml=LIST.seen.ui_xml, state_key=LIST.seen.state_key),
        Verdict.UNKNOWN,
        context=replace(CONTEXT, recorded_before=PAINTED_LIST, seen_before=PAINTED_LIST),
    ),
    "performed": Mutant(
        Code.ACTION_FAILED,
        ITEM,
        context=replace(CONTEXT, result_code="ACTION_FAILED", result_detail="refused"),
    ),
    "no_effect": Mutant(Code.NO_EFFECT, LIST),
    "ahead": Mutant(
        Code.AHEAD,
        look(SHOP["cart"].elements, activity=".Cart"),
        context=replace(
            CONTEXT, later=((5, key),) if (key := look(SHOP["cart"].elements, activity=".Cart").key) else ()
        ),
    ),
    "inline_error": Mutant(Code.INLINE_ERROR, with_facts(error_text="Out of stock")),
    "toast": Mutant(Code.TOAST_ERROR, with_facts(toast="Network error")),
    "update_wall": Mutant(Code.UPDATE_REQUIRED, item(label(160, "Please update the app to go on"))),
    "login_wall": Mutant(
        Code.LOGIN_WALL, item(Element(Rect(4, 160, 104, 180), class_name=TEXT_FIELD, password=True))
    ),
    "activity": Mutant(Code.ACTIVITY_MISMATCH, look(SHOP["cart"].elements, activity=".Cart")),
    "locale": Mutant(
        Code.LOCALE_CHANGED,
        repriced("5,00 €"),
        Verdict.UNKNOWN,
        context=replace(CONTEXT, recorded_locale="en-US", seen_locale="de-DE"),
    ),
    "typed_text": Mutant(
        Code.ACTION_FAILED, repriced("$6.00"), context=replace(CONTEXT, flags=(Flag.TEXT_DIFFERS,))
    ),
    "double_effect": Mutant(
        Code.DOUBLE_EFFECT,
        counter("3 items"),
        recorded=counter("2 items"),
        context=replace(CONTEXT, recorded_before=counter("1 items"), seen_before=counter("1 items")),
    ),
    "moving": Mutant(
        Code.NOT_SETTLED, repriced("$6.00"), Verdict.UNKNOWN, context=replace(CONTEXT, moving=True)
    ),
    "target": Mutant(Code.TARGET_NOT_FOUND, WITHOUT_BUTTON, context=replace(CONTEXT, following=FOLLOWING)),
    "unheard_toast": Mutant(Code.VISUAL_OVERLAY, with_facts(windows=(TOAST,)), Verdict.UNKNOWN),
    "already_there": Mutant(Code.OK, ITEM, Verdict.ACCEPTABLE, context=replace(CONTEXT, seen_before=ITEM)),
    "state": Mutant(Code.STATE_MISMATCH, repriced("$6.00")),
    "opaque": Mutant(
        Code.OPAQUE_SCREEN,
        Look.of(full(replace(ONE.seen, screenshot=_painted(Rect(20, 8, 24, 12), ONE)))),
        Verdict.UNKNOWN,
        recorded=ONE,
    ),
    "size": Mutant(Code.OK, other(size=ScreenSize(720, 1600)), Verdict.ACCEPTABLE),
    "keyboard": Mutant(Code.OK, with_facts(keyboard=True), Verdict.ACCEPTABLE),
    "visual": Mutant(Code.VISUAL_ONLY_DIFF, crop_changed()),
}


def ask(name: str, recorded: Look, seen: Look, context: Context = CONTEXT) -> CheckResult:
    return CHECKS.get(name).check(recorded, seen, context)


def test_every_check_has_a_mutant() -> None:
    assert set(MUTANTS) == set(CHECKS)


@pytest.mark.parametrize("name", CHECKS)
def test_it_passes_on_the_step_itself(name: str) -> None:
    result = ask(name, ITEM, ITEM)
    assert result.passed
    assert result.name == name == CHECKS.get(name).name


@pytest.mark.parametrize("name", CHECKS)
def test_it_fails_on_a_mutant_and_says_why(name: str) -> None:
    mutant = MUTANTS[name]
    result = ask(name, mutant.recorded, mutant.seen, mutant.context)
    assert not result.passed
    assert (result.verdict, result.code) == (mutant.verdict, mutant.code)
    assert result.detail
    assert 0.0 <= result.confidence <= 1.0


@pytest.mark.parametrize("name", CHECKS)
def test_the_same_states_give_the_same_result(name: str) -> None:
    mutant = MUTANTS[name]
    first = ask(name, mutant.recorded, mutant.seen, mutant.context)
    assert first == ask(name, mutant.recorded, mutant.seen, mutant.context)


_ANYTHING = (
    ITEM,
    Look.of(Observation()),
    Look.of(NOTHING),
    Look.of(EMPTY),
    Look.of(replace(ITEM.seen, ui_xml="<hierarchy", state_key=None)),
    Look.of(replace(ITEM.seen, screenshot=b"\x89PNG cut")),
    Look.of(replace(ITEM.seen, screenshot=None, fingerprint=None)),
    Look.of(replace(ITEM.seen, facts=Facts())),
)


@pytest.mark.parametrize("name", CHECKS)
def test_no_damage_makes_it_raise(name: str) -> None:
    for recorded in _ANYTHING:
        for seen in _ANYTHING:
            result = ask(name, recorded, seen)
            assert result.passed or result.detail


@pytest.mark.parametrize("name", ["crash", "anr", "permission", "webview", "update_wall"])
def test_trouble_that_the_recording_shows_too_is_expected(name: str) -> None:
    seen = MUTANTS[name].seen
    assert ask(name, seen, seen).passed
