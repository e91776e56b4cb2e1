"""Open-AutoGLM's answers, by its prompts and its handler."""

from __future__ import annotations

import pytest

from gui_rec.dsl.autoglm import CODEC
from gui_rec.dsl.autoglm_encode import LONG_PRESS_MS
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    AskUser,
    CallApi,
    DoubleTap,
    Finish,
    Key,
    LongPress,
    Note,
    OpenApp,
    Swipe,
    Takeover,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1000, 2000)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('do(action="Launch", app="小红书")', OpenApp(name="小红书")),
        ('do(action="Type", text="a, b=\\"c\\"")', Type('a, b="c"', clear_before=True)),
        ('do(action="Type_Name", text="Ada")', Type("Ada", clear_before=True)),
        ('do(action="Swipe", start=[500,800], end=[500,200])', Swipe(0.5, 0.8, 0.5, 0.2)),
        ('do(action="Long Press", element=[250,500])', LongPress(0.25, 0.5, LONG_PRESS_MS)),
        ('do(action="Double Tap", element=[250,500])', DoubleTap(0.25, 0.5)),
        ('do(action="Call_API", instruction="sum up")', CallApi("sum up")),
        ('do(action="Note", message="True")', Note("True")),
        ('do(action="Interact")', AskUser()),
        ('do(action="Take_over", message="log in")', Takeover("log in")),
        ('do(action="Back")', Key("BACK")),
        ('do(action="Home")', Key("HOME")),
        ('do(action="Wait", duration="1.5 seconds")', Wait(1500)),
        ('do(action="Wait")', Wait()),
        ('finish(message="done")', Finish(message="done")),
    ],
)
def test_what_the_prompt_shows_is_read(text: str, action: Action) -> None:
    said = CODEC.decode(f"<think>because</think>\n<answer>{text}</answer>", screen=_SCREEN)
    assert said.actions == (action,)
    assert (said.thought, said.repairs) == ("because", ())


@pytest.mark.parametrize(
    "text",
    [
        'do("Tap", [1,2])',
        "do(__import__('os').system('id'))",
        'do(action="finish", message="x")',
        'do(action="Fly")',
        'do(action="Type", text="hi", extra=1)',
        'do(action="Tap", element=[1200,100])',
        'do(action="Back")\ndo(action="Home")',
        'do(action="Wait", duration="soon")',
        'do(action="Wait", duration=True)',
        "tap(1, 2)",
    ],
)
@pytest.mark.parametrize("repair", [False, True])
def test_what_no_prompt_shows_is_an_error(text: str, repair: bool) -> None:
    with pytest.raises(DslError):
        CODEC.decode(text, screen=_SCREEN, repair=repair)


@pytest.mark.parametrize("duration", ['"2 s"', '"2"', "2", '"2 秒"', '"2.0 seconds "'])
def test_a_loosely_written_time_is_read_leniently_only(duration: str) -> None:
    text = f'do(action="Wait", duration={duration})'
    with pytest.raises(DslError, match="expected duration"):
        CODEC.decode(text)
    said = CODEC.decode(text, repair=True)
    assert said.actions == (Wait(2000),)
    assert len(said.repairs) == 1
