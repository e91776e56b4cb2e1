from __future__ import annotations

import json

import pytest

from gui_rec.dsl.mobile_use import GUI_OWL, MAI_UI, QWEN2_5_VL, QWEN3
from gui_rec.dsl.mobile_use_encode import Spelling
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1080, 2400)


def _arguments(text: str) -> object:
    return json.loads(text)["arguments"]


def test_each_spells_its_own_way() -> None:
    assert _arguments(QWEN3.encode(Key("BACK"))) == {"action": "system_button", "button": "Back"}
    assert _arguments(MAI_UI.encode(Key("BACK"))) == {"action": "system_button", "button": "back"}
    assert _arguments(MAI_UI.encode(Finish(FinishStatus.FAILURE)))["status"] == "fail"  # type: ignore[index]
    assert _arguments(GUI_OWL.encode(AskUser("which?"))) == {"action": "interact", "text": "which?"}
    assert _arguments(MAI_UI.encode(AskUser("which?"))) == {"action": "ask_user", "text": "which?"}
    swipe = Swipe(0.5, 0.75, 0.5, 0.25)
    assert "coordinate2" in QWEN3.encode(swipe, screen=_SCREEN)
    assert "end_coordinate" in MAI_UI.encode(swipe, screen=_SCREEN)


@pytest.mark.parametrize(("duration_ms", "time"), [(2000, 2), (1500, 1.5), (None, None)])
def test_times_are_seconds(duration_ms: int | None, time: float | None) -> None:
    arguments = _arguments(QWEN3.encode(Wait(duration_ms)))
    assert isinstance(arguments, dict)
    assert arguments.get("time") == time
    assert "time" not in MAI_UI.encode(Wait(duration_ms))


@pytest.mark.parametrize(
    "action",
    [
        OpenApp(name="Shop"),
        Key("VOLUME_UP"),
        Key("BACK", 2),
        DoubleTap(0.5, 0.5),
        AskUser("which?"),
        Type("x", press_enter=True),
        Type("x", x=0.5, y=0.5),
        Tap(0.5, 0.5, clicks=2),
        Finish(),
    ],
)
def test_what_the_cookbook_has_not_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="qwen_mobile_use cannot say"):
        QWEN3.encode(action, screen=_SCREEN)
    assert not QWEN2_5_VL.fidelity(Answer("x")).expressible


def test_what_is_lost_is_named() -> None:
    assert "infeasible" in QWEN3.fidelity(Finish(FinishStatus.INFEASIBLE)).note
    assert "message" in QWEN3.fidelity(Finish(FinishStatus.SUCCESS, "x")).note
    assert "duration_ms" in MAI_UI.fidelity(LongPress(0.5, 0.5, 900)).note


def test_the_names_of_a_spelling_are_those_that_it_can_write() -> None:
    assert Spelling().actions == (
        "click", "long_press", "swipe", "type", "system_button", "wait", "answer", "terminate",
    )  # fmt: skip
