"""What the system and its own apps say in the languages that the phone speaks: English, Chinese, Arabic.

The key is the English text. A language or a text that is not in the table stays English.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from gui_rec.errors import UsageError
from gui_rec.phone.world.views import View
from gui_rec.phone.world.word_table import ARABIC, CHINESE

RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur"})
_TABLES = {"zh": CHINESE, "ar": ARABIC}
_SPOKEN = ("en", *_TABLES)
_LOCALE = re.compile(r"([A-Za-z]{2,3})(?:-[A-Za-z0-9]{2,8})*")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CHINESE_DAYS = "一二三四五六日"
_ARABIC_DAYS = ("الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد")
_ARABIC_MONTHS = (
    "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو",
    "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
)  # fmt: skip


def check_language(name: str) -> str:
    """The name of a language, such as `zh-CN`. Raises UsageError for one that the phone does not speak."""
    match = _LOCALE.fullmatch(name)
    if match is None or match[1].lower() not in _SPOKEN:
        raise UsageError(
            f"expected a language that the phone speaks, such as en-US, zh-CN or ar, got {name!r}"
        )
    return name


def say(language: str, english: str, **values: str) -> str:
    """The text in a language, with `values` in its braces."""
    text = _TABLES.get(language, {}).get(english, english)
    return text.format(**values) if values else text


def date_words(language: str, day: datetime) -> str:
    """`Mon, Nov 30`, `11月30日星期一`, `الاثنين، 30 نوفمبر`."""
    if language == "zh":
        return f"{day.month}月{day.day}日星期{_CHINESE_DAYS[day.weekday()]}"
    if language == "ar":
        return f"{_ARABIC_DAYS[day.weekday()]}، {day.day} {_ARABIC_MONTHS[day.month - 1]}"
    return f"{_DAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}"


def translated(view: View, language: str) -> View:
    """The view and all below it with the texts, descriptions and hints that the table has."""
    if language not in _TABLES:
        return view
    field = view.field
    return replace(
        view,
        text=say(language, view.text),
        desc=say(language, view.desc),
        field=replace(field, hint=say(language, field.hint)) if field is not None else None,
        children=tuple(translated(child, language) for child in view.children),
    )
