from __future__ import annotations

import pytest
from hearing import action, heard, told, x, y

from gui_rec.model.actions import Swipe, Tap, Type
from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.constants import opening_constants
from gui_rec.recorder.heard.grammar import parse


def constants(line: str) -> tuple[dict[str, str], int]:
    return opening_constants(parse(line))


def test_plain_assignments_that_open_a_line_are_told() -> None:
    assert constants("A=1 B='x y'\nC=; input tap $A 2; ls") == ({"A": "1", "B": "x y", "C": ""}, 2)
    assert constants("ls; A=1") == ({}, 0)


@pytest.mark.parametrize(
    "line",
    [
        "A=1; ls; A=2",
        "A=1; read A",
        "A=1; export A=2",
        "A=1; B=2 ls",
        "A=1; { A=2; }",
        "A=1; echo ${A:=2}",
        "A=1; $A",
        "A=1; eval ls",
        "A=1; . /x",
        "A=$B",
        "A=~/x",
        "A+=1",
        "A=1 &",
        "A=1 >x",
    ],
)
def test_what_may_change_is_no_constant(line: str) -> None:
    assert constants(line) == ({}, 0)


def test_a_constant_is_filled_in() -> None:
    assert action("X=540; Y=1200; input tap $X ${Y}") == Tap(x(540), y(1200))
    assert action("T='a b'; input text \"$T\"") == Type("a b")


@pytest.mark.parametrize(
    "line", ["T='a b'; input text $T", "T='*'; input text $T", "T=; input tap 1 $T", "T=1; input tap 1 $U"]
)
def test_a_value_that_the_shell_would_still_part_is_the_phones_to_tell(line: str) -> None:
    assert heard(line).kind is Kind.OPAQUE


def test_constants_go_before_each_part() -> None:
    assert told("X=1\ninput tap $X 2\ninput swipe $X 2 3 4") == [
        ("first", "X=1\ninput tap $X 2", Tap(x(1), y(2))),
        ("then", "X=1; input swipe $X 2 3 4", Swipe(x(1), y(2), x(3), y(4))),
    ]
    assert heard("X=1; input tap $X 2 && input tap 3 4; echo $?").kind is Kind.OPAQUE
