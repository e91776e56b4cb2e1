"""The syntax of `textMatches` patterns: text -> parts that `gui_rec.ui.pattern` builds its states of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gui_rec.errors import InputError

MAX_NESTING = 40
MAX_COUNT = 1000

_CLASSES: dict[str, Callable[[str], bool]] = {
    "d": str.isdecimal,
    "w": lambda char: char.isalnum() or char == "_",
    "s": str.isspace,
}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_HEX_DIGITS = {"x": 2, "u": 4}


@dataclass(frozen=True, slots=True)
class Chars:
    """One character: any of `ranges`, or of `tests`; turned round by `negated`."""

    ranges: tuple[tuple[str, str], ...] = ()
    tests: tuple[Callable[[str], bool], ...] = ()
    negated: bool = False
    ignore_case: bool = False

    def has(self, char: str) -> bool:
        forms = {char, char.lower(), char.upper()} if self.ignore_case else {char}
        # Some letters' other case is two letters long ("ß", "SS"): as a text that would lie within `[S-T]`.
        found = any(low <= form <= high for form in forms if len(form) == 1 for low, high in self.ranges)
        return (found or any(test(char) for test in self.tests)) != self.negated


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place between characters: `^`, `$`, `b` or `B`."""

    kind: str

    def holds(self, text: str, position: int) -> bool:
        if self.kind == "^":
            return position == 0
        if self.kind == "$":
            return position == len(text)
        is_word = _CLASSES["w"]
        before = position > 0 and is_word(text[position - 1])
        behind = position < len(text) and is_word(text[position])
        return (before != behind) == (self.kind == "b")


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Any one of the parts."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`part` from `least` to `most` times; None is without end."""

    part: Part
    least: int
    most: int | None


Part: TypeAlias = Chars | Assertion | Sequence | Alternatives | Repeat


def parse(text: str) -> Part:
    """The parts of pattern `text`. Raises InputError with the position of what is not understood."""
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._ignore_case = False
        self._dot_all = False

    def whole(self) -> Part:
        if self._text.startswith("(?") and self._text[2:].partition(")")[0].strip("is") == "":
            flags, closed, _ = self._text[2:].partition(")")
            if flags and closed:
                self._ignore_case, self._dot_all = "i" in flags, "s" in flags
                self._at = len(flags) + 3
        part = self._alternatives()
        if self._at < len(self._text):
            raise self._error("an unmatched )")
        return part

    def _alternatives(self) -> Part:
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Alternatives(tuple(parts))

    def _sequence(self) -> Part:
        parts: list[Part] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            parts.append(self._repeated(self._atom()))
        return Sequence(tuple(parts))

    def _atom(self) -> Part:
        char = self._next()
        if char == "(":
            return self._group()
        if char == "[":
            return self._set()
        if char == "\\":
            return self._escape()
        if char in "^$":
            return Assertion(char)
        if char == ".":
            return Chars(negated=True) if self._dot_all else Chars((("\n", "\n"),), negated=True)
        if char in "*+?{":
            raise self._error(f"{char!r} with nothing to repeat")
        return Chars(((char, char),), ignore_case=self._ignore_case)

    def _group(self) -> Part:
        if self._take("?") and not self._take(":"):
            raise self._error("lookaround, flags or names in a group; only ( and (?: are known")
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self._error(f"more than {MAX_NESTING} nested groups")
        part = self._alternatives()
        if not self._take(")"):
            raise self._error("a group without its )")
        self._depth -= 1
        return part

    def _repeated(self, part: Part) -> Part:
        limits = self._limits()
        if limits is None:
            return part
        if isinstance(part, Assertion):
            raise self._error("a repeated assertion")
        if not self._take("?"):
            self._refuse("+", "a possessive repeat")
        if self._at < len(self._text) and self._text[self._at] in "*+?{":
            raise self._error("a repeat of a repeat")
        return Repeat(part, *limits)

    def _limits(self) -> tuple[int, int | None] | None:
        if self._take("*"):
            return (0, None)
        if self._take("+"):
            return (1, None)
        if self._take("?"):
            return (0, 1)
        if not self._take("{"):
            return None
        body, closed, _ = self._text[self._at :].partition("}")
        low, comma, high = body.partition(",")
        if not closed or not low.isdecimal() or not (high.isdecimal() or high == "") or len(body) > 9:
            raise self._error("a count that is not {m}, {m,} or {m,n}")
        self._at += len(body) + 1
        least = int(low)
        most = int(high) if high else (None if comma else least)
        if max(least, most or 0) > MAX_COUNT or (most is not None and most < least):
            raise self._error(f"a count outside 0..{MAX_COUNT} or turned round")
        return (least, most)

    def _set(self) -> Part:
        negated = self._take("^")
        ranges: list[tuple[str, str]] = []
        tests: list[Callable[[str], bool]] = []
        is_first = True
        while is_first or not self._take("]"):
            is_first = False
            low = self._set_item(tests)
            if low is None:
                continue
            high = low
            if self._text[self._at : self._at + 1] == "-" and self._text[self._at + 1 : self._at + 2] not in (
                "]",
                "",
            ):
                self._at += 1
                end = self._set_item(tests)
                if end is None or end < low:
                    raise self._error("a range that is turned round or ends in a class")
                high = end
            ranges.append((low, high))
        return Chars(tuple(ranges), tuple(tests), negated, self._ignore_case)

    def _set_item(self, tests: list[Callable[[str], bool]]) -> str | None:
        """The character that comes next in a set, or None after a class was put into `tests`."""
        char = self._next()
        if char == "[":
            raise self._error("[ inside a set; write \\[")
        if char != "\\":
            return char
        found = self._escape()
        if not isinstance(found, Chars):
            raise self._error("an assertion inside a set")
        if found.tests or found.negated:
            tests.append(found.has)
            return None
        return found.ranges[0][0]

    def _escape(self) -> Part:
        char = self._next()
        if char.lower() in _CLASSES:
            return Chars(tests=(_CLASSES[char.lower()],), negated=char.isupper())
        if char in "bB":
            return Assertion(char)
        if char in _CONTROLS:
            char = _CONTROLS[char]
        elif char in _HEX_DIGITS:
            char = self._code(_HEX_DIGITS[char])
        elif char.isascii() and char.isalnum():
            raise self._error(f"the escape \\{char}; backreferences and its like are not known")
        return Chars(((char, char),), ignore_case=self._ignore_case)

    def _code(self, digits: int) -> str:
        text = self._text[self._at : self._at + digits]
        if len(text) != digits or any(digit not in "0123456789abcdefABCDEF" for digit in text):
            raise self._error(f"an escape that is not {digits} hexadecimal digits")
        self._at += digits
        return chr(int(text, 16))

    def _next(self) -> str:
        if self._at >= len(self._text):
            raise self._error("the end inside a group, a set or an escape")
        self._at += 1
        return self._text[self._at - 1]

    def _take(self, char: str) -> bool:
        if self._text[self._at : self._at + 1] != char:
            return False
        self._at += 1
        return True

    def _refuse(self, char: str, what: str) -> None:
        if self._take(char):
            raise self._error(what)

    def _error(self, got: str) -> InputError:
        return InputError(
            f"textMatches: expected a regular expression, got {got} at position {self._at} "
            f"of {self._text[:80]!r}"
        )
