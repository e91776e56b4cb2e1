from __future__ import annotations

import pytest

from gui_rec.dsl.metagpt_env import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Direction, Key, LongPress, Scroll, Swipe, Tap, Type, Wait
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1000, 2000)


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ("EnvAction(action_type=0)", Wait()),
        ("EnvAction(action_type=1)", Key("BACK")),
        ("EnvAction(action_type=2, coord=[500, 500])", Tap(0.5, 0.25)),
        ("EnvAction(action_type=3, input_txt='a, b')", Type("a, b")),
        ("EnvAction(action_type=4, coord=[500, 500])", LongPress(0.5, 0.25)),
        (
            'EnvAction(action_type=5, coord=[500,1200], orient="up", dist="medium")',
            Scroll(Direction.DOWN, None, None, None, 0.5, 0.6, 0.5, 0.4),
        ),
        (
            'EnvAction(action_type=5, coord=[50,1200], orient="left", dist="long")',
            Scroll(Direction.RIGHT, None, None, None, 0.05, 0.6, 0.0, 0.6),
        ),
        ("EnvAction(action_type=6, coord=[500, 500], tgt_coord=[500, 1000])", Swipe(0.5, 0.25, 0.5, 0.5)),
    ],
)
def test_every_type_is_read_as_its_executor_performs_it(call: str, action: Action) -> None:
    assert CODEC.decode(call, screen=_SCREEN).actions == (action,)


@pytest.mark.parametrize(
    "call",
    [
        "EnvAction()",
        "EnvAction(action_type=7)",
        "EnvAction(action_type=2)",
        "EnvAction(action_type=2, coord=[500, 500, 1])",
        "EnvAction(action_type=2, coord=[1001, 500])",
        "EnvAction(action_type=5, coord=[500, 500], orient='north')",
        f"EnvAction(action_type=3, input_txt='{'x' * 257}')",
        "OtherAction(action_type=1)",
    ],
)
def test_what_its_space_does_not_hold_is_an_error(call: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(call, screen=_SCREEN, repair=True)


def test_a_length_in_shares_of_the_width_needs_the_screen() -> None:
    with pytest.raises(DslError, match="screen's size"):
        CODEC.decode("EnvAction(action_type=5, coord=[0, 0])")


@pytest.mark.parametrize(
    "action", [Type("x" * 257), Key("HOME"), Tap(0.5, 0.5, clicks=2), Type("a", press_enter=True)]
)
def test_what_it_has_no_number_for_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="cannot say"):
        CODEC.encode(action, screen=_SCREEN)
