"""The dialect of UI-TARS on a phone (bytedance/UI-TARS, Apache-2.0): `Thought: …`, `Action: click(point='<point>x y</point>')`.

Grammar: README_v1.md, codes/ui_tars/prompt.py; its PC calls are read too. Three members differ in numbers and in how
they write a place: `ui_tars` (the 1.5 weights, pixels of the resized picture), `ui_tars_doubao` (the cloud's 1.5,
thousandths), `ui_tars_v1` (thousandths in a box). Either form of a place is read by all of them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.call_syntax import Argument, Call, read_calls
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.functions import decode_by
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import Said
from gui_rec.dsl.sections import check_words, section
from gui_rec.dsl.ui_tars_decode import FUNCTIONS
from gui_rec.dsl.ui_tars_encode import Places, say
from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize, Space
from gui_rec.model.resize import UI_TARS

_PLACES = ("point", "start_point", "end_point", "start_box", "end_box")
_NUMBER = r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*"
_POINT = re.compile(rf"<point>{_NUMBER}[ ,]{_NUMBER}</point>")
_BOX = re.compile(
    rf"(?:<\|box_start\|>)?[(\[]{_NUMBER},{_NUMBER}(?:,{_NUMBER},{_NUMBER})?[)\]](?:<\|box_end\|>)?"
)
_WORDS = {"action": (), "thought": ("thought",)}
_TAIL = (
    Signature("type(content='')", r"enter text in the focused field; end it with \n to submit"),
    Signature("open_app(app_name='')", "open the app of that name"),
    Signature("press_home()", "go to the home screen"),
    Signature("press_back()", "go back"),
    Signature("finished(content='')", "end the task; the content says what was done"),
)
_POINTS = (
    Signature("click(point='<point>x1 y1</point>')", "touch the screen at a place"),
    Signature("long_press(point='<point>x1 y1</point>')", "touch and hold"),
    Signature(
        "scroll(point='<point>x1 y1</point>', direction='down or up or right or left')",
        "show more of the content on that side",
    ),
    Signature(
        "drag(start_point='<point>x1 y1</point>', end_point='<point>x2 y2</point>')",
        "move the finger from one place to another",
    ),
    *_TAIL,
)
_BOX_WORDS = "<|box_start|>(x1,y1)<|box_end|>"
_BOXES = (
    Signature(f"click(start_box='{_BOX_WORDS}')", "touch the screen at a place"),
    Signature(f"long_press(start_box='{_BOX_WORDS}', time='')", "touch and hold for a number of seconds"),
    Signature(
        f"scroll(start_box='{_BOX_WORDS}', end_box='<|box_start|>(x3,y3)<|box_end|>')",
        "move the finger from one place to another",
    ),
    *_TAIL,
)


class UiTarsCodec(Dialect):
    """One of UI-TARS's three; see the module for its grammar."""

    words = _WORDS

    def __init__(self, name: str, numbers: Numbers, places: Places) -> None:
        self.name = name
        self.numbers = numbers
        self._places = places
        self.signatures = _BOXES if places is Places.BOX else _POINTS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        position = reading.skip_space(0)
        thought, position = section(reading, "Thought", position, until="Action:")
        position = _skip_label(reading, position, needed=thought is not None)
        calls, _ = read_calls(reading, position, None)
        actions = tuple(
            decode_by(FUNCTIONS, reading, _with_places(reading, call), self.numbers, screen) for call in calls
        )
        return Decoded(actions, thought, None, tuple(reading.repairs))

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        return say(action, self.numbers, self._places, screen)

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:
        """See `Dialect.wrap`."""
        check_words(wrapping, words, ("Action:",))
        return "\n".join([*(f"Thought: {text}" for text in words.values()), f"Action: {call}"])


def _skip_label(reading: Reading, position: int, *, needed: bool) -> int:
    if not reading.starts("Action:", position):
        if needed:
            raise reading.error("Action: after the thought", position)
        return position
    after = position + len("Action:")
    if not reading.starts(" ", after) and not reading.starts("\n", after):
        reading.repair("missing space after Action: added", "a space after Action:", after)
    return after


def _with_places(reading: Reading, call: Call) -> Call:
    """The call with every place as a pair of numbers, or as a box of four."""
    return replace(call, arguments=tuple(_placed(reading, argument) for argument in call.arguments))


def _placed(reading: Reading, argument: Argument) -> Argument:
    if argument.name not in _PLACES or not isinstance(argument.value, str):
        return argument
    found = _POINT.fullmatch(argument.value.strip()) or _BOX.fullmatch(argument.value.strip())
    if found is None:
        raise reading.error("a place such as '<point>500 500</point>' or '(500,500)'", argument.position)
    numbers = tuple(float(number) for number in found.groups() if number is not None)
    return replace(argument, value=numbers)


UI_TARS_15 = UiTarsCodec("ui_tars", Numbers(Space.RESIZED, resize=UI_TARS), Places.POINT)
DOUBAO = UiTarsCodec("ui_tars_doubao", Numbers(Space.REL1000), Places.POINT)
UI_TARS_1 = UiTarsCodec("ui_tars_v1", Numbers(Space.REL1000), Places.BOX)
