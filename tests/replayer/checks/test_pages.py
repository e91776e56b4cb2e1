"""Checks on what stands on the page: words, dialogs, toasts, fields, blank and dark screens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import CONTEXT, ITEM, LIST, ask, with_columns, with_facts
from observations import full, look
from shop import SHOP, label

from gui_rec.model.actions import Key
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Phase, Tolerance
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import TEXT_FIELD, Element, png

PASSWORD = Element(Rect(4, 160, 104, 180), class_name=TEXT_FIELD, password=True)


def page(*more: Element) -> Look:
    return look((*SHOP["item"].elements, *more), activity=".Item")


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [
        ("net::ERR_INTERNET_DISCONNECTED", "webview", Code.WEBVIEW_ERROR),
        ("This site can't be reached", "webview", Code.WEBVIEW_ERROR),
        ("网页无法打开", "webview", Code.WEBVIEW_ERROR),
        ("A new version is required", "update_wall", Code.UPDATE_REQUIRED),
        ("请更新到最新版本", "update_wall", Code.UPDATE_REQUIRED),
    ],
)
def test_words_that_stop_an_app(text: str, name: str, code: Code) -> None:
    result = ask(name, ITEM, page(label(160, text)))
    assert result.code is code
    assert text in result.detail
    assert result.numbers["text"] == text


@pytest.mark.parametrize("text", ["Errand list", "Updated yesterday", "interred", "Reach us"])
def test_words_that_do_not(text: str) -> None:
    assert ask("webview", ITEM, page(label(160, text))).passed
    assert ask("update_wall", ITEM, page(label(160, text))).passed


@pytest.mark.parametrize(
    ("toast", "recorded", "verdict"),
    [
        ("Saved", None, Verdict.ACCEPTABLE),
        ("Network error", None, Verdict.MISMATCH),
        ("保存失败", None, Verdict.MISMATCH),
        ("Couldn't connect", "Saved", Verdict.MISMATCH),
        ("Login failed (2)", "Login failed (1)", Verdict.ACCEPTABLE),
    ],
)
def test_toasts(toast: str, recorded: str | None, verdict: Verdict) -> None:
    result = ask("toast", with_facts(ITEM, toast=recorded), with_facts(ITEM, toast=toast))
    assert result.verdict is verdict
    assert toast in result.detail


def test_a_toast_that_is_recorded_too_or_absent_passes() -> None:
    shown = with_facts(ITEM, toast="Network error")
    assert ask("toast", shown, shown).passed
    assert ask("toast", shown, ITEM).passed


def test_a_dialog_that_stood_there_before_is_not_the_actions_doing() -> None:
    shown = with_facts(ITEM, dialog="Rate us")
    assert not ask("dialog", ITEM, shown).passed
    assert ask("dialog", shown, shown).passed
    assert ask("dialog", ITEM, shown, replace(CONTEXT, seen_before=shown)).passed
    other = ask("dialog", with_facts(ITEM, dialog="Sure?"), shown)
    assert "'Rate us' instead of 'Sure?'" in other.detail


def test_a_login_asked_for_before_or_in_the_recording_is_no_wall() -> None:
    walled = page(PASSWORD)
    assert ask("login_wall", ITEM, walled).code is Code.LOGIN_WALL
    assert ask("login_wall", walled, walled).passed
    assert ask("login_wall", ITEM, walled, replace(CONTEXT, seen_before=walled)).passed
    hidden = page(replace(PASSWORD, bounds=Rect(0, 0, 0, 0)))
    assert ask("login_wall", ITEM, hidden).passed


def test_an_error_that_the_recording_shows_among_its_texts_is_expected() -> None:
    shown = with_facts(ITEM, error_text="Out of stock")
    assert ask("inline_error", ITEM, shown).code is Code.INLINE_ERROR
    assert ask("inline_error", page(label(160, "Out of stock")), shown).passed
    other = ask("inline_error", with_facts(ITEM, error_text="No network"), shown)
    assert "instead of 'No network'" in other.detail


def test_loading_that_is_recorded_too_is_expected() -> None:
    busy = with_facts(ITEM, loading=True)
    assert ask("loading", ITEM, busy).code is Code.LOADING_TIMEOUT
    assert ask("loading", busy, busy).passed
    assert ask("loading", busy, ITEM).passed


def test_blank_goes_by_nodes_and_picture_together() -> None:
    white = png(colour=(255, 255, 255))
    bare = look(())
    blank = Look.of(full(replace(bare.seen, screenshot=white)))
    assert ask("blank", ITEM, blank).code is Code.BLANK_SCREEN
    assert ask("blank", blank, blank).verdict is Verdict.UNKNOWN
    assert ask("blank", ITEM, with_columns(ITEM, screenshot=white)).passed
    no_picture = Look.of(replace(bare.seen, screenshot=None))
    assert ask("blank", ITEM, no_picture).code is Code.BLANK_SCREEN


def test_a_dark_screen_is_off_only_when_it_says_nothing() -> None:
    black = png(colour=(0, 0, 0))
    off = Look.of(full(replace(look(()).seen, screenshot=black)))
    protected = with_columns(ITEM, screenshot=black)
    assert ask("screen_off", ITEM, off).code is Code.SCREEN_OFF
    assert ask("screen_off", off, off).verdict is Verdict.UNKNOWN
    assert ask("screen_off", ITEM, protected).passed
    assert ask("secure", ITEM, protected).code is Code.SECURE_SCREEN
    assert ask("secure", protected, protected).passed


def test_the_keyboard_matters_before_back_only() -> None:
    up = with_facts(ITEM, keyboard=True)
    back = replace(CONTEXT, step=replace(CONTEXT.step, action=Key("BACK")))
    before_back = replace(back, phase=Phase.PRE)
    assert ask("keyboard", ITEM, up).verdict is Verdict.ACCEPTABLE
    assert ask("keyboard", ITEM, up, back).verdict is Verdict.ACCEPTABLE
    assert ask("keyboard", ITEM, up, before_back).code is Code.KEYBOARD_SHOWN
    assert ask("keyboard", up, ITEM, before_back).code is Code.KEYBOARD_HIDDEN
    assert ask("keyboard", with_facts(ITEM, keyboard=None), up, before_back).passed


def test_package_and_activity() -> None:
    assert ask("package", ITEM, with_columns(ITEM, package="com.android.launcher3")).code is Code.APP_LEFT
    assert ask("package", ITEM, with_columns(ITEM, package="com.other")).code is Code.PACKAGE_MISMATCH
    assert ask("package", ITEM, with_columns(ITEM, package=None)).passed
    renamed = with_columns(ITEM, activity=".Other")
    assert ask("activity", ITEM, renamed).passed, "an equal structure outweighs the name"
    assert ask("activity", ITEM, LIST).code is Code.ACTIVITY_MISMATCH
    long_name = with_columns(LIST, activity="com.example.app.Item")
    assert ask("activity", ITEM, long_name).passed, "short and full names are one"


def toasted(page: Look) -> Look:
    toast = Window("com.example.app", "Toast", Rect(10, 180, 90, 200), "TOAST")
    return Look.of(replace(page.seen, facts=replace(page.seen.facts, windows=(toast,))))


@pytest.mark.parametrize(("recorded", "seen"), [(ITEM, toasted(ITEM)), (toasted(ITEM), ITEM)])
def test_nobody_can_say_what_a_toast_without_its_text_means(recorded: Look, seen: Look) -> None:
    assert ask("toast", recorded, seen).passed
    result = ask("unheard_toast", recorded, seen)
    assert (result.verdict, result.code) == (Verdict.UNKNOWN, Code.VISUAL_OVERLAY)
    assert "uiautomator2" in result.detail


def test_a_toast_that_came_and_went_is_one() -> None:
    came = replace(CONTEXT, toast_came=True)
    assert ask("unheard_toast", ITEM, ITEM, came).code is Code.VISUAL_OVERLAY
    assert ask("unheard_toast", ITEM, with_facts(ITEM, toast="Saved"), came).passed


def test_equal_pixels_say_the_same() -> None:
    shown = toasted(ITEM)
    assert ask("unheard_toast", shown, shown).passed
    other = with_columns(shown, screenshot=png(colour=(9, 9, 9)))
    assert ask("unheard_toast", shown, other).code is Code.VISUAL_OVERLAY
    assert ask("unheard_toast", with_columns(shown, screenshot=None), shown).code is Code.VISUAL_OVERLAY


def test_what_both_sides_heard_needs_no_window() -> None:
    heard, silent = with_facts(toasted(ITEM), toast="Saved"), with_facts(ITEM, toast="")
    assert ask("unheard_toast", silent, heard).passed
    assert ask("unheard_toast", heard, silent).passed
    assert ask("unheard_toast", heard, ITEM).code is Code.VISUAL_OVERLAY, "the replay cannot hear"


@pytest.mark.parametrize(
    ("recorded", "toast", "code", "said"),
    [
        ("Saved", "Sent", Code.STATE_MISMATCH, "TEXT_CHANGED"),
        ("Login failed", "Welcome", Code.STATE_MISMATCH, "TEXT_CHANGED"),
        ("Login failed", "", Code.STATE_MISMATCH, "ELEMENT_MISSING"),
        ("Login failed", "No network", Code.TOAST_ERROR, "instead of"),
        ("Saved at 9:41", "Saved at 10:02", Code.OK, "TOAST"),
        ("Saved", "", Code.OK, "TOAST"),
        (None, "فشل الاتصال", Code.TOAST_ERROR, "فشل"),
    ],
)
def test_another_toast_than_the_recorded_one(recorded: str | None, toast: str, code: Code, said: str) -> None:
    result = ask("toast", with_facts(ITEM, toast=recorded), with_facts(ITEM, toast=toast))
    assert result.code is code
    assert not result.passed
    assert said in result.detail


def test_how_long_an_earlier_toast_stays_is_chance() -> None:
    earlier = replace(CONTEXT, recorded_before=toasted(LIST), seen_before=toasted(LIST))
    assert ask("unheard_toast", ITEM, toasted(ITEM), earlier).passed
    assert ask("unheard_toast", toasted(ITEM), ITEM, earlier).passed
    before_the_action = replace(CONTEXT, phase=Phase.PRE, recorded_before=None, seen_before=None)
    assert ask("unheard_toast", ITEM, toasted(ITEM), before_the_action).passed


def home(date: Element, package: str = "com.android.launcher3") -> Look:
    return look((date, *SHOP["home"].elements), package=package, activity=".Launcher")


def test_the_home_screen_may_show_another_day() -> None:
    monday, tuesday = label(130, "Mon, Nov 30"), label(130, "Tue, Dec 1")
    result = ask("state", home(monday), home(tuesday))
    assert (result.verdict, result.detail.partition(":")[0]) == (Verdict.ACCEPTABLE, "CHANGED_BY_ITSELF")
    assert ask("state", home(monday, "a.b"), home(tuesday, "a.b")).code is Code.STATE_MISMATCH


def test_an_icon_with_another_name_counts_on_the_home_screen() -> None:
    one, other = replace(label(130, "Shop"), clickable=True), replace(label(130, "Shop 2"), clickable=True)
    assert ask("state", home(one), home(other)).code is Code.STATE_MISMATCH


def test_strictly_another_day_is_another_screen() -> None:
    strict = replace(CONTEXT, tolerance=Tolerance.STRICT)
    result = ask("state", home(label(130, "Mon")), home(label(130, "Tue")), strict)
    assert result.code is Code.STATE_MISMATCH
