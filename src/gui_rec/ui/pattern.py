"""Regular expressions whose matching time is bounded: a set of automaton states instead of backtracking.

Python's `re` can take exponential time on a pattern from a stranger, and cannot be stopped. This engine
visits every (state, character) at most once, and counts its steps besides. It knows what selectors need:
literals, `.`, classes, `\\d \\w \\s` and their opposites, `\\b`, `^ $`, groups, `|`, `* + ? {m,n}` (lazy
forms mean the same, since the whole text must match), and a leading `(?i)` or `(?s)`. Backreferences and
lookaround are refused by name.
"""

from __future__ import annotations

from functools import lru_cache

from gui_rec.errors import InputError
from gui_rec.ui.pattern_syntax import Alternatives, Assertion, Chars, Part, Repeat, Sequence, parse

MAX_PATTERN_CHARS = 500
MAX_STATES = 5_000
MAX_STEPS = 2_000_000

State = tuple[Chars | Assertion | None, tuple[int, ...]]
"""What must hold to pass, and the states after it; None passes freely."""


class Pattern:
    """A compiled pattern."""

    def __init__(self, text: str) -> None:
        """Raises InputError for a pattern that is too long, too large, or not of the known syntax."""
        if len(text) > MAX_PATTERN_CHARS:
            raise InputError(f"textMatches: expected at most {MAX_PATTERN_CHARS} characters, got {len(text)}")
        self._states: list[State] = [(None, ())]
        self._start = self._emit(parse(text), 0)

    def matches(self, text: str) -> bool:
        """True where the whole of `text` matches. Raises InputError past MAX_STEPS."""
        budget = MAX_STEPS
        current = self._closure([self._start], text, 0)
        for position, char in enumerate(text):
            budget -= len(current) + 1
            if budget < 0:
                raise InputError(
                    f"textMatches: gave up after {MAX_STEPS} steps on a text of {len(text)} characters"
                )
            after = self._after(current, char)
            if not after:
                return False
            current = self._closure(after, text, position + 1)
        return 0 in current

    def spans(self, text: str) -> list[tuple[int, int]]:
        """(start, end) of every match in `text`: leftmost, then longest, none empty, none overlapping another.

        Raises InputError past MAX_STEPS.
        """
        found: list[tuple[int, int]] = []
        search = _Search(self._states, self._start, text)
        span = search.first(0)
        while span is not None:
            found.append(span)
            span = search.first(span[1])
        return found

    def _after(self, current: set[int], char: str) -> list[int]:
        after: list[int] = []
        for index in current:
            test, behind = self._states[index]
            if isinstance(test, Chars) and test.has(char):
                after.extend(behind)
        return after

    def _closure(self, starts: list[int], text: str, position: int) -> set[int]:
        seen: set[int] = set()
        stack = list(starts)
        while stack:
            index = stack.pop()
            if index in seen:
                continue
            seen.add(index)
            test, after = self._states[index]
            if test is None or (isinstance(test, Assertion) and test.holds(text, position)):
                stack.extend(after)
        return seen

    def _emit(self, part: Part, after: int) -> int:
        """The state that `part` begins with when `after` follows it."""
        if isinstance(part, Chars | Assertion):
            return self._add(part, (after,))
        if isinstance(part, Sequence):
            for inner in reversed(part.parts):
                after = self._emit(inner, after)
            return after
        if isinstance(part, Alternatives):
            return self._add(None, tuple(self._emit(inner, after) for inner in part.parts))
        return self._emit_repeat(part, after)

    def _emit_repeat(self, part: Repeat, after: int) -> int:
        start = after
        if part.most is None:
            start = self._add(None, ())
            self._states[start] = (None, (self._emit(part.part, start), after))
        else:
            for _ in range(part.most - part.least):
                start = self._add(None, (self._emit(part.part, start), after))
        for _ in range(part.least):
            start = self._emit(part.part, start)
        return start

    def _add(self, test: Chars | Assertion | None, after: tuple[int, ...]) -> int:
        if len(self._states) >= MAX_STATES:
            raise InputError(f"textMatches: expected a pattern of at most {MAX_STATES} states, got more")
        self._states.append((test, after))
        return len(self._states) - 1


class _Search:
    """Looks for matches that begin anywhere: every state remembers the earliest start that leads to it."""

    def __init__(self, states: list[State], start: int, text: str) -> None:
        self._states = states
        self._start = start
        self._text = text
        self._budget = MAX_STEPS

    def first(self, begin: int) -> tuple[int, int] | None:
        """The leftmost longest match at or after `begin`."""
        best: tuple[int, int] | None = None
        alive: list[tuple[int, int]] = []  # (earliest start, state)
        for position in range(begin, len(self._text) + 1):
            if best is None:
                alive.append((position, self._start))
            current = self._closure(alive, position)
            ends = current.get(0)
            if ends is not None and ends < position and (best is None or ends <= best[0]):
                best = (ends, position)
            if best is not None:
                current = {state: start for state, start in current.items() if start <= best[0]}
            if (best is not None and not current) or position == len(self._text):
                break
            alive = self._after(current, self._text[position])
        return best

    def _after(self, current: dict[int, int], char: str) -> list[tuple[int, int]]:
        after: list[tuple[int, int]] = []
        for state, start in current.items():
            test, behind = self._states[state]
            if isinstance(test, Chars) and test.has(char):
                after.extend((start, index) for index in behind)
        return after

    def _closure(self, alive: list[tuple[int, int]], position: int) -> dict[int, int]:
        reached: dict[int, int] = {}
        for start, first in sorted(alive):
            stack = [first]
            while stack:
                index = stack.pop()
                if index in reached:
                    continue
                reached[index] = start
                test, after = self._states[index]
                if test is None or (isinstance(test, Assertion) and test.holds(self._text, position)):
                    stack.extend(after)
        self._budget -= len(reached) + 1
        if self._budget < 0:
            raise InputError(
                f"pattern: gave up after {MAX_STEPS} steps on a text of {len(self._text)} characters"
            )
        return reached


@lru_cache(maxsize=64)
def compiled(text: str) -> Pattern:
    """The pattern `text`, remembered. Raises InputError."""
    return Pattern(text)
