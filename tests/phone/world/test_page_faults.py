"""What faults make of the page of an app, in each language of the phone."""

from __future__ import annotations

from itertools import groupby

import pytest
from driven_phone import Driven, in_settings, signed_in

from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.words import asks_update, says_error, says_web_error

LANGUAGES = ("en-US", "zh-CN", "ar")


def with_fault(fault: str, language: str = "en-US") -> Driven:
    driven = in_settings()
    driven.phone.settings.put("system", "system_locales", language)
    driven.phone.faults.set(fault)
    return driven


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_pages_say_is_understood(language: str) -> None:
    assert any(map(says_error, with_fault("inline-error", language).texts()))
    assert any(map(asks_update, with_fault("update-wall", language).texts()))
    assert any(map(says_web_error, with_fault("web-error", language).texts()))
    loading = with_fault("loading-page", language)
    assert facts_of(parse_hierarchy(loading.phone.hierarchy()), (), None).loading
    assert any(node["password"] == "true" for node in with_fault("login-wall", language).nodes())


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_toast_speaks_the_language_and_goes_by_itself(language: str) -> None:
    driven = with_fault("error-toast", language)
    heard = driven.phone.accessibility.last_toast
    assert heard is not None
    assert says_error(heard.text)
    assert any(window.title == "Toast" for window in driven.phone.windows())
    assert not driven.phone.faults.active("error-toast")
    driven.clock.advance(3.6)
    assert not any(window.title == "Toast" for window in driven.phone.windows())


def test_a_blank_page_says_nothing_and_the_page_comes_back() -> None:
    driven = with_fault("blank-page")
    assert driven.texts() == []
    driven.phone.faults.clear("blank-page")
    assert driven.has("Network & internet")


def test_the_launcher_is_spared() -> None:
    driven = Driven()
    before = driven.texts()
    driven.phone.faults.set("blank-page")
    assert driven.texts() == before


def test_odd_paint_changes_the_picture_alone() -> None:
    driven = Driven()
    driven.tap("Shop")
    xml, png = driven.phone.hierarchy(), driven.phone.frame()
    driven.phone.faults.set("odd-paint")
    assert driven.phone.hierarchy() == xml
    assert driven.phone.frame() != png


def test_a_line_comes_and_goes() -> None:
    driven = with_fault("come-and-go:1000")
    seen = []
    for _ in range(12):
        seen.append(driven.has("coming"))
        driven.clock.advance(1)
    runs = [len(list(run)) for _, run in groupby(seen)]
    assert len(runs) >= 6
    assert max(runs) <= 2


@pytest.mark.parametrize("fault", ["app-dialog", "usb-dialog", "shade-dialog"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dialog_can_be_answered(fault: str, language: str) -> None:
    driven = with_fault(fault, language)
    package = driven.phone.focus().package
    assert package == ("com.android.settings" if fault == "app-dialog" else "com.android.systemui")
    answer = next(node for node in driven.nodes() if node["clickable"] == "true")
    driven.tap(answer["text"])
    assert driven.phone.focus().package == "com.android.settings"
    assert not driven.phone.faults.active(fault)


def test_a_banner_lies_over_the_page_without_the_focus() -> None:
    driven = with_fault("heads-up")
    shade = next(window for window in driven.phone.windows() if window.title == "NotificationShade")
    assert shade.bounds is not None
    assert shade.bounds.height < 400
    assert driven.phone.focus().package == "com.android.settings"
    plain = in_settings()
    assert plain.phone.frame() != driven.phone.frame()


def test_a_tap_that_counts_twice() -> None:
    driven = signed_in()
    driven.tap("Aurora desk lamp") if driven.has("Aurora desk lamp") else driven.tap("product_card")
    driven.clock.advance(2)
    driven.phone.faults.set("double-tap:1")
    driven.tap("Add to cart")
    assert driven.node("cart_badge")["text"] == "2"
