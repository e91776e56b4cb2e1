"""Characters that XML cannot hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import dump, text

from gui_rec.ui.clean_xml import decode, sanitise
from gui_rec.ui.parse import parse_hierarchy


@pytest.mark.parametrize(
    ("raw", "clean", "touched"),
    [
        ("&#128525; ok", "&#128525; ok", False),
        ("&#55357;&#56842;", "&#128522;", False),
        ("&#xD83D;&#xDE0A;", "&#128522;", False),
        ("&#10;&#55357;&#56842;", "&#10;&#128522;", False),
        ("&#55357;", "\ufffd", True),
        ("&#0;&#11;&#65535;", "\ufffd\ufffd\ufffd", True),
        ("&#99999999;", "\ufffd", True),
        ("a\x01b\x1fc", "a\ufffdb\ufffdc", True),
        ("\ud83d", "\ufffd", True),
        ("already \ufffd", "already \ufffd", False),
        ("tab\tline\nend\r", "tab\tline\nend\r", False),
        ("5 &lt; 6 &amp;#0;", "5 &lt; 6 &amp;#0;", False),
    ],
)
def test_sanitise(raw: str, clean: str, touched: bool) -> None:
    assert sanitise(raw) == (clean, touched)


@given(st.text(st.characters(), max_size=40))
@settings(max_examples=100, deadline=None)
def test_any_text_in_an_attribute_survives_or_is_flagged(said: str) -> None:
    tree = parse_hierarchy(dump(text(said)))
    assert tree.sanitised or tree.roots[0].text == said


def test_bytes_that_are_not_utf8_are_flagged() -> None:
    xml = dump(text("caf@")).encode().replace(b"caf@", b"caf\xe9")
    tree = parse_hierarchy(xml)
    assert tree.sanitised
    assert tree.roots[0].text == "caf\ufffd"


def test_a_replacement_character_that_was_there_is_no_damage() -> None:
    assert decode("\ufffd".encode()) == ("\ufffd", False)
    assert not parse_hierarchy(dump(text("\ufffd")).encode()).sanitised


def test_surrogate_pairs_in_a_dump_become_emoji() -> None:
    xml = dump(text("@")).replace('"@"', '"&#55357;&#56842;"')
    assert parse_hierarchy(xml).roots[0].text == "😊"
