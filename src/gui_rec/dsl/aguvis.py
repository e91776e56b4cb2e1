"""Aguvis's calls (xlang-ai/aguvis), read only: `pyautogui.click(x=0.1, y=0.2)`, `mobile.swipe(from_coord=…, to_coord=…)`.

Numbers are 0..1. A scroll's `page` is a share of the screen, negative ones show what lies below.
"""

from __future__ import annotations

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import read_calls
from gui_rec.dsl.dialect import ReadOnlyDialect
from gui_rec.dsl.functions import Function, decode_by
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.model.actions import (
    Action,
    Answer,
    Direction,
    DoubleTap,
    DragTo,
    Finish,
    FinishStatus,
    Hotkey,
    Key,
    LongPress,
    Move,
    OpenApp,
    RightClick,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize, Space

_XY = ("x", "y")
_STATUSES = (FinishStatus.SUCCESS.value, FinishStatus.FAILURE.value)
_PHONE_KEYS = {"enter": "ENTER", "backspace": "DEL"}
_WORDS: dict[str, tuple[str, ...]] = {}


def _at(given: Arguments) -> tuple[float, float]:
    point = given.point("x", "y")
    return point.x, point.y


def _text(name: str, given: Arguments) -> str:
    return given.require(name, given.text(name))


def _swipe(given: Arguments) -> Action:
    start, end = given.place("from_coord"), given.place("to_coord")
    return Swipe(start.x, start.y, end.x, end.y)


def _scroll(given: Arguments) -> Action:
    page = given.require("page", given.number("page"))
    if not 0 < abs(page) <= 1:
        raise given.reading.error("page in -1..1 and not 0", given.position("page"))
    x, y = _at(given) if given.has("x") else (None, None)
    return Scroll(Direction.UP if page > 0 else Direction.DOWN, abs(page), x, y)


def _press(given: Arguments) -> Action:
    name = _text("keys", given)
    return Key(_PHONE_KEYS[name]) if name in _PHONE_KEYS else Hotkey((name,))


def _hotkey(given: Arguments) -> Action:
    keys = given.texts("keys")
    return Hotkey(given.require("keys", keys))


def _terminate(given: Arguments) -> Action:
    return Finish(FinishStatus(given.require("status", given.word("status", _STATUSES))))


FUNCTIONS: dict[str, Function] = {
    "pyautogui.click": Function(_XY, lambda given: Tap(*_at(given))),
    "pyautogui.doubleClick": Function(_XY, lambda given: DoubleTap(*_at(given))),
    "pyautogui.rightClick": Function(_XY, lambda given: RightClick(*_at(given))),
    "pyautogui.moveTo": Function(_XY, lambda given: Move(*_at(given))),
    "pyautogui.dragTo": Function(_XY, lambda given: DragTo(*_at(given))),
    "pyautogui.write": Function(("message",), lambda given: Type(_text("message", given))),
    "pyautogui.press": Function(("keys",), _press),
    "pyautogui.hotkey": Function(("keys",), _hotkey),
    "pyautogui.scroll": Function(("page", *_XY), _scroll),
    "mobile.swipe": Function(("from_coord", "to_coord"), _swipe),
    "mobile.home": Function((), lambda _: Key("HOME")),
    "mobile.back": Function((), lambda _: Key("BACK")),
    "mobile.wait": Function(("seconds",), lambda given: Wait(given.milliseconds("seconds"))),
    "mobile.long_press": Function(_XY, lambda given: LongPress(*_at(given))),
    "mobile.open_app": Function(("app_name",), lambda given: OpenApp(name=_text("app_name", given))),
    "terminate": Function(("status",), _terminate),
    "answer": Function(("answer",), lambda given: Answer(_text("answer", given))),
}


class AguvisCodec(ReadOnlyDialect):
    """Aguvis; see the module for its grammar."""

    name = "aguvis"
    numbers = Numbers(Space.NORM01, decimals=4)
    signatures = tuple(
        Signature(f"{name}({', '.join(f.names)})", "read only") for name, f in FUNCTIONS.items()
    )
    words = _WORDS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        calls, _ = read_calls(reading, reading.skip_space(0), None)
        actions = tuple(decode_by(FUNCTIONS, reading, call, self.numbers, screen) for call in calls)
        return Decoded(actions, repairs=tuple(reading.repairs))


CODEC = AguvisCodec()
