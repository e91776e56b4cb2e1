from __future__ import annotations

from collections.abc import Callable

import pytest

from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import read_call
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError, InputError
from gui_rec.model.geometry import Point, ScreenSize, Space

_SCREEN = ScreenSize(1080, 2400)


def _bind(text: str, space: Space = Space.NORM01, screen: ScreenSize | None = None) -> Arguments:
    reading = Reading(text, "test")
    return Arguments(reading, read_call(reading, 0), ("a", "b", "c"), Numbers(space), screen)


def test_positional_and_named_arguments_meet_their_names() -> None:
    bound = _bind("f(1, c='x', b=None)")
    assert (bound.whole("a"), bound.number("b"), bound.text("c")) == (1, None, "x")
    assert (bound.position("c"), bound.position("b")) == (5, 0)


@pytest.mark.parametrize("text", ["f(1, 2, 3, 4)", "f(d=1)", "f(1, a=1)", "f(a=1, a=2)"])
def test_what_the_function_does_not_take_is_an_error(text: str) -> None:
    with pytest.raises(DslError, match="expected"):
        _bind(text)


@pytest.mark.parametrize(
    ("text", "get"),
    [
        ("f(1)", lambda bound: bound.text("a")),
        ("f('x')", lambda bound: bound.word("a", ("y", "z"))),
        ("f(1.0)", lambda bound: bound.whole("a")),
        ("f(True)", lambda bound: bound.whole("a")),
        ("f(False)", lambda bound: bound.number("a")),
        ("f('1')", lambda bound: bound.number("a")),
        ("f(3601)", lambda bound: bound.milliseconds("a")),
        ("f(0.5)", lambda bound: bound.pair("a")),
        ("f((0.5,))", lambda bound: bound.pair("a")),
        ("f((0.5, 'x'))", lambda bound: bound.pair("a")),
        ("f(0.5)", lambda bound: bound.point("a", "b")),
        ("f()", lambda bound: bound.require("a", bound.text("a"))),
    ],
)
def test_a_value_of_another_kind_is_an_error(text: str, get: Callable[[Arguments], object]) -> None:
    with pytest.raises(DslError) as caught:
        get(_bind(text))
    assert caught.value.position in (0, 2)


def test_the_axis_that_is_out_of_range_is_named_by_its_place() -> None:
    for text, position in (("f(1.5, 0.5)", 2), ("f(0.5, 1.5)", 7)):
        with pytest.raises(DslError) as caught:
            _bind(text).point("a", "b")
        assert caught.value.position == position


def test_points_follow_the_space_and_the_screen() -> None:
    assert _bind("f(0.5, 0.25)").point("a", "b") == Point(0.5, 0.25)
    assert _bind("f([999, 0])", Space.REL999, _SCREEN).pair("a") == Point(1079 / 1080, 0)
    assert _bind("f(0.25, 0.5)", Space.NORM01_YX, _SCREEN).point("a", "b") == Point(0.5, 0.25)
    assert _bind("f(2)").milliseconds("a") == 2000


def test_what_the_model_refuses_is_an_error_at_the_call() -> None:
    def refuse() -> None:
        raise InputError("no")

    with pytest.raises(DslError, match=r"test: f: no \(at 0\)"):
        _bind("f()").checked(refuse)
