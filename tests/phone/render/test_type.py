from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from gui_rec.phone.render import type as lettering
from gui_rec.phone.render.bidi import visual

LATIN = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x17E, exclude_categories=["Cc"]), max_size=30
)


@pytest.mark.parametrize("name", ["Regular", "Medium", "Bold", "CJK"])
def test_every_shipped_font_opens(name: str) -> None:
    assert lettering.font(name, 30).getlength("a" if name != "CJK" else "灯") > 0


@pytest.mark.parametrize(
    "character", ["é", "ß", "Ł", "ώ", "Σ", "Ж", "ё", "Ї", "灯", "台", "こ", "カ", "색", "€", "“", "…", "×"]
)
def test_the_fonts_have_the_glyphs_of_the_apps(character: str) -> None:
    """A missing glyph is drawn as the same box for every character."""
    ((part, name),) = lettering.runs(character, "Regular")
    face = lettering.font(name, 40)
    assert bytes(face.getmask(part)) != bytes(face.getmask("\ufffe"))


def test_scripts_are_split_into_runs() -> None:
    assert lettering.runs("纸灯 Paper", "Bold") == [("纸灯", "CJK"), (" Paper", "Bold")]
    assert lettering.runs("", "Bold") == []


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=20))
def test_runs_put_together_give_the_text_as_it_is_seen(text: str) -> None:
    assert "".join(part for part, _ in lettering.runs(text, "Regular")) == visual(text)


def test_what_fits_is_not_shortened() -> None:
    assert lettering.shorten("short", "Regular", 30, 500) == "short"


@settings(max_examples=60, deadline=None)
@given(LATIN, st.integers(60, 300))
def test_what_is_shortened_fits_and_says_so(text: str, limit_px: int) -> None:
    shortened = lettering.shorten(text, "Regular", 30, limit_px)
    assert lettering.width(shortened, "Regular", 30) <= limit_px
    assert shortened == text or shortened.endswith("…")


def test_a_long_text_is_measured_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def width(text: str, weight: str, size_px: int) -> float:
        measured.append(text)
        return 10.0 * len(text)

    monkeypatch.setattr(lettering, "width", width)
    assert lettering.shorten("x" * 5_000, "Regular", 30, 205) == "x" * 19 + "…"
    assert len(measured) < 20


def test_lines_break_at_spaces_and_line_feeds() -> None:
    assert lettering.wrap("one two three", "Regular", 30, 120, 5) == ["one two", "three"]
    assert lettering.wrap("a\nb", "Regular", 30, 500, 5) == ["a", "b"]


def test_the_last_line_that_is_allowed_is_shortened() -> None:
    lines = lettering.wrap("one two three four five six", "Regular", 30, 120, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")


@settings(max_examples=40, deadline=None)
@given(LATIN, st.integers(100, 400), st.integers(1, 4))
def test_wrapped_lines_are_as_many_and_as_wide_as_allowed(text: str, limit_px: int, lines: int) -> None:
    wrapped = lettering.wrap(text, "Regular", 30, limit_px, lines)
    assert 1 <= len(wrapped) <= lines
    assert all(lettering.width(line, "Regular", 30) <= limit_px for line in wrapped)


def test_a_line_is_drawn_from_its_baseline_up() -> None:
    image = Image.new("RGB", (200, 100), (255, 255, 255))
    lettering.draw_line(ImageDraw.Draw(image), (10, 60), "H灯", "Regular", 40, (0, 0, 0))
    box = Image.eval(image.convert("L"), lambda value: 255 - value).getbbox()
    assert box is not None
    assert box[0] >= 10
    assert 20 < box[1] < 60


def test_arabic_has_a_font_of_its_own_and_joined_letters_are_narrower() -> None:
    names = [name for _, name in lettering.runs("Shop مرحبا 灯", "Medium")]
    assert names == ["Medium", "Arabic", "Medium", "CJK"]
    apart = sum(lettering.width(letter, "Regular", 40) for letter in "بيت")
    assert lettering.width("بيت", "Regular", 40) < apart


def test_chinese_breaks_anywhere_but_not_before_a_stop() -> None:
    lines = lettering.wrap("要允许此应用获取此设备的位置信息吗？", "Regular", 40, 40 * 8.2, 9)
    assert len(lines) == 3
    assert "".join(lines) == "要允许此应用获取此设备的位置信息吗？"
    assert all(lettering.width(line, "Regular", 40) <= 40 * 8.2 for line in lines)
    assert not any(line.startswith("？") for line in lines)


def test_words_beside_chinese_stay_whole() -> None:
    assert lettering.wrap("打开 Shop 应用", "Regular", 40, 40 * 3.4, 9) == ["打开", "Shop", "应用"]
