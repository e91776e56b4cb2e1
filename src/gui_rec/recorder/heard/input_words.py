"""The words of `input` -> what it does. Pure.

Facts: AOSP InputShellCommand.java (Android 12 and newer) and the older com.android.commands.input.Input: the order
`input [source] [-d N] command ...`; 300 ms for a swipe without a duration; words that are no numbers, or too few of
them, are refused with nothing done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from gui_rec.model.actions import Drag, Hotkey, LongPress, Swipe, Tap, Type
from gui_rec.model.geometry import Point
from gui_rec.recorder.heard import keys
from gui_rec.recorder.heard._api import Heard, Kind, Screen, acted, opaque
from gui_rec.recorder.heard.places import nearest, place, read_float, read_int
from gui_rec.recorder.heard.said import KeyRun, Said
from gui_rec.recorder.heard.series import Motion
from gui_rec.recorder.heard.words import Word
from gui_rec.recorder.touch.gestures import LONG_PRESS_MS

_SOURCES = frozenset(
    ["keyboard", "dpad", "gamepad", "touchscreen", "mouse", "stylus", "trackball", "touchpad"]
).union(["touchnavigation", "joystick", "rotaryencoder"])
_OWN_DISPLAY = frozenset(["0", "-1", "DEFAULT_DISPLAY", "INVALID_DISPLAY"])
_DEFAULT_MS = 300
_MAX_MS = 3_600_000
_MOST_KEYS = 2_000
_MOTIONS = ("DOWN", "UP", "MOVE", "CANCEL")


def hear_input(words: Sequence[Word], screen: Screen) -> Said:
    """What `input` with these arguments does; every word has a value."""
    rest = list(words)
    if rest and rest[0].value in _SOURCES:
        rest.pop(0)
    display = None
    if len(rest) > 1 and rest[0].value == "-d":
        display, rest = rest[1].value or "", rest[2:]
    verb = (rest[0].value or "") if rest else ""
    hear = _VERBS.get(verb)
    if hear is None:
        return _refused(f"it has no command {verb[:40]!r}")
    said = hear(rest[1:], screen)
    if said.acts and not _is_recorded(display, screen):
        where = "without a display" if display is None else f"on display {display[:20]}"
        return Said(opaque(f"input {verb} {where}; display {screen.display} is recorded"))
    return said


def _is_recorded(display: str | None, screen: Screen) -> bool:
    """Without a display a touch goes to display 0, and a key to the one that was touched last."""
    if display is None or display.upper() in _OWN_DISPLAY:
        return screen.display == 0
    return display == str(screen.display)


def _refused(why: str) -> Said:
    return Said(Heard(Kind.QUERY, note=f"`input` refuses this: {why}; nothing is sent"))


def _tap(words: Sequence[Word], screen: Screen) -> Said:
    numbers = _numbers(words, 2)
    if numbers is None:
        return _refused("tap takes two numbers")
    if len(words) > 2:
        return Said(opaque("input tap with more than two numbers: Android's versions differ"))
    point = place(numbers[0], numbers[1], screen.size)
    return Said(_outside("tap", numbers, screen) if point is None else acted(Tap(point.x, point.y)))


def _swipe(words: Sequence[Word], screen: Screen) -> Said:
    stroke = _stroke("swipe", words, screen)
    if isinstance(stroke, Said):
        return stroke
    start, end, duration_ms, note = stroke
    if start != end:
        return Said(acted(Swipe(start.x, start.y, end.x, end.y, duration_ms), note))
    if (_DEFAULT_MS if duration_ms is None else duration_ms) >= LONG_PRESS_MS:
        return Said(acted(LongPress(start.x, start.y, duration_ms), note))
    return Said(acted(Tap(start.x, start.y), note))


def _drag(words: Sequence[Word], screen: Screen) -> Said:
    stroke = _stroke("draganddrop", words, screen)
    if isinstance(stroke, Said):
        return stroke
    start, end, duration_ms, note = stroke
    return Said(acted(Drag(start.x, start.y, end.x, end.y, duration_ms=duration_ms), note))


def _stroke(
    verb: str, words: Sequence[Word], screen: Screen
) -> Said | tuple[Point, Point, int | None, str | None]:
    """Start, end, duration as it was given, and a note where the end was moved to the screen's edge."""
    numbers = _numbers(words, 4)
    duration_ms = read_int(words[4].value or "") if len(words) > 4 else None
    if numbers is None or (len(words) > 4 and duration_ms is None):
        return _refused(f"{verb} takes four numbers and a duration in ms")
    if len(words) > 5:
        return Said(opaque(f"input {verb} with more than five numbers: Android's versions differ"))
    if duration_ms is not None and duration_ms > _MAX_MS:
        return Said(opaque(f"input {verb} that lasts longer than an hour"))
    if duration_ms is not None and duration_ms < 0:
        duration_ms = None
    start = place(numbers[0], numbers[1], screen.size)
    if start is None:
        return Said(_outside(verb, numbers, screen))
    note = None
    if place(numbers[2], numbers[3], screen.size) is None:
        note = f"its end ({numbers[2]:g},{numbers[3]:g}) px lies outside the screen {screen.size}"
    return start, nearest(numbers[2], numbers[3], screen.size), duration_ms, note


def _outside(verb: str, numbers: Sequence[float], screen: Screen) -> Heard:
    return opaque(f"input {verb} at ({numbers[0]:g},{numbers[1]:g}) px, outside the screen {screen.size}")


def _numbers(words: Sequence[Word], count: int) -> list[float] | None:
    values = [read_float(word.value or "") for word in words[:count]]
    numbers = [value for value in values if value is not None]
    return numbers if len(numbers) == count else None


def _text(words: Sequence[Word], _screen: Screen) -> Said:
    if not words:
        return _refused("text takes a string")
    text = (words[0].value or "").replace("%s", " ")
    if len(words) > 1:
        return Said(
            opaque("input text with several words: Android types the first, older versions refuse; quote it")
        )
    if not text:
        return Said(Heard(Kind.QUERY, note="`input text` with nothing to type"))
    odd = next((character for character in text if not (" " <= character <= "~")), None)
    if odd is not None:
        return Said(
            opaque(f"input text with {odd!r}, for which Android's virtual keyboard has no key on most phones")
        )
    return Said(acted(Type(text)))


def _key_event(words: Sequence[Word], _screen: Screen) -> Said:
    rest, options = list(words), set[str]()
    while rest and (rest[0].value or "").startswith("--"):
        option = rest.pop(0).value or ""
        options.add(option)
        if option == "--delay" and (not rest or read_int(rest.pop(0).value or "") is None):
            return _refused("--delay takes a number of ms")
    if not rest:
        return _refused("keyevent takes a key")
    if options - {"--longpress", "--doubletap", "--async", "--delay"}:
        return Said(opaque("input keyevent with an option that is not known here"))
    named = [(word, keys.key_of(word.value or "")) for word in rest[:_MOST_KEYS]]
    unknown = next((word.value or "" for word, name in named if name is None), None)
    if unknown is not None and (len(named) > 1 or unknown.isdigit()):
        return Said(opaque(f"input keyevent with {unknown[:40]!r}, which is no key that is known here"))
    if unknown is not None:
        return Said(Heard(Kind.QUERY, note=f"there is no key {unknown[:40]!r}: Android presses key 0"))
    if "--longpress" in options or len(rest) > _MOST_KEYS:
        names = ", ".join(name or "" for _, name in named[:5])
        why = (
            "a key held long, which the key action cannot say" if len(rest) <= _MOST_KEYS else "too many keys"
        )
        return Said(opaque(f"input keyevent {names}: {why}"))
    return _runs(named, 2 if "--doubletap" in options else 1)


def _runs(named: Sequence[tuple[Word, str | None]], times: int) -> Said:
    """The keys, those that follow each other as presses of one action."""
    runs: list[KeyRun] = []
    for name, group in groupby(named, key=lambda pair: pair[1]):
        words = [word for word, _ in group]
        most = keys.MOST_PRESSES // times
        for at in range(0, len(words), most):
            part = words[at : at + most]
            action = keys.presses(name or "", len(part) * times)[0]
            runs.append(KeyRun(action, part[0], part[-1]))
    if len(runs) == 1:
        return Said(acted(runs[0].action))
    return Said(keys=tuple(runs))


def _key_combination(words: Sequence[Word], _screen: Screen) -> Said:
    rest = list(words)
    if rest and rest[0].value == "-t":
        if len(rest) < 2 or read_int(rest[1].value or "") is None:
            return _refused("-t takes a number of ms")
        rest = rest[2:]
    names = [keys.key_of(word.value or "") for word in rest]
    known = tuple(name for name in names if name is not None and name != "UNKNOWN")
    if len(known) < 2 or len(known) != len(names):
        return _refused("keycombination takes two keys or more")
    return Said(acted(Hotkey(known)))


def _motion_event(words: Sequence[Word], _screen: Screen) -> Said:
    event = (words[0].value or "").upper() if words else ""
    if event not in _MOTIONS:
        return _refused("motionevent takes DOWN, UP, MOVE or CANCEL")
    if event == "CANCEL":
        return Said(piece=Motion(event, 0.0, 0.0))
    numbers = _numbers(words[1:], 2)
    if numbers is None or len(words) > 3:
        return _refused(f"motionevent {event} takes two numbers")
    return Said(piece=Motion(event, numbers[0], numbers[1]))


def _roll(_words: Sequence[Word], _screen: Screen) -> Said:
    return Said(opaque("input roll: a trackball's turn, which no action can say"))


def _press(_words: Sequence[Word], _screen: Screen) -> Said:
    return Said(opaque("input press: a trackball's press, which no action can say"))


def _wheel(_words: Sequence[Word], _screen: Screen) -> Said:
    return Said(opaque("input scroll: a wheel's turn, which no action can say"))


_VERBS: dict[str, Callable[[Sequence[Word], Screen], Said]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag,
    "text": _text,
    "keyevent": _key_event,
    "keycombination": _key_combination,
    "motionevent": _motion_event,
    "roll": _roll,
    "press": _press,
    "scroll": _wheel,
}


def add_note(heard: Heard, note: str) -> Heard:
    """The same with one more note."""
    return replace(heard, note=note if heard.note is None else f"{heard.note}; {note}")
