"""MetaGPT's EnvAction (geekan/MetaGPT, metagpt/environment/android/env_space.py, MIT), in pixels of the screen.

`orient` is the finger's direction: its executor moves the finger from `coord` by a tenth of the width, times one, two or
three for short, medium and long, twice that when it goes up or down. Its text is at most 256 characters.
"""

from __future__ import annotations

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import read_calls
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.functions import Function, decode_by
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.quoting import write_text
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import AS_SWIPE, Said, kept, lost_fields, refused
from gui_rec.dsl.strokes import CONTENT_OF_FINGER, finger_path
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Button, Key, LongPress, Scroll, Swipe, Tap, Type, Wait
from gui_rec.model.geometry import Point, PxPoint, ScreenSize, Space, to_px, to_unit

_NONE, _BACK, _TAP, _INPUT, _LONG_PRESS, _SWIPE, _SWIPE_TO = range(7)
_MOST_CHARS = 256
_DISTANCES = {"short": 1, "medium": 2, "long": 3}
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_NAMES = ("action_type", "coord", "tgt_coord", "input_txt", "orient", "dist")
_WORDS: dict[str, tuple[str, ...]] = {}
_SIGNATURES = (
    Signature("EnvAction(action_type=1)", "go back"),
    Signature("EnvAction(action_type=2, coord=[x, y])", "touch the screen at (x, y)"),
    Signature("EnvAction(action_type=3, input_txt='')", "enter text in the focused field"),
    Signature("EnvAction(action_type=4, coord=[x, y])", "touch and hold"),
    Signature(
        "EnvAction(action_type=5, coord=[x, y], orient='up', dist='medium')",
        "move the finger from (x, y) up, down, left or right, a short, medium or long way",
    ),
    Signature(
        "EnvAction(action_type=6, coord=[x1, y1], tgt_coord=[x2, y2])",
        "move the finger from one point to another",
    ),
)


def _build(given: Arguments) -> Action:
    kind = given.require("action_type", given.whole("action_type"))
    match kind:
        case 0:
            return Wait()
        case 1:
            return Key("BACK")
        case 2:
            at = given.place("coord")
            return Tap(at.x, at.y)
        case 3:
            return _typed(given)
        case 4:
            at = given.place("coord")
            return LongPress(at.x, at.y)
        case 5:
            return _swipe(given)
        case 6:
            start, end = given.place("coord"), given.place("tgt_coord")
            return Swipe(start.x, start.y, end.x, end.y)
        case _:
            raise given.reading.error("action_type in 0..6", given.position("action_type"))


def _typed(given: Arguments) -> Action:
    text = given.require("input_txt", given.text("input_txt"))
    if len(text) > _MOST_CHARS:
        raise given.reading.error(f"at most {_MOST_CHARS} characters", given.position("input_txt"))
    return Type(text)


def _swipe(given: Arguments) -> Action:
    start = given.place("coord")
    orient = given.word("orient", tuple(_DIRECTIONS)) or "up"
    steps = _DISTANCES[given.word("dist", tuple(_DISTANCES)) or "medium"]
    if given.screen is None:
        raise DslError(
            f"{given.reading.what}: a swipe's length is a share of the screen's width; give the screen's size",
            position=given.call.position,
        )
    dx, dy = _DIRECTIONS[orient]
    unit_px = given.screen.width_px // 10 * steps
    begin = to_px(start, given.screen)
    end = PxPoint(
        max(0, min(begin.x + dx * unit_px, given.screen.width_px - 1)),
        max(0, min(begin.y + dy * 2 * unit_px, given.screen.height_px - 1)),
    )
    finish = to_unit(end, given.screen)
    return Scroll(CONTENT_OF_FINGER[orient], None, None, None, start.x, start.y, finish.x, finish.y)


_FUNCTIONS = {"EnvAction": Function(_NAMES, _build)}


class MetaGptCodec(Dialect):
    """MetaGPT's EnvAction; see the module for its grammar."""

    name = "metagpt_env"
    numbers = Numbers(Space.PX)
    signatures = _SIGNATURES
    words = _WORDS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        calls, _ = read_calls(reading, reading.skip_space(0), None)
        actions = tuple(decode_by(_FUNCTIONS, reading, call, self.numbers, screen) for call in calls)
        return Decoded(actions, repairs=tuple(reading.repairs))

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        match action:
            case Tap(button=Button.LEFT, clicks=1):
                lost = lost_fields(action, "sensitive", "message")
                return kept(_call(_TAP, f"coord={self._pair(Point(action.x, action.y), screen)}"), *lost)
            case LongPress():
                lost = lost_fields(action, "duration_ms")
                return kept(
                    _call(_LONG_PRESS, f"coord={self._pair(Point(action.x, action.y), screen)}"), *lost
                )
            case Swipe() | Scroll():
                return self._stroke(action, screen)
            case Type(press_enter=False, x=None):
                if len(action.text) > _MOST_CHARS:
                    return refused(f"a text has at most {_MOST_CHARS} characters")
                lost = lost_fields(action, "clear_before")
                return kept(_call(_INPUT, f"input_txt={write_text(action.text)}"), *lost)
            case Key(code="BACK", presses=1):
                return kept(_call(_BACK))
            case Wait():
                return kept(_call(_NONE), *lost_fields(action, "duration_ms"))
            case _:
                return refused(f"there is no such {action.type}")

    def _pair(self, point: Point, screen: ScreenSize | None) -> str:
        first, second = self.numbers.write(point.x, point.y, screen)
        return f"[{first:g}, {second:g}]"

    def _stroke(self, action: Swipe | Scroll, screen: ScreenSize | None) -> Said:
        start, end = finger_path(action, screen)
        call = _call(_SWIPE_TO, f"coord={self._pair(start, screen)}, tgt_coord={self._pair(end, screen)}")
        if isinstance(action, Scroll):
            return kept(call, AS_SWIPE)
        return kept(call, *lost_fields(action, "duration_ms"))

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:  # noqa: ARG002 - it has no wrapping
        """See `Dialect.wrap`."""
        return call


def _call(kind: int, rest: str = "") -> str:
    return f"EnvAction(action_type={kind}{', ' if rest else ''}{rest})"


CODEC = MetaGptCodec()
