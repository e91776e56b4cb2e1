from __future__ import annotations

import pytest

from gui_rec.dsl.autoglm import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Answer,
    Direction,
    Drag,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1080, 2400)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Tap(0.5, 0.5), 'do(action="Tap", element=[500,500])'),
        (Tap(1.0, 1.0), 'do(action="Tap", element=[999,999])'),
        (
            Tap(0.5, 0.5, sensitive=True, message="pay?"),
            'do(action="Tap", element=[500,500], message="pay?")',
        ),
        (Type('a "b"\n', clear_before=True), r'do(action="Type", text="a \"b\"\n")'),
        (Swipe(0.5, 0.75, 0.5, 0.25), 'do(action="Swipe", start=[500,750], end=[500,250])'),
        (Scroll(Direction.DOWN), 'do(action="Swipe", start=[500,750], end=[500,250])'),
        (OpenApp(name="Shop"), 'do(action="Launch", app="Shop")'),
        (Wait(2500), 'do(action="Wait", duration="2.5 seconds")'),
        (Finish(), 'finish(message="")'),
        (Answer("42"), 'finish(message="42")'),
    ],
)
def test_it_is_written_as_the_prompt_shows_it(action: Action, text: str) -> None:
    assert CODEC.encode(action, screen=_SCREEN) == text


@pytest.mark.parametrize(
    ("action", "lost"),
    [
        (LongPress(0.5, 0.5, 800), "duration_ms"),
        (Type("x"), "not cleared"),
        (OpenApp(package="com.example.shop"), "package"),
        (Finish(FinishStatus.SUCCESS, "x"), "the status success"),
        (Scroll(Direction.UP), "swipe"),
        (Tap(0.5, 0.5, sensitive=True), "sensitive"),
        (Wait(3_599_999), "long wait"),
    ],
)
def test_what_is_lost_is_named(action: Action, lost: str) -> None:
    assert lost in CODEC.fidelity(action).note


@pytest.mark.parametrize(
    "action",
    [
        Type("x", press_enter=True),
        Type("x", x=0.5, y=0.5),
        Key("ENTER"),
        Key("BACK", 2),
        Tap(0.5, 0.5, clicks=2),
        Drag(0, 0, 1, 1),
    ],
)
def test_what_it_has_no_word_for_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="autoglm cannot say"):
        CODEC.encode(action, screen=_SCREEN)


def test_without_a_screen_no_place_is_guessed() -> None:
    with pytest.raises(DslError, match="screen's size"):
        CODEC.encode(Tap(0.5, 0.5))
