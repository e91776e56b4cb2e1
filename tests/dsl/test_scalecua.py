from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl.scalecua import CODEC
from gui_rec.errors import DslError
from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    Button,
    Direction,
    DoubleTap,
    Drag,
    Finish,
    FinishStatus,
    Invalid,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import Point, ScreenSize, to_px

_DATA = Path(__file__).parents[1] / "data" / "dsl"
_SCREEN = ScreenSize(1080, 2400)


def _rows(name: str) -> list[dict[str, Any]]:
    text = (_DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def _in_px(action: Action, screen: ScreenSize | None) -> dict[str, object]:
    """The action as the tables spell it: pixels, and `back` and `home` for their keys."""
    record = to_fields(action)
    for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2")):
        if x in record and screen is not None:
            pixel = to_px(Point(getattr(action, x), getattr(action, y)), screen)
            record[x], record[y] = pixel.x, pixel.y
    if record["type"] == "key":
        record = {"type": {"BACK": "back", "HOME": "home"}[str(record["code"])]}
    return record


@pytest.mark.parametrize("row", _rows("scalecua_strings.jsonl"), ids=lambda row: row["id"])
def test_strings_seen_in_the_wild_come_out_as_judged(row: dict[str, Any]) -> None:
    screen = ScreenSize(*row["screen"]) if row["screen"] else None
    if row["expect"] == "reject":
        with pytest.raises(DslError):
            CODEC.decode(row["raw"], screen=screen, repair=True)
        return
    decoded = CODEC.decode(row["raw"], screen=screen, repair=row["expect"] == "repair")
    assert bool(decoded.repairs) == (row["expect"] == "repair")
    record = _in_px(decoded.actions[0], screen)
    assert len(decoded.actions) == 1
    assert {name: record.get(name) for name in row["canonical"]} == row["canonical"]


@pytest.mark.parametrize("row", _rows("scalecua_sft_rows.jsonl"), ids=("open_app", "click"))
def test_upstreams_training_targets_are_written_back_byte_for_byte(row: dict[str, Any]) -> None:
    target = row["conversations"][1]["value"]
    decoded = CODEC.decode(target)
    assert decoded.thought
    assert decoded.operation
    written = CODEC.encode(
        decoded.actions[0], thought=decoded.thought, operation=decoded.operation, wrapping="cot"
    )
    assert written == target


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("click(0.5, 0.25)", Tap(0.5, 0.25)),
        ("click( y = .25 , x = 5e-1 , )", Tap(0.5, 0.25)),
        ("click(x=0.5, y=0.25, clicks=2, button='right')", Tap(0.5, 0.25, Button.RIGHT, 2)),
        ("click(x=0.5, y=0.25, clicks=None, button=None)", Tap(0.5, 0.25)),
        ("swipe([0.5, 0.8], (0.5, 0.2))", Swipe(0.5, 0.8, 0.5, 0.2)),
        ("swipe(to_coord=(0.5, 0.2), from_coord=(0.5, 0.8))", Swipe(0.5, 0.8, 0.5, 0.2)),
        ("long_press(x=0.5, y=0.25)", LongPress(0.5, 0.25)),
        ("long_press(x=0.5, y=0.25, duration=1.5)", LongPress(0.5, 0.25, 1500)),
        ('open_app("Cantook")', OpenApp("Cantook")),
        ("navigate_home()", Key("HOME")),
        ("navigate_back( )", Key("BACK")),
        ("write('')", Type("")),
        ("write(message='set x=0.5 and [0.1, 0.2]')", Type("set x=0.5 and [0.1, 0.2]")),
        (
            r'write(message="a\\b \"c\" \x41\u00e9\U0001F44D\101 \d")',
            Type('a\\b "c" AéÿA \\d'.replace("ÿ", "👍")),
        ),
        ("write(message='</action> <image> <think>')", Type("</action> <image> <think>")),
        ("call_user()", Takeover()),
        ("wait()", Wait()),
        ("wait(seconds=3)", Wait(3000)),
        ("response(answer='It is 3.5, ok')", Answer("It is 3.5, ok")),
        ("terminate()", Finish(FinishStatus.SUCCESS)),
        ("terminate('failure', info=None)", Finish(FinishStatus.FAILURE)),
    ],
)
def test_every_function_reads_positional_and_named_arguments(text: str, action: Action) -> None:
    assert CODEC.decode(text).actions == (action,)


def test_a_direction_is_the_fingers_and_the_points_are_kept() -> None:
    up = CODEC.decode("swipe(direction='up')").actions[0]
    assert up == Scroll(Direction.DOWN, None, None, None, 0.5, 0.75, 0.5, 0.25)
    left = CODEC.decode("swipe(from_coord=(0.3, 0.4), direction='left', amount=0.5)").actions[0]
    assert left == Scroll(Direction.RIGHT, 0.5, None, None, 0.3, 0.4, 0.0, 0.4)
    given_points = CODEC.decode("swipe((0.5, 0.9), (0.5, 0.1), 'up', 0.8)").actions[0]
    assert given_points == Scroll(Direction.DOWN, 0.8, None, None, 0.5, 0.9, 0.5, 0.1)


def test_one_action_may_hold_several_calls_a_line_each() -> None:
    text = (
        "<operation>\nlog in\n</operation>\n<action>\nclick(x=0.5, y=0.5)\n\nwrite(message='me')\n</action>"
    )
    decoded = CODEC.decode(text)
    assert decoded.actions == (Tap(0.5, 0.5), Type("me"))
    assert decoded.operation == "log in"
    assert CODEC.decode("navigate_back()\r\nnavigate_home()").actions == (Key("BACK"), Key("HOME"))


def test_with_a_screen_the_point_is_the_executed_pixel() -> None:
    assert CODEC.decode("click(x=1.0, y=1)", screen=_SCREEN).actions == (Tap(1079 / 1080, 2399 / 2400),)


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 0, "a call"),
        ("finish()", 0, "one of click"),
        ("click()", 0, "x in click"),
        ("click(x=0.9, y=1.2)", 13, "0..1"),
        ("click(x=540, y=960)", 6, "0..1"),
        ("click(x=-0.1, y=0)", 6, "0..1"),
        ("click(x=1e999, y=0)", 8, "finite"),
        ("click(x='0.5', y=0)", 6, "x as a number"),
        ("click(x=True, y=0)", 6, "x as a number"),
        ("click(x=0.5, x=0.5)", 13, "x once"),
        ("click(x=0.5, 0.5)", 13, "positional"),
        ("click(0.5, 0.5, 1, 'left', 5)", 27, "no more arguments"),
        ("click(x=0.5, y=0.5, z=1)", 20, "an argument of click"),
        ("click(x=0.5, y=0.5, button='up')", 20, "left, right, middle"),
        ("click(x=0.5, y=0.5, clicks=0)", 0, "clicks"),
        ("click(x=0.5, y=0.5, clicks=1.5)", 20, "whole number"),
        ("click(x=0.5, y=0.5) # the button", 20, "a line break or the end"),
        ("click(x=0.5, y=0.5) navigate_back()", 20, "a line break or the end"),
        ("click(x=0.5, y=0.5", 18, "','"),
        ("click(x=0.5 y=0.5)", 12, "','"),
        ("click(x=y, y=0.5)", 8, "a value"),
        ("click(x=0.5.5, y=0)", 8, "a value"),
        ("click(x=(0.5, 0.5))", 6, "x as a number"),
        ("click(x=__import__('os'), y=0)", 8, "a value"),
        ("swipe()", 0, "from_coord and to_coord"),
        ("swipe(from_coord=[0.5, 0.8])", 0, "from_coord and to_coord"),
        ("swipe(to_coord=[0.5, 0.8], direction='up')", 6, "from_coord beside"),
        ("swipe([0.5, 0.8, 0.1], [0.5, 0.2])", 6, "pair"),
        ("swipe([0.5, 0.8], [0.5, 1.2])", 18, "0..1"),
        ("swipe([0.5, 0.8], [0.5, 0.2], 'down')", 30, "agrees with the points"),
        ("swipe([0.5, 0.8], [0.5, 0.2], amount=0.5)", 30, "no amount"),
        ("swipe(direction='sideways')", 6, "up, down"),
        ("swipe(direction='up', amount=0)", 22, "share"),
        ("long_press(x=0.5, y=0.5, duration=-1)", 25, "seconds"),
        ("wait(seconds=4000)", 5, "seconds"),
        ("open_app(app_name='')", 0, "name"),
        ("write(hello)", 11, "'='"),
        ("write(message='it's ok')", 18, "','"),
        ("write(message='a\nb')", 16, "line break"),
        ("write(message='open", 19, "closing '"),
        (r"write(message='\xZZ')", 17, "hexadecimal"),
        (r"write(message='\ud800')", 14, "surrogate"),
        ("terminate(status='done')", 10, "success, failure"),
        ("write(message=" + "[" * 9 + ")", 18, "deep"),
        ("\n".join(["navigate_back()"] * 65), 64 * 16, "at most 64"),
        ("<action></action>", 8, "a call"),
        ("<action>navigate_back()", 23, "</action>"),
        ("<action>navigate_back()</action> done", 33, "the end"),
        ("<action>navigate_back()</action><action>navigate_home()</action>", 32, "the end"),
        ("<think>hm</think>navigate_back()", 17, "<action>"),
        ("<think><action>navigate_back()</action>", 39, "</think>"),
        ("<operation>o</operation><think>t</think><action>navigate_back()</action>", 24, "<action>"),
        ("I go back. <action>navigate_back()</action>", 2, "'(' after I"),
        ("\ud800", 0, "surrogate"),
    ],
)
def test_anything_else_is_an_error_that_says_where(text: str, position: int, says: str) -> None:
    with pytest.raises(DslError) as caught:
        CODEC.decode(text)
    assert says in str(caught.value)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "action", "repair"),
    [
        ("<|box_start|>click(x=0.5, y=0.5)<|box_end|>", Tap(0.5, 0.5), "special token <|box_start|>"),
        ("click(x=0.5, y=0.5)</answer>", Tap(0.5, 0.5), "stray </answer>"),
        ("<action>click(x=0.5, y=0.5)</think></action>", Tap(0.5, 0.5), "stray </think>"),
        ("```python\nnavigate_back()\n```", Key("BACK"), "stray ```python"),
        ("<action>\nnavigate_back()", Key("BACK"), "missing </action>"),
        ("<operation>go back</operation>\nnavigate_back()", Key("BACK"), "missing <action>"),
        ("<operation>go back\n<action>navigate_back()</action>", Key("BACK"), "missing </operation>"),
        ("<think>hm\n<action>navigate_back()</action>", Key("BACK"), "missing </think>"),
        ("<think>hm\n<operation>o</operation>\n<action>wait()</action>", Wait(), "missing </think>"),
        ("Sure: <action>navigate_back()</action>", Key("BACK"), "words before <action>"),
        ("write(message='it's ok')", Type("it's ok"), "unescaped '"),
        ('write(message="去哪里"吃饭"呀？")', Type('去哪里"吃饭"呀？'), 'unescaped "'),
        ("write(message='say 'a', 'b') now')", Type("say 'a', 'b') now"), "unescaped '"),
        ("write(message='a\nb')", Type("a\nb"), "line break"),
        (
            "terminate(status='failure', info='it's gone')",
            Finish(FinishStatus.FAILURE, "it's gone"),
            "unescaped",
        ),
        ("terminate(status='fail')", Finish(FinishStatus.FAILURE), "read as 'failure'"),
        ("callUser()", Takeover(), "callUser read as call_user"),
        ("swipe([0.5, 0.8], [0.5, 0.2], 'down')", Swipe(0.5, 0.8, 0.5, 0.2), "direction that contradicts"),
    ],
)
def test_repair_fixes_what_models_do_and_says_what(text: str, action: Action, repair: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(text)
    decoded = CODEC.decode(text, repair=True)
    assert decoded.actions == (action,)
    assert any(repair in done for done in decoded.repairs), decoded.repairs


@pytest.mark.parametrize(
    "text",
    [
        "click(x=0.5, y=0.5",
        "write(message='cut off",
        "[{'Type', text=\"库迪咖啡\")",
        "<think>first <action>navigate_back()</action> or\n<action>navigate_home()</action>",
        "<think>maybe <action>navigate_back()</action>",
        "<think>I could\n<action>navigate_back()</action> but no",
        "do(__import__('os').system('rm -rf /'))",
        "click(x=0.5, y=0.5) and then we wait",
        "<|a|>" * 50_000,
        "</think>" * 50_000,
    ],
)
def test_repair_guesses_nothing(text: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(text, repair=True)


def test_what_can_be_read_strictly_is_not_repaired() -> None:
    decoded = CODEC.decode("write(message='<|box_start|>')", repair=True)
    assert decoded.actions == (Type("<|box_start|>"),)
    assert decoded.repairs == ()


@pytest.mark.parametrize(
    ("action", "kind", "note"),
    [
        (Tap(0.5, 0.5), FidelityKind.EXACT, ""),
        (Tap(0.5, 0.5, sensitive=True), FidelityKind.LOSSY, "confirmation"),
        (DoubleTap(0.5, 0.5), FidelityKind.LOSSY, "two clicks"),
        (LongPress(0.5, 0.5, 1234), FidelityKind.EXACT, ""),
        (Swipe(0, 0, 1, 1), FidelityKind.EXACT, ""),
        (Swipe(0, 0, 1, 1, 300), FidelityKind.LOSSY, "duration_ms"),
        (Scroll(Direction.DOWN), FidelityKind.LOSSY, "points"),
        (Scroll(Direction.DOWN, 0.5, 0.1, 0.2, 0.5, 0.75, 0.5, 0.25), FidelityKind.LOSSY, "x, y"),
        (Scroll(Direction.DOWN, 0.5, None, None, 0.5, 0.75, 0.5, 0.25), FidelityKind.EXACT, ""),
        (Scroll(Direction.UP, 0.5, None, None, 0.5, 0.75, 0.5, 0.25), FidelityKind.INEXPRESSIBLE, "against"),
        (Drag(0, 0, 1, 1), FidelityKind.INEXPRESSIBLE, "drag"),
        (Type("a", press_enter=True), FidelityKind.INEXPRESSIBLE, "enter"),
        (Type("a", x=0.5, y=0.5), FidelityKind.INEXPRESSIBLE, "field"),
        (Type("\ud800"), FidelityKind.INEXPRESSIBLE, "surrogate"),
        (Key("BACK"), FidelityKind.EXACT, ""),
        (Key("BACK", 2), FidelityKind.INEXPRESSIBLE, "2 times"),
        (Key("ENTER"), FidelityKind.INEXPRESSIBLE, "ENTER"),
        (OpenApp("Maps"), FidelityKind.EXACT, ""),
        (OpenApp("Maps", "com.maps", ".Main"), FidelityKind.LOSSY, "package, activity"),
        (OpenApp(package="com.maps"), FidelityKind.LOSSY, "package"),
        (Wait(1500), FidelityKind.EXACT, ""),
        (Finish(FinishStatus.SUCCESS, ""), FidelityKind.EXACT, ""),
        (Finish(FinishStatus.INFEASIBLE), FidelityKind.LOSSY, "infeasible"),
        (Finish(), FidelityKind.INEXPRESSIBLE, "neither"),
        (Takeover("help"), FidelityKind.LOSSY, "message"),
        (AskUser("which?"), FidelityKind.LOSSY, "question"),
        (Invalid("raw", "why"), FidelityKind.INEXPRESSIBLE, "invalid"),
    ],
)
def test_the_fidelity_table_says_what_is_lost(action: Action, kind: FidelityKind, note: str) -> None:
    fidelity = CODEC.fidelity(action)
    assert fidelity.kind is kind
    assert note in fidelity.note
    if kind is FidelityKind.INEXPRESSIBLE:
        with pytest.raises(DslError):
            CODEC.encode(action)
    else:
        assert CODEC.decode(CODEC.encode(action)).actions[0].type in (action.type, "tap", "takeover")


def test_coordinates_have_four_decimals() -> None:
    assert CODEC.encode(Tap(529 / 1440, 1)) == "click(x=0.3674, y=1.0000)"


@pytest.mark.parametrize(
    ("wrapping", "thought", "operation", "says"),
    [
        ("planning", None, None, "the operation is missing"),
        ("planning", None, " \n", "the operation is missing"),
        ("cot", None, "o", "the thought is missing"),
        ("cot", "t", None, "the operation is missing"),
        ("cot", "t </think> t", "o", "would end it early"),
        ("planning", None, "o </operation>", "would end it early"),
        ("haiku", "t", "o", "expected one of grounding"),
    ],
)
def test_a_wrapping_never_holds_an_empty_tag(
    wrapping: str, thought: str | None, operation: str | None, says: str
) -> None:
    with pytest.raises(DslError, match=says.replace("(", r"\(")):
        CODEC.encode(Key("BACK"), thought=thought, operation=operation, wrapping=wrapping)


def test_wrappings_as_upstream_writes_them() -> None:
    said = {
        name: CODEC.encode(Key("BACK"), thought="t", operation="o", wrapping=name) for name in CODEC.wrappings
    }
    assert said == {
        "grounding": "<action>\nnavigate_back()\n</action>",
        "planning": "<operation>\no\n</operation>\n<action>\nnavigate_back()\n</action>",
        "cot": "<think>\nt\n</think>\n<operation>\no\n</operation>\n<action>\nnavigate_back()\n</action>",
    }
    assert CODEC.needs("cot") == {"thought", "operation"}


def test_an_empty_think_is_no_thought() -> None:
    decoded = CODEC.decode("<think>\n\n</think>\n<action>navigate_back()</action>")
    assert decoded.thought is None


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("'\"\\,=()[]<>/\n"), max_size=40)


@settings(max_examples=100, deadline=None)
@given(_TEXTS)
def test_typed_text_comes_back_byte_for_byte(text: str) -> None:
    for wrapping in (None, "grounding"):
        said = CODEC.encode(Type(text), wrapping=wrapping)
        assert CODEC.decode(said).actions == (Type(text),)
        assert "\n" not in CODEC.encode(Type(text))


@settings(max_examples=60, deadline=None)
@given(
    text=_TEXTS,
    cut=st.integers(0, 60),
    noise=st.sampled_from(["", "<|im_end|>", "</action>", "'", ")", "\n"]),
    repair=st.booleans(),
)
def test_damage_never_crashes(text: str, cut: int, noise: str, repair: bool) -> None:
    said = CODEC.encode(Type(text), thought="t", operation="o", wrapping="cot")
    damaged = said[:cut] + noise + said[cut + 1 :]
    try:
        kinds = {type(action) for action in CODEC.decode(damaged, repair=repair).actions}
    except DslError as error:
        kinds = {Type}
        assert str(error).startswith("scalecua: ")  # noqa: PT017 - most damage is an error, some is none
    assert kinds == {Type}
