from __future__ import annotations

import pytest

from gui_rec.dsl.os_atlas import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Direction,
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


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("CLICK <point>[[500,250]]</point>", Tap(0.5, 0.25)),
        ("LONG_PRESS <point>[[500, 250]]</point>", LongPress(0.5, 0.25)),
        ("TYPE [a ] b]", Type("a ] b")),
        ("TYPE []", Type("")),
        ("SCROLL [DOWN]", Scroll(Direction.DOWN)),
        ("OPEN_APP [Shop]", OpenApp(name="Shop")),
        ("PRESS_RECENT", Key("APP_SWITCH")),
        ("ENTER", Key("ENTER")),
        ("WAIT", Wait()),
        ("COMPLETE", Finish(FinishStatus.SUCCESS)),
        ("IMPOSSIBLE", Finish(FinishStatus.INFEASIBLE)),
    ],
)
def test_every_line_is_read(line: str, action: Action) -> None:
    said = CODEC.decode(f"thoughts:\nso it is\nactions:\n{line}\n")
    assert (said.actions, said.thought) == ((action,), "so it is")
    assert CODEC.decode(line).actions == (action,)


def test_several_lines_are_several_actions() -> None:
    assert CODEC.decode("actions:\nPRESS_HOME\n\nPRESS_BACK").actions == (Key("HOME"), Key("BACK"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "actions:",
        "thoughts:\nx\nactions:",
        "CLICK [[500,250]]",
        "CLICK <point>[[1001,250]]</point>",
        "SCROLL [down]",
        "SCROLL [SIDEWAYS]",
        "OPEN_APP []",
        "PRESS_HOME now",
        "WAIT\n" * 65,
    ],
)
def test_what_is_no_line_of_it_is_an_error_with_its_position(text: str) -> None:
    with pytest.raises(DslError) as caught:
        CODEC.decode(text, repair=True)
    assert caught.value.position is not None


@pytest.mark.parametrize(
    "action", [Type("two\nlines"), Swipe(0, 0, 1, 1), Finish(), Key("VOLUME_UP"), Type("a", press_enter=True)]
)
def test_what_it_has_no_line_for_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="cannot say"):
        CODEC.encode(action)
