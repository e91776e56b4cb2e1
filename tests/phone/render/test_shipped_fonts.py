"""The fonts in the package: free to ship, without a table that would let a machine draw them its own way, and
with a glyph for every text of every app in every language."""

from __future__ import annotations

import ast
import hashlib
import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import pytest
from driven_phone import Driven
from PIL import Image, ImageDraw

import gui_rec.phone
from gui_rec.phone.apps._members import APPS
from gui_rec.phone.render import type as lettering
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.words import date_words

PHONE = Path(gui_rec.phone.__file__).parent
FONTS = sorted((PHONE / "fonts").glob("*.[ot]tf"))
NOT_A_CHARACTER = "\U0010fffd"
LANGUAGES = ("en-US", "zh-CN", "ar")
SHAPED_BY_A_LIBRARY = {"GSUB", "GPOS", "kern", "morx"}
HINTS = {"cvt ", "prep", "hdmx", "VDMX"}

# What the lines below look like. Another hash means: every picture that a phone draws is another one.
LINES = (
    "Hamburgefons 12:34 – $24.50",
    "Łódź, çà et là: “ß” €",
    "纸灯 Paper 设置、テスト",
    "تم استخدام 37% - 80.3 غيغابايت",
)
LOOKS_SHA256 = "fc892676fec4db1e5cd44bc1d5b322463055030a6cc41c85098ae58c3097efec"
WIDTHS_PX = [579.0, 360.0, 468.0, 555.0]


def _tables(font: Path) -> set[str]:
    data = font.read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    return {data[12 + 16 * at : 16 + 16 * at].decode("ascii") for at in range(count)}


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_a_font_is_under_the_open_font_licence_and_says_so_itself(font: Path) -> None:
    data = font.read_bytes()
    assert "SIL Open Font License, Version 1.1".encode("utf-16-be") in data
    assert "Apache".encode("utf-16-be") not in data
    family = font.name.partition("-")[0].removesuffix("sc")
    text = (font.parent / f"OFL-{family}.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert f"OFL-{family}.txt" in (font.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_a_font_leaves_nothing_to_the_machine_that_draws_it(font: Path) -> None:
    tables = _tables(font)
    assert not tables & (SHAPED_BY_A_LIBRARY | HINTS)
    assert ("fpgm" in tables) == ("glyf" in tables), "without a program FreeType would hint it by itself"


def test_every_font_that_is_shipped_is_used() -> None:
    assert {font.name for font in FONTS} == set(lettering._FILES.values())


@lru_cache(maxsize=8192)
def _has_glyph(character: str, name: str) -> bool:
    face = lettering.font(name, 40)
    return character.isspace() or bytes(face.getmask(character)) != bytes(face.getmask(NOT_A_CHARACTER))


def _without_glyph(text: str) -> list[str]:
    parts = lettering.runs(text.replace("\n", " "), "Regular")
    return [character for part, name in parts for character in part if not _has_glyph(character, name)]


def test_a_character_without_a_glyph_is_found() -> None:
    assert _without_glyph("Shop 설정") == ["설", "정"]


def _written_in(module: Path) -> Iterator[str]:
    """Every text of a module but for what is written about it."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize("folder", ["apps", "world"])
def test_every_text_that_is_written_for_a_screen_has_its_glyphs(folder: str) -> None:
    texts = [text for module in (PHONE / folder).glob("*.py") for text in _written_in(module)]
    assert len(texts) > 300
    assert {text: _without_glyph(text) for text in texts if _without_glyph(text)} == {}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_screen_and_dialog_is_drawn_without_an_empty_box(locale: str) -> None:
    seen = set()
    for text in _shown(locale):
        seen.add(text)
        assert _without_glyph(text) == [], text
    assert len(seen) > 60


def _shown(locale: str) -> Iterator[str]:
    for name in APPS:
        app = APPS.get(name)
        for short, screen in app.screens.items():
            for dialog in (None, *screen.dialogs):
                driven = Driven(PhoneConfig(locale=locale))
                driven.phone.start_activity(f"{app.package}/{short}")
                driven.phone._engine._world.top.dialog = dialog
                driven.phone._engine._world.changed()
                yield from _texts(driven)


def _texts(driven: Driven) -> Iterator[str]:
    scene = driven.phone._engine.scene()
    yield scene.clock_text
    yield from (key.label for key in scene.keys)
    places = [window.root for window in scene.windows]
    while places:
        place = places.pop()
        yield place.shown_text
        places.extend(place.children)


@pytest.mark.parametrize("language", ["en", "zh", "ar"])
def test_every_day_of_the_year_can_be_written(language: str) -> None:
    first = datetime(2026, 1, 1)
    days = [date_words(language, first + timedelta(days=number)) for number in range(365)]
    assert len(set(days)) == 365
    assert [day for day in days if _without_glyph(day)] == []


def test_the_same_text_looks_the_same_everywhere() -> None:
    picture = Image.new("RGB", (1000, 3 * 7 * 4 * 100), "white")
    pen, row = ImageDraw.Draw(picture), 0
    for weight in ("Regular", "Medium", "Bold"):
        for size_px in (28, 33, 37, 42, 48, 58, 63):
            for line in LINES:
                row += 1
                lettering.draw_line(pen, (10, row * 100 - 30), line, weight, size_px, (0, 0, 0))
    assert hashlib.sha256(picture.tobytes()).hexdigest() == LOOKS_SHA256


def test_the_same_text_is_as_wide_everywhere() -> None:
    assert [lettering.width(line, "Medium", 42) for line in LINES] == WIDTHS_PX
