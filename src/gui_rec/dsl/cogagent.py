"""CogAgent's grounded operations (THUDM/CogAgent, README.md), read only.

`Action: …` and `Grounded Operation: CLICK(box=[[l,t,r,b]], element_type='…', element_info='…')`; boxes are 000 to 999,
executed in their middle over 1000. `<<敏感操作>>` and `<<一般操作>>` behind it say whether a person should confirm.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import Call, read_call
from gui_rec.dsl.dialect import ReadOnlyDialect
from gui_rec.dsl.functions import Function, decode_by
from gui_rec.dsl.json_call import end_of_text
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.model.actions import (
    Action,
    Answer,
    Direction,
    DoubleTap,
    Finish,
    Hotkey,
    Key,
    LongPress,
    OpenApp,
    RightClick,
    Scroll,
    Tap,
    Type,
)
from gui_rec.model.geometry import ScreenSize, Space

_LABELS = ("Status:", "Plan:", "Action:", "Grounded Operation:")
_SENSITIVE, _PLAIN = "<<敏感操作>>", "<<一般操作>>"
_KEYS = {"enter": "ENTER", "return": "ENTER", "backspace": "DEL", "home": "HOME", "back": "BACK"}
_ABOUT = ("element_type", "element_info")
_NAME = re.compile(r"[A-Z_]+(?=\()")
_WORDS: dict[str, tuple[str, ...]] = {}


def _at(given: Arguments) -> tuple[float, float]:
    point = given.box("box")
    return point.x, point.y


def _typed(given: Arguments) -> Action:
    x, y = _at(given) if given.has("box") else (None, None)
    return Type(given.require("text", given.text("text")), x=x, y=y)


def _scroll(direction: Direction) -> Function:
    def build(given: Arguments) -> Action:
        x, y = _at(given) if given.has("box") else (None, None)
        return Scroll(direction, x=x, y=y)

    return Function(("box", "step_count", *_ABOUT), build)


def _key(given: Arguments) -> Action:
    name = given.require("key", given.text("key") or None)
    if "+" in name or name.lower() not in _KEYS:
        return Hotkey(tuple(part for part in name.split("+") if part) or (name,))
    return Key(_KEYS[name.lower()])


FUNCTIONS: dict[str, Function] = {
    "CLICK": Function(("box", *_ABOUT), lambda given: Tap(*_at(given))),
    "DOUBLE_CLICK": Function(("box", *_ABOUT), lambda given: DoubleTap(*_at(given))),
    "RIGHT_CLICK": Function(("box", *_ABOUT), lambda given: RightClick(*_at(given))),
    "LONG_PRESS": Function(("box", *_ABOUT), lambda given: LongPress(*_at(given))),
    "TYPE": Function(("box", "text", *_ABOUT), _typed),
    **{f"SCROLL_{direction.upper()}": _scroll(direction) for direction in Direction},
    "KEY_PRESS": Function(("key",), _key),
    "LAUNCH": Function(("app", "url"), lambda given: OpenApp(name=given.require("app", given.text("app")))),
    "QUOTE_TEXT": Function(
        ("box", "output", "result", *_ABOUT),
        lambda given: Answer(given.require("output", given.text("output"))),
    ),
    "END": Function((), lambda _: Finish()),
}


class CogAgentCodec(ReadOnlyDialect):
    """CogAgent; see the module for its grammar."""

    name = "cogagent"
    numbers = Numbers(Space.REL1000)
    signatures = tuple(
        Signature(f"{name}({', '.join(f.names)})", "read only") for name, f in FUNCTIONS.items()
    )
    words = _WORDS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        said: dict[str, str] = {}
        position = reading.skip_space(0)
        while not reading.starts(_LABELS[-1], position) and _NAME.match(reading.text, position) is None:
            position = _words(reading, position, said)
        if reading.starts(_LABELS[-1], position):
            position = reading.skip_space(position + len(_LABELS[-1]))
        call = read_call(reading, position)
        action = decode_by(FUNCTIONS, reading, _boxed(call), self.numbers, screen)
        end = reading.skip_space(call.end)
        sensitive = reading.starts(_SENSITIVE, end)
        if sensitive or reading.starts(_PLAIN, end):
            end += len(_SENSITIVE)
        end_of_text(reading, end)
        if sensitive and isinstance(action, Tap):
            action = replace(action, sensitive=True)
        return Decoded((action,), said.get("Plan:"), said.get("Action:"), tuple(reading.repairs))


def _words(reading: Reading, position: int, said: dict[str, str]) -> int:
    """Keep the words of the section at `position`; where the next one begins."""
    label = next((name for name in _LABELS[:-1] if reading.starts(name, position)), None)
    if label is None or label in said:
        raise reading.error(f"one of {', '.join(_LABELS)}", position)
    start = position + len(label)
    ends = [reading.text.find(f"\n{name}", start) for name in _LABELS]
    there = [end for end in ends if end >= 0]
    if not there:
        raise reading.error("Grounded Operation: after the words", len(reading.text))
    said[label] = reading.text[start : min(there)].strip()
    return min(there) + 1


def _boxed(call: Call) -> Call:
    """`box=[[l,t,r,b]]` with its outer list taken off."""
    arguments = tuple(
        replace(argument, value=argument.value[0])
        if argument.name == "box" and isinstance(argument.value, tuple) and len(argument.value) == 1
        else argument
        for argument in call.arguments
    )
    return replace(call, arguments=arguments)


CODEC = CogAgentCodec()
