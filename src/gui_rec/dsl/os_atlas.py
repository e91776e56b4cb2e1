"""OS-Atlas's action lines (OS-Copilot/OS-Atlas, Apache-2.0): `thoughts:`, `actions:`, `CLICK <point>[[x,y]]</point>`.

Numbers are thousandths. A text stands between brackets without escapes, so a text with a line break cannot be said,
nor one that would be trimmed. A scroll's direction is the content's, as in AndroidControl, from which its data is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import Said, app_by_name, kept, lost_fields, refused
from gui_rec.dsl.sections import check_words, section
from gui_rec.errors import DslError, InputError
from gui_rec.model.actions import (
    Action,
    Button,
    Direction,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import Point, ScreenSize, Space

_MOST_ACTIONS = 64
_PLACED = re.compile(r"(CLICK|LONG_PRESS) <point>\[\[(\d{1,4}), ?(\d{1,4})\]\]</point>")
_WORDED = re.compile(r"(TYPE|SCROLL|OPEN_APP) \[(.*)\]")
_KEYS = {"PRESS_BACK": "BACK", "PRESS_HOME": "HOME", "PRESS_RECENT": "APP_SWITCH", "ENTER": "ENTER"}
_KEY_WORDS = {code: word for word, code in _KEYS.items()}
_PLAIN: dict[str, Callable[[], Action]] = {
    "WAIT": Wait,
    "COMPLETE": lambda: Finish(FinishStatus.SUCCESS),
    "IMPOSSIBLE": lambda: Finish(FinishStatus.INFEASIBLE),
}
_WORDS = {"actions": (), "thoughts": ("thought",)}
_SIGNATURES = (
    Signature("CLICK <point>[[x,y]]</point>", "touch the screen at (x, y)"),
    Signature("LONG_PRESS <point>[[x,y]]</point>", "touch and hold"),
    Signature("TYPE [text]", "enter text in the focused field"),
    Signature("SCROLL [UP, DOWN, LEFT or RIGHT]", "show more on that side"),
    Signature("OPEN_APP [name]", "open the app of that name"),
    Signature("PRESS_BACK", "go back"),
    Signature("PRESS_HOME", "go to the home screen"),
    Signature("PRESS_RECENT", "show the apps that were used lately"),
    Signature("ENTER", "press enter"),
    Signature("WAIT", "let time pass"),
    Signature("COMPLETE", "the task is complete"),
    Signature("IMPOSSIBLE", "the task is impossible"),
)


class OsAtlasCodec(Dialect):
    """OS-Atlas; see the module for its grammar."""

    name = "os_atlas"
    numbers = Numbers(Space.REL1000)
    signatures = _SIGNATURES
    words = _WORDS

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        thought, position = section(reading, "thoughts", reading.skip_space(0), until="actions:")
        if reading.starts("actions:", position):
            position += len("actions:")
        elif thought is not None:
            raise reading.error("actions:", position)
        actions: list[Action] = []
        for start, line in _lines(reading, position):
            if len(actions) == _MOST_ACTIONS:
                raise reading.error(f"at most {_MOST_ACTIONS} actions", start)
            actions.append(self._action(reading, line, start, screen))
        if not actions:
            raise reading.error("an action such as CLICK <point>[[500,500]]</point>", len(reading.text))
        return Decoded(tuple(actions), thought, None, tuple(reading.repairs))

    def _action(self, reading: Reading, line: str, start: int, screen: ScreenSize | None) -> Action:
        try:
            found = self._read_line(line, screen)
        except InputError as error:
            raise DslError(f"{self.name}: {error} (at {start})", position=start) from error
        if found is None:
            raise reading.error("an action such as CLICK <point>[[500,500]]</point>", start)
        return found

    def _read_line(self, line: str, screen: ScreenSize | None) -> Action | None:
        placed, worded = _PLACED.fullmatch(line), _WORDED.fullmatch(line)
        if placed is not None:
            at = self.numbers.read(float(placed[2]), float(placed[3]), screen)
            return Tap(at.x, at.y) if placed[1] == "CLICK" else LongPress(at.x, at.y)
        if worded is not None:
            return _worded(worded[1], worded[2])
        if line in _KEYS:
            return Key(_KEYS[line])
        return _PLAIN[line]() if line in _PLAIN else None

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        match action:
            case Tap(button=Button.LEFT, clicks=1):
                lost = lost_fields(action, "sensitive", "message")
                return kept(f"CLICK {self._point(action, screen)}", self.numbers.loss, *lost)
            case LongPress():
                lost = lost_fields(action, "duration_ms")
                return kept(f"LONG_PRESS {self._point(action, screen)}", self.numbers.loss, *lost)
            case Scroll():
                lost = lost_fields(action, "amount", "x", "x1", "duration_ms")
                return kept(f"SCROLL [{action.direction.upper()}]", *lost)
            case Type(press_enter=False, x=None):
                return _bracketed("TYPE", action.text, *lost_fields(action, "clear_before"))
            case OpenApp():
                name, lost = app_by_name(action)
                return _bracketed("OPEN_APP", name, *lost)
            case Key(code=code, presses=1) if code in _KEY_WORDS:
                return kept(_KEY_WORDS[code])
            case Wait():
                return kept("WAIT", *lost_fields(action, "duration_ms"))
            case Finish():
                return _finish(action)
            case _:
                return refused(f"there is no such {action.type}")

    def _point(self, action: Tap | LongPress, screen: ScreenSize | None) -> str:
        at = Point(action.x, action.y)
        first, second = self.numbers.write(at.x, at.y, screen)
        return f"<point>[[{first:g},{second:g}]]</point>"

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:
        """See `Dialect.wrap`."""
        check_words(wrapping, words, ("actions:",))
        return "\n".join([*(f"thoughts:\n{text}" for text in words.values()), "actions:", call])


def _lines(reading: Reading, position: int) -> list[tuple[int, str]]:
    """(where it begins, text) of each line that is not empty. Only "\n" ends a line."""
    found: list[tuple[int, str]] = []
    for line in reading.text[position:].split("\n"):
        text = line.strip(" \t\r")
        if text:
            found.append((position + line.index(text[0]), text))
        position += len(line) + 1
    return found


def _worded(kind: str, words: str) -> Action | None:
    if kind == "TYPE":
        return Type(words)
    if kind == "OPEN_APP":
        return OpenApp(name=words)
    return Scroll(Direction(words.lower())) if words.lower() in tuple(Direction) and words.isupper() else None


def _bracketed(kind: str, text: str, *lost: str) -> Said:
    if "\n" in text:
        return refused("a text between brackets stands on one line")
    return kept(f"{kind} [{text}]", *lost)


def _finish(action: Finish) -> Said:
    if action.status is FinishStatus.UNKNOWN:
        return refused("COMPLETE and IMPOSSIBLE claim something, and this finish claims nothing")
    word = "COMPLETE" if action.status is FinishStatus.SUCCESS else "IMPOSSIBLE"
    failed = "that it failed (it comes back as infeasible)" if action.status is FinishStatus.FAILURE else None
    return kept(word, failed, *lost_fields(action, "message"))


CODEC = OsAtlasCodec()
