"""Patterns whose search could take for ever are refused before it begins."""

from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phone_commands import MemoryIo, make_context, run

from gui_rec.errors import InputError
from gui_rec.phone.patterns import check_repeats
from gui_rec.phone.shell.runner import run_line

_DOUBLING = [
    "(a+)+$",
    "(a*)*b",
    "(a|a)*b",
    "(a|aa)+$",
    "((a+))+b",
    "(x(a?a?)y?)+b",
    "(a{1,9}){9}",
    "(?:a+)*",
    "([a]+[b)]*)+",
    "(?P<n>a*)*",
    "(?=(a+)+b)",
]


@pytest.mark.parametrize("pattern", _DOUBLING)
def test_what_can_double_with_each_character_is_refused(pattern: str) -> None:
    with pytest.raises(InputError, match="not supported by the simulated phone"):
        check_repeats(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "a+b*",
        "(a|b)",
        "(ab)+",
        "(a|b+)c",
        r"(\(\*)+",
        "([*+|]x)+",
        "([]|*]x)+",
        "(a+)?",
        'text="[^"]*"',
        r"(\d\.)+",
        ")*",
        "(",
    ],
)
def test_what_cannot_is_taken(pattern: str) -> None:
    check_repeats(pattern)


@given(
    st.lists(
        st.text("ab.(", min_size=1).map(re.escape) | st.sampled_from(["[a-z]*", ".+", "(ab)*", "x{2,3}"])
    )
)
def test_repeats_that_stand_beside_each_other_are_taken(parts: list[str]) -> None:
    check_repeats("".join(parts))


@pytest.mark.parametrize("words", ["-E '^(a+)+$b'", "'\\(a*\\)*b'", "-Ei '(a|a)*b'", "-w -E '(a+)+b'"])
def test_grep_ends_at_once(words: str) -> None:
    ctx, _ = make_context()
    io = MemoryIo(b"a" * 60 + b"\n")
    assert asyncio.run(run_line(ctx, f"grep {words}", io)) == 1
    assert b"grep: a repeat of a group that repeats or chooses is not supported" in io.stderr


def test_logcat_refuses_it_as_its_own() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "logcat", "-d", "-e", "(a+)+b")
    assert ran.status == 1
    assert "-e '(a+)+b': a repeat of a group that repeats or chooses is not supported" in ran.err
