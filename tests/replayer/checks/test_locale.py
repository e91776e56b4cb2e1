"""The same page in another language is for the locale check alone to tell."""

from __future__ import annotations

from dataclasses import replace

from asking import CONTEXT, ITEM, ask, with_facts

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Context


def spoken(context: Context = CONTEXT) -> Context:
    return replace(context, recorded_locale="en-US", seen_locale="zh-CN")


def test_a_dialog_in_another_language_is_the_same_dialog() -> None:
    english, chinese = with_facts(ITEM, dialog="Screen timeout"), with_facts(ITEM, dialog="屏幕超时")
    assert ask("dialog", english, chinese, spoken()).passed
    assert ask("dialog", english, chinese).code is Code.UNEXPECTED_DIALOG


def test_an_error_word_in_another_language_is_no_error_where_the_page_is_the_same() -> None:
    seen = with_facts(ITEM, error_text="屏幕超时")
    assert ask("inline_error", ITEM, seen, spoken()).passed
    assert ask("inline_error", ITEM, seen).code is Code.INLINE_ERROR
