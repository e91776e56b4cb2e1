from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl.quoting import write_text
from gui_rec.dsl.scalecua import CODEC
from gui_rec.dsl.scalecua_decode import FUNCTIONS
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Key, LongPress, Swipe, Tap, Type
from gui_rec.model.geometry import Point, ScreenSize, to_px

_SPACE = st.text(" \t\n", max_size=2)
_UNIT = st.floats(0, 1, allow_subnormal=False).map(lambda value: round(value, 6))


def test_the_functions_are_those_of_the_prompt() -> None:
    named = {signature.call.split("(")[0]: signature.call for signature in CODEC.signatures}
    assert set(named) == set(FUNCTIONS)
    for name, function in FUNCTIONS.items():
        inside = named[name].split("(")[1].rstrip(")")
        shown = tuple(part.split("=")[0].strip() for part in inside.split(",") if part.strip())
        assert function.names == shown


@settings(max_examples=100, deadline=None)
@given(x=_UNIT, y=_UNIT, gaps=st.lists(_SPACE, min_size=8, max_size=8), swap=st.booleans())
def test_order_and_space_mean_nothing(x: float, y: float, gaps: list[str], swap: bool) -> None:
    parts = [f"x{gaps[0]}={gaps[1]}{x!r}", f"y{gaps[2]}={gaps[3]}{y!r}"]
    inside = f"{gaps[4]},{gaps[5]}".join(reversed(parts) if swap else parts)
    text = f"click{gaps[6].replace(chr(10), '')}({gaps[7]}{inside})"
    assert CODEC.decode(text).actions == (Tap(x, y),)
    assert CODEC.decode(f"click({x!r}, {y!r})").actions == (Tap(x, y),)


@settings(max_examples=60, deadline=None)
@given(st.tuples(_UNIT, _UNIT, _UNIT, _UNIT), st.sampled_from(["()", "[]"]), st.sampled_from(["()", "[]"]))
def test_tuples_and_lists_are_one(points: tuple[float, float, float, float], first: str, second: str) -> None:
    x1, y1, x2, y2 = points
    text = (
        f"swipe(to_coord={second[0]}{x2!r}, {y2!r}{second[1]}, from_coord={first[0]}{x1!r}, {y1!r}{first[1]})"
    )
    assert CODEC.decode(text).actions == (Swipe(x1, y1, x2, y2),)


@settings(max_examples=100, deadline=None)
@given(
    value=st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not 0 <= number <= 1)
    | st.integers().filter(lambda number: number not in (0, 1)),
    screen=st.none() | st.just(ScreenSize(1080, 2400)),
    call=st.sampled_from(["click(x={}, y=0.5)", "long_press(0.5, {})", "swipe([0.5, {}], [0.5, 0.5])"]),
)
def test_a_number_outside_the_screen_is_an_error_and_never_clamped(
    value: float, screen: ScreenSize | None, call: str
) -> None:
    with pytest.raises(DslError):
        CODEC.decode(call.format(repr(value)), screen=screen)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), min_size=1, max_size=5))
def test_many_calls_keep_their_order(texts: list[str]) -> None:
    calls = [f"write({write_text(text)})" for text in texts]
    expected = tuple(Type(text) for text in texts)
    for text in ("\n".join(calls), "<action>\n" + "\r\n".join(calls) + "\n</action>"):
        assert CODEC.decode(text).actions == expected


@settings(max_examples=100, deadline=None)
@given(
    x=st.integers(0, 4095),
    y=st.integers(0, 9998),
)
def test_four_decimals_name_every_pixel_below_ten_thousand(x: int, y: int) -> None:
    screen = ScreenSize(4096, 9999)
    tap = Tap(x / screen.width_px, y / screen.height_px)
    (back,) = CODEC.decode(CODEC.encode(tap), screen=screen).actions
    assert isinstance(back, Tap)
    pixel = to_px(Point(back.x, back.y), screen)
    assert (pixel.x, pixel.y) == (x, y)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("<think>a</think>\n<operation>b</operation>\n<action>navigate_back()</action>", Key("BACK")),
        ("<think>click(x=0.1, y=0.1)</think><action>navigate_back()</action>\n\n", Key("BACK")),
        (
            "<operation>x=0.5 <action> here</operation><action>long_press(0.5, 0.5, 2)</action>",
            LongPress(0.5, 0.5, 2000),
        ),
        (
            "<action>write('<action>navigate_home()</action>')</action>",
            Type("<action>navigate_home()</action>"),
        ),
    ],
)
def test_only_the_action_part_is_an_action(text: str, action: Action) -> None:
    assert CODEC.decode(text).actions == (action,)
    assert CODEC.decode(text, repair=True).actions == (action,)
