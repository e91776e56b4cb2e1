"""Which texts count as a failure or as still loading, in the languages that are known."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.ui.words import asks_update, says_error, says_loading, says_web_error

ERRORS = [
    "Error", "2 errors", "Login failed", "Invalid password", "Wrong PIN", "Access denied", "Unable to connect",
    "Couldn't load", "Couldn’t load", "Could not load", "Cannot open", "Can't open", "Can’t open", "Page not found",
    "No internet", "no connection", "Timed out", "Request timeout", "Please try again", "Name is required",
    "Something went wrong", "Must be 8 characters", "Ungültige Eingabe: ungültig", "Anmeldung fehlgeschlagen",
    "Une erreur est survenue", "Usuario incorrecto", "Senha inválida", "Erro de rede", "Произошла ошибка",
    "Неверный пароль", "密码错误", "登录失败", "网络异常，请重试", "用户名不能为空", "エラーが発生しました", "오류",
    "出错了，请重试。", "连接失败，请检查网络。", "حدث خطأ. أعد المحاولة.", "فشل الاتصال. تحقق من الشبكة.", "تعذّر تحميل الصفحة",
    "كلمة المرور غير صحيحة", "هذا الحقل مطلوب", "انتهت المهلة",
]  # fmt: skip
CONTENT = [
    "", " ", "Welcome", "Mirrors", "Terrorism", "Fallout", "Fallon", "Errorless", "Unfailing", "Canteen",
    "Price: 3", "设置", "Inwrongly", "Time and outside", "Falschgeld", "Unfehlerhaft",
    "مرحبا", "الإعدادات", "الشبكة والإنترنت", "网络和互联网",
]  # fmt: skip
LOADING = [
    "Loading", "loading...", "  Loading… ", "LOADING . . .", "Please wait", "Connecting…", "Buffering",
    "Wird geladen …", "Bitte warten", "Chargement…", "Cargando", "Carregando...", "Загрузка…", "加载中", "正在加载...",
    "请稍候", "読み込み中…", "로드 중", "جار التحميل…", "جارٍ التحميل", "جاري التحميل...", "يرجى الانتظار",
]  # fmt: skip
BUSY_LOOKALIKES = [
    "", "...", "Loading dock 3", "Downloading", "Uploading", "Loading failed", "Connecting flights", "Reloading",
    "请稍候再来", "Loading\nPrice",
]  # fmt: skip


@pytest.mark.parametrize("text", ERRORS)
def test_failures_in_many_languages(text: str) -> None:
    assert says_error(text)
    assert says_error(text.upper())
    assert says_error(f"[{text}]")


@pytest.mark.parametrize("text", CONTENT)
def test_a_word_inside_another_word_is_no_failure(text: str) -> None:
    assert not says_error(text)
    assert not says_loading(text)


@pytest.mark.parametrize("text", LOADING)
def test_loading_texts(text: str) -> None:
    assert says_loading(text)
    assert says_loading(text.lower())
    assert not says_error(text)


@pytest.mark.parametrize("text", BUSY_LOOKALIKES)
def test_a_text_that_says_more_is_not_loading(text: str) -> None:
    assert not says_loading(text)


@pytest.mark.parametrize(
    ("says", "word"), [(says_error, "error "), (says_loading, "loading ")], ids=["error", "loading"]
)
def test_long_texts_are_content(says: Callable[[str], bool], word: str) -> None:
    assert says(word.ljust(300))
    assert not says(word.ljust(301))


@given(st.text(max_size=40), st.sampled_from(ERRORS), st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_a_failure_is_found_wherever_it_stands(before: str, error: str, behind: str) -> None:
    assert says_error(f"{before} {error} {behind}")
    assert not says_loading(f"{before} {error} {behind}")


@given(st.sampled_from(LOADING), st.text(" .…\n", max_size=6), st.text(min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_loading_may_trail_off_but_not_go_on(text: str, trail: str, more: str) -> None:
    assert says_loading(text + trail)
    assert not says_loading(f"{text} x{more}")


@given(st.text(min_size=301, max_size=400))
@settings(max_examples=30, deadline=None)
def test_nothing_long_says_anything(text: str) -> None:
    assert not says_error(text)
    assert not says_loading(text)


@pytest.mark.parametrize(
    "text",
    [
        "Update required",
        "Please update the app",
        "需要更新",
        "当前版本过低",
        "التحديث مطلوب",
        "يجب تحديث التطبيق",
    ],
)
def test_what_wants_an_update(text: str) -> None:
    assert asks_update(text)
    assert not says_web_error(text)


@pytest.mark.parametrize(
    "text", ["Android security update", "Updated yesterday", "Update", "تحديث أمان", "更新日志"]
)
def test_an_update_that_can_be_had_is_no_wall(text: str) -> None:
    assert not asks_update(text)


@pytest.mark.parametrize(
    "text",
    [
        "Webpage not available",
        "net::ERR_NAME_NOT_RESOLVED",
        "This site can’t be reached",
        "网页无法打开",
        "صفحة الويب غير متاحة",
    ],
)
def test_a_page_that_could_not_be_loaded(text: str) -> None:
    assert says_web_error(text)
    assert not asks_update(text)
