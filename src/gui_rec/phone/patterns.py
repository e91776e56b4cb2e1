"""Patterns that come from a client: a search that backtracks for long must not hold the whole phone up.

A phone's own tools search in a process of their own; here all share one loop. So a search has a time, and one
that has not ended by then ends with an error. `regex` can be stopped while it searches, `re` cannot.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import AnyStr, Final, Generic

import regex

from gui_rec.errors import InputError

TURN_S: Final = 0.03
"""Of the processor's time: what `a.*b.*c.*d` takes on some 120 characters at the worst, and any pattern that people
write on an ordinary line."""
_MOST_PATTERN: Final = 1000
_FUZZY: Final = regex.compile(
    r"(\\[pPN]\{\^?\w*\}|\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]])*\])|\{(?!\d*,?\d*\})", regex.DOTALL
)


class BoundedPattern(Generic[AnyStr]):
    """A pattern in the syntax of `re`, in which also `[[:space:]]` and `\\p{L}` are known.

    All its searches share `turn_s` seconds of the processor until `rest` is called, which a caller does whenever
    the others have had their turn. One that takes longer raises InputError.
    """

    def __init__(self, source: AnyStr, *, flags: int = 0, turn_s: float = TURN_S) -> None:
        """Raises InputError for what is no pattern, and for one of more than 1000 characters."""
        if len(source) > _MOST_PATTERN:
            raise InputError(f"a pattern has at most {_MOST_PATTERN} characters here")
        try:
            self._pattern: regex.Pattern[AnyStr] = regex.compile(_literal_braces(source), flags)
        except (regex.error, OverflowError, RecursionError) as error:
            raise InputError(str(error)) from error
        self._turn_s = turn_s
        self._spent_s = 0.0

    @property
    def spent_s(self) -> float:
        """What the searches have taken since the last rest."""
        return self._spent_s

    def rest(self) -> None:
        """The others have had their turn: the searches may take as long again."""
        self._spent_s = 0.0

    def search(self, text: AnyStr) -> bool:
        """Whether it matches somewhere in the text."""
        return self._timed(text, lambda left_s: self._pattern.search(text, timeout=left_s) is not None)

    def fullmatch(self, text: AnyStr) -> bool:
        """Whether it matches the text as a whole."""
        return self._timed(text, lambda left_s: self._pattern.fullmatch(text, timeout=left_s) is not None)

    def find_all(self, text: AnyStr) -> list[AnyStr]:
        """The parts of the text that match, one behind the other."""
        found: list[AnyStr] = []
        self._timed(
            text,
            lambda left_s: found.extend(match[0] for match in self._pattern.finditer(text, timeout=left_s)),
        )
        return found

    def _timed(self, text: AnyStr, work: Callable[[float], bool | None]) -> bool:
        begun = time.process_time()
        try:
            if self._spent_s >= self._turn_s:
                raise TimeoutError
            return bool(work(self._turn_s - self._spent_s))
        except TimeoutError as error:
            raise InputError(
                f"the pattern tries too many ways on a line of {len(text)} characters; the simulated phone ends a"
                f" search after {self._turn_s:g} s: write fewer of `.*` and of repeats in repeats"
            ) from error
        finally:
            self._spent_s += time.process_time() - begun


def _literal_braces(source: AnyStr) -> AnyStr:
    """The source with each `{` that begins no count escaped: for `regex` alone `a{e}` would be a fuzzy match."""
    is_text = isinstance(source, str)
    text = source if isinstance(source, str) else source.decode("latin-1")
    escaped = _FUZZY.sub(lambda match: match[1] or r"\{", text)
    return escaped if is_text else escaped.encode("latin-1")  # type: ignore[return-value]
