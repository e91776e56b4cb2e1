from __future__ import annotations

from datetime import datetime

import pytest
from driven_phone import Driven, in_settings

from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.views import Field, View
from gui_rec.phone.world.words import date_words, say, translated

DAY = datetime(2026, 11, 30)


def test_a_text_in_three_languages() -> None:
    assert [say(language, "Wait") for language in ("en", "zh", "ar")] == ["Wait", "等待", "انتظار"]


def test_what_is_not_in_the_table_stays_english() -> None:
    assert say("zh", "No such text") == say("xx", "No such text") == "No such text"


def test_values_go_into_the_braces() -> None:
    assert say("zh", "{app} keeps stopping", app="Shop") == "Shop屡次停止运行"
    assert say("en", "100 % {braces}") == "100 % {braces}", "a text without values is left alone"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Mon, Nov 30"), ("zh", "11月30日星期一"), ("ar", "الاثنين، 30 نوفمبر"), ("de", "Mon, Nov 30")],
)
def test_the_day(language: str, said: str) -> None:
    assert date_words(language, DAY) == said


def test_texts_descriptions_and_hints_are_translated_and_ids_are_not() -> None:
    inner = View("EditText", id="Search", field=Field(hint="Search settings"))
    view = translated(View(text="Settings", desc="Search", children=(inner,)), "zh")
    assert (view.text, view.desc) == ("设置", "搜索")
    assert view.children[0].field == Field(hint="在设置中搜索")
    assert view.children[0].id == "Search"
    assert translated(inner, "en") is inner


def test_the_language_can_change_while_the_phone_runs() -> None:
    driven = in_settings()
    driven.phone.settings.put("system", "system_locales", "zh-CN,en-US")
    assert driven.has("网络和互联网")
    assert driven.phone.state()["language"] == "zh-CN"
    driven.phone.settings.put("system", "system_locales", "en-US")
    assert driven.has("Network & internet")


def test_an_app_that_speaks_english_only_stays_so() -> None:
    driven = Driven(PhoneConfig(locale="zh-CN"))
    driven.tap("Shop")
    assert driven.has("Welcome back")


def test_arabic_is_mirrored_and_the_finger_finds_what_it_sees() -> None:
    plain, driven = Driven(), Driven(PhoneConfig(locale="ar"))
    left, right = plain.center("Shop"), driven.center("Shop")
    assert left[0] + right[0] == 1080
    driven.tap("Shop")
    assert driven.phone.focus().package == "com.example.shop"
    driven.phone.tap(1080 - 180, 2340)
    assert driven.phone.focus().package == "com.android.launcher3", "back lies on the right"
