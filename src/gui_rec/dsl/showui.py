"""ShowUI's dictionaries (showlab/ShowUI, QUICK_START.md), read only: `{'action': 'TAP', 'value': None, 'position': [x, y]}`.

A Python dictionary's text, 0..1. SWIPE holds two points. Read by tokens, never evaluated.
"""

from __future__ import annotations

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import Argument, Call, read_value
from gui_rec.dsl.dialect import ReadOnlyDialect
from gui_rec.dsl.functions import Function, decode_by
from gui_rec.dsl.json_call import end_of_text
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.quoting import read_text
from gui_rec.dsl.reading import Reading
from gui_rec.model.actions import Action, Answer, Direction, Key, LongPress, Scroll, Swipe, Tap, Type
from gui_rec.model.geometry import ScreenSize, Space

_KEYS = ("action", "value", "position")
_REST = ("value", "position", "to")
_WORDS: dict[str, tuple[str, ...]] = {}


def _at(given: Arguments) -> tuple[float, float]:
    _nothing(given, "value")
    point = given.place("position")
    return point.x, point.y


def _nothing(given: Arguments, *names: str) -> None:
    for name in names:
        if given.has(name):
            raise given.reading.error(f"{name} as None in {given.call.name}", given.position(name))


def _text(given: Arguments) -> str:
    return given.require("value", given.text("value"))


def _typed(given: Arguments) -> Action:
    at = given.pair("position")
    return Type(_text(given), x=None if at is None else at.x, y=None if at is None else at.y)


def _swipe(given: Arguments) -> Action:
    _nothing(given, "value")
    start, end = given.place("position"), given.place("to")
    return Swipe(start.x, start.y, end.x, end.y)


def _scroll(given: Arguments) -> Action:
    _nothing(given, "position")
    return Scroll(Direction(given.require("value", given.word("value", tuple(Direction)))))


def _answer(given: Arguments) -> Action:
    _nothing(given, "position")
    return Answer(_text(given))


def _enter(given: Arguments) -> Action:
    _nothing(given, "value", "position")
    return Key("ENTER")


FUNCTIONS: dict[str, Function] = {
    "TAP": Function(_REST, lambda given: Tap(*_at(given))),
    "CLICK": Function(_REST, lambda given: Tap(*_at(given))),
    "LONG_PRESS": Function(_REST, lambda given: LongPress(*_at(given))),
    "SWIPE": Function(_REST, _swipe),
    "INPUT": Function(_REST, _typed),
    "SCROLL": Function(_REST, _scroll),
    "ANSWER": Function(_REST, _answer),
    "ENTER": Function(_REST, _enter),
}


class ShowUiCodec(ReadOnlyDialect):
    """ShowUI; see the module for its grammar."""

    name = "showui"
    numbers = Numbers(Space.NORM01, decimals=4)
    signatures = tuple(
        Signature(f"{{'action': '{name}', 'value': …, 'position': …}}", "read only") for name in FUNCTIONS
    )
    words = _WORDS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        actions: list[Action] = []
        position = reading.skip_space(0)
        while not actions or reading.starts(",", position):
            if actions:
                position = reading.skip_space(position + 1)
            call, position = _dictionary(reading, position)
            actions.append(decode_by(FUNCTIONS, reading, call, self.numbers, screen))
            position = reading.skip_space(position)
        end_of_text(reading, position)
        return Decoded(tuple(actions), repairs=tuple(reading.repairs))


def _dictionary(reading: Reading, position: int) -> tuple[Call, int]:
    """The dictionary at `position` as a call, and the position after it."""
    start = position
    if not reading.starts("{", position):
        raise reading.error("a dictionary such as {'action': 'TAP', ...}", position)
    found: dict[str, Argument] = {}
    position = reading.skip_space(position + 1)
    while not reading.starts("}", position):
        argument, position = _entry(reading, position, found)
        found[str(argument.name)] = argument
        position = reading.skip_space(position)
        if reading.starts(",", position):
            position = reading.skip_space(position + 1)
        elif not reading.starts("}", position):
            raise reading.error("',' or '}'", position)
    name = found.pop("action", None)
    if name is None or not isinstance(name.value, str):
        raise reading.error("action as quoted text", start)
    return Call(name.value, _arguments(found), start, position + 1), position + 1


def _entry(reading: Reading, position: int, found: dict[str, Argument]) -> tuple[Argument, int]:
    if not (reading.starts("'", position) or reading.starts('"', position)):
        raise reading.error("a quoted key", position)
    key, after = read_text(reading, position)
    if key not in _KEYS or key in found:
        raise reading.error(f"one of {', '.join(_KEYS)}, each once", position)
    after = reading.skip_space(after)
    if not reading.starts(":", after):
        raise reading.error("':' after the key", after)
    start = reading.skip_space(after + 1)
    value, end = read_value(reading, start)
    return Argument(key, value, start), end


def _arguments(found: dict[str, Argument]) -> tuple[Argument, ...]:
    """The entries; a position of two points becomes `position` and `to`."""
    position = found.get("position")
    value = None if position is None else position.value
    if position is None or not isinstance(value, tuple) or not any(isinstance(item, tuple) for item in value):
        return tuple(found.values())
    rest = tuple(argument for name, argument in found.items() if name != "position")
    names = ("position", "to")
    points = (Argument(name, item, position.position) for name, item in zip(names, value, strict=False))
    if len(value) != len(names):
        return (*rest, position)
    return (*rest, *points)


CODEC = ShowUiCodec()
