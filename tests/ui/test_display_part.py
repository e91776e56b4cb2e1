from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import HierarchyError
from gui_rec.ui.display_part import part_of_display
from gui_rec.ui.parse import parse_hierarchy

HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
DISPLAY_0 = (
    '<display id="0"><window active="true"><hierarchy rotation="1"><node package="a.zero" bounds="[0,0][9,9]" />'
    "</hierarchy></window></display>"
)


def hierarchy(text: str, rotation: int = 0) -> str:
    return f'<hierarchy rotation="{rotation}"><node text="{text}" package="p.q" bounds="[0,0][9,9]" /></hierarchy>'


def window(text: str, attributes: str = "") -> str:
    return f'<window index="0" id="7" title="t" {attributes}>{hierarchy(text)}</window>'


def dump(*windows: str, display: str = "1") -> str:
    return f'{HEAD}<displays>{DISPLAY_0}<display id="{display}">{"".join(windows)}</display></displays>'


ACTIVE, FOCUSED, APP = 'active="true"', 'active="false" focused="true"', 'type="TYPE_APPLICATION"'


@pytest.mark.parametrize(
    ("windows", "chosen"),
    [
        ([window("bar"), window("app", ACTIVE)], "app"),
        ([window("f", FOCUSED), window("a", ACTIVE)], "a"),
        ([window("bar", 'type="TYPE_SYSTEM"'), window("f", FOCUSED)], "f"),
        ([window("bar", 'type="TYPE_SYSTEM"'), window("app", APP), window("below", APP)], "app"),
        ([window("bar", 'type="3"'), window("app", 'type="1"')], "app"),
        ([window("bar", 'type="3"'), window("other", 'type="3"')], "bar"),
        ([f"<window {ACTIVE}>{window('inside')}</window>", window("app", APP)], "inside"),
    ],
)
def test_the_active_window_of_the_display_as_it_was_sent(windows: list[str], chosen: str) -> None:
    xml = dump(*windows)
    part = part_of_display(xml, 1)
    assert part == HEAD + hierarchy(chosen)
    assert part.removeprefix(HEAD) in xml
    tree = parse_hierarchy(part)
    assert (tree.dialect, tree.package) == ("uiautomator", "p.q")


def test_noise_around_it_and_bytes_are_no_matter() -> None:
    noisy = "WARNING: linker\n" + dump(window("é 😀 &#128512; &#10;")) + "UI hierarchy dumped to: /dev/tty"
    assert part_of_display(noisy.encode(), 1) == HEAD + hierarchy("é 😀 &#128512; &#10;")
    assert part_of_display(dump(window("a")).removeprefix(HEAD), 1) == HEAD + hierarchy("a")


def test_what_no_xml_holds_is_made_fit_for_it() -> None:
    assert 'text="x\ufffd"' in part_of_display(dump(window("x&#1;")), 1)
    assert 'text="x\ufffd"' in part_of_display(dump(window("x\ud800")), 1)


@pytest.mark.parametrize("display", [2, 10, 11])
def test_a_display_without_a_window_is_no_other_displays_tree(display: int) -> None:
    with pytest.raises(HierarchyError, match=f"no window of display {display} has one now") as raised:
        part_of_display(dump(window("a"), display="1"), display)
    assert raised.value.reason == "dump_null_root"


def test_a_window_without_a_hierarchy_is_left_out() -> None:
    with pytest.raises(HierarchyError, match="no window of display 1"):
        part_of_display(dump(f"<window {ACTIVE} />"), 1)


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (HEAD + hierarchy("a"), "xml_unknown_dialect"),
        (dump(window("a"))[:-40], "xml_malformed"),
        ("", "dump_empty"),
        ("Killed", "xml_malformed"),
        (f"<!DOCTYPE a>{dump(window('a')).removeprefix(HEAD)}", "xml_forbidden"),
        (f"{HEAD}<displays>{'<window>' * 1500}", "xml_too_large"),
    ],
)
def test_what_is_no_dump_of_all_windows_is_an_error_with_its_reason(xml: str, reason: str) -> None:
    with pytest.raises(HierarchyError) as raised:
        part_of_display(xml, 1)
    assert raised.value.reason == reason


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=20)


@given(st.lists(TEXT, min_size=1, max_size=4), st.integers(0, 3), st.integers(1, 9))
def test_any_texts_come_out_as_they_went_in(texts: list[str], active: int, display: int) -> None:
    escaped = [
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace('"', "&quot;")
        .replace("\ufffe", "")
        .replace("\uffff", "")
        for text in texts
    ]
    chosen = active % len(texts)
    windows = [window(text, ACTIVE if number == chosen else "") for number, text in enumerate(escaped)]
    assert part_of_display(dump(*windows, display=str(display)), display) == HEAD + hierarchy(escaped[chosen])


@given(st.text(max_size=60))
def test_any_text_is_an_error_or_a_hierarchy(text: str) -> None:
    try:
        part = part_of_display(f"<displays>{text}</displays>", 1)
    except HierarchyError:
        return
    assert "<hierarchy" in part
