from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.probes import PROBES, checked_probe
from gui_rec.errors import InputError


@pytest.mark.parametrize("shape", PROBES)
def test_every_question_of_the_list_may_be_asked(shape: tuple[tuple[str, ...] | None, ...]) -> None:
    words = [part[0] if part else "com.example.app" for part in shape]
    assert checked_probe(words) == tuple(words)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["rm", "-rf", "/sdcard"],
        ["dumpsys", "notification"],
        ["settings", "put", "system", "x"],
        ["settings", "get", "system", "x; reboot"],
        ["getprop", "$(id)"],
        ["getprop", "-T"],
        ["getprop", ""],
        ["getprop", "a\nb"],
        ["pm", "path", "a", "b"],
        ["getprop", 3],
    ],
)
def test_what_is_not_on_it_is_refused_and_the_list_is_told(words: list[str]) -> None:
    with pytest.raises(InputError, match=r"settings get system\|secure\|global NAME"):
        checked_probe(words)


@given(st.text())
def test_no_word_reaches_a_shell_that_is_more_than_a_name(word: str) -> None:
    try:
        checked_probe(["getprop", word])
    except InputError:
        return
    assert word.isascii()
    assert not set(word) & set(" \t\n;&|$`'\"\\<>(){}*?~#!")
