"""Arabic on a line: letters take the form that their neighbours ask for, and parts stand in visual order.

No shaping library is asked, so that the pixels are the same on every machine. Forms come from Unicode's own
decompositions of the presentation forms B; the order follows the bidirectional algorithm (UAX 9) as far as
one level of embedding goes, which is what the texts of a phone need. Vowel signs are left out.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_FORMS_B = range(0xFE80, 0xFEFD)
_ISOLATED, _FINAL, _INITIAL, _MEDIAL = "<isolated>", "<final>", "<initial>", "<medial>"
_STRONG_RIGHT = ("R", "AL")
_NUMBER = ("EN", "AN")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_JOINS_BOTH_WITHOUT_FORM = "\u0640"  # the stretching line


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, str], str]:
    """(letter or pair of letters, form) -> the character that looks so."""
    found = {}
    for code in _FORMS_B:
        form, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        found["".join(chr(int(letter, 16)) for letter in letters.split()), form] = chr(code)
    return found


def is_right_to_left(character: str) -> bool:
    """A letter that is written from right to left."""
    return unicodedata.bidirectional(character) in _STRONG_RIGHT


def starts_right_to_left(text: str) -> bool:
    """Whether the first letter of the text is written from right to left."""
    strong = (unicodedata.bidirectional(character) for character in text)
    return next((kind in _STRONG_RIGHT for kind in strong if kind in (*_STRONG_RIGHT, "L")), False)


def _joins_next(letter: str) -> bool:
    return letter == _JOINS_BOTH_WITHOUT_FORM or (letter, _INITIAL) in _table()


def _joins_previous(letter: str) -> bool:
    return letter == _JOINS_BOTH_WITHOUT_FORM or (letter, _FINAL) in _table()


def shape(text: str) -> str:
    """Every Arabic letter in its joined form, still in the order of reading; lam and alef become one."""
    letters = _pairs([c for c in text if unicodedata.bidirectional(c) != "NSM"])
    shaped = []
    for at, letter in enumerate(letters):
        before = at > 0 and _joins_next(letters[at - 1]) and _joins_previous(letter)
        after = at + 1 < len(letters) and _joins_next(letter) and _joins_previous(letters[at + 1])
        form = (_MEDIAL if after else _FINAL) if before else (_INITIAL if after else _ISOLATED)
        shaped.append(_table().get((letter, form), letter))
    return "".join(shaped)


def _pairs(letters: list[str]) -> list[str]:
    found: list[str] = []
    for letter in letters:
        if found and (found[-1] + letter, _ISOLATED) in _table() and len(found[-1]) == 1:
            found[-1] += letter
        else:
            found.append(letter)
    return found


@lru_cache(maxsize=4096)
def visual(text: str) -> str:
    """The line from left to right as it is painted. A text without right-to-left letters is left alone."""
    if not any(is_right_to_left(character) for character in text):
        return text
    shaped = shape(text)
    right = starts_right_to_left(text)
    runs = _runs(shaped, right=right)
    ordered = reversed(runs) if right else runs
    return "".join(part[::-1].translate(_MIRRORED) if is_right else part for part, is_right in ordered)


def _runs(text: str, *, right: bool) -> list[tuple[str, bool]]:
    """(part, is right-to-left) in the order of reading, neutral characters given to one side."""
    kinds = [_side(character) for character in text]
    _separators(text, kinds)
    _neutrals(kinds, right=right)
    found: list[tuple[str, bool]] = []
    for character, kind in zip(text, kinds, strict=True):
        is_right = kind == "R"
        if found and found[-1][1] == is_right:
            found[-1] = (found[-1][0] + character, is_right)
        else:
            found.append((character, is_right))
    return found


def _side(character: str) -> str:
    kind = unicodedata.bidirectional(character)
    if kind in _STRONG_RIGHT:
        return "R"
    if kind == "L":
        return "L"
    return "N" if kind in _NUMBER else ""


def _separators(text: str, kinds: list[str]) -> None:
    """A point or colon between digits belongs to the number (rules W4), a percent sign beside them too (W5)."""
    for at, character in enumerate(text):
        before = kinds[at - 1] if at else ""
        after = kinds[at + 1] if at + 1 < len(kinds) else ""
        kind = unicodedata.bidirectional(character)
        if (kind in ("CS", "ES") and before == after == "N") or (kind == "ET" and "N" in (before, after)):
            kinds[at] = "N"


def _neutrals(kinds: list[str], *, right: bool) -> None:
    """Between two of one side they are of that side, else of the line's; a number counts as the line's."""
    base = "R" if right else "L"
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and not kinds[end]:
            end += 1
        if end > at:
            before = _strength(kinds[at - 1], base) if at else base
            after = _strength(kinds[end], base) if end < len(kinds) else base
            kinds[at:end] = [before if before == after else base] * (end - at)
        at = end + 1


def _strength(kind: str, base: str) -> str:
    return base if kind == "N" else kind
