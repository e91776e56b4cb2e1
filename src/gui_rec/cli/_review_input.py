"""What a reviewer says next: single keys at a terminal, else lines such as `c The wrong lamp`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING

from gui_rec.cli._streams import input_descriptor
from gui_rec.errors import InterruptedRunError

if TYPE_CHECKING:
    from gui_rec.recorder.keys import KeySource

Said = tuple[str, str]
"""A key, and the words behind it (empty for keys that take none)."""

_LOOK_S = 0.2


def reviewers_words(with_words: str, ask: Callable[[str], None]) -> Generator[Said, None, None]:
    """What the person says until the input ends. `with_words` are the keys that a line of words follows.

    `ask` is told for what key words are waited for. Raises InterruptedRunError on Ctrl-C.
    """
    try:
        if os.isatty(input_descriptor()):
            yield from _from_terminal(with_words, ask)
        else:
            yield from _from_lines()
    except KeyboardInterrupt:
        raise InterruptedRunError("review: stopped by the person; what was said is stored") from None


def _from_lines() -> Iterator[Said]:
    for line in sys.stdin or ():
        words = line.strip()
        if words:
            yield words[0].lower(), words[1:].strip()


def _from_terminal(with_words: str, ask: Callable[[str], None]) -> Iterator[Said]:
    """Single keys; where words follow, the terminal is itself again until their line has come."""
    from gui_rec.recorder.keys import keys_from

    key: str | None = ""
    while key is not None:
        with keys_from(input_descriptor()) as keys:
            while (key := _next(keys)) is not None and key not in with_words:
                yield key, ""
        if key is not None:
            ask(key)
            yield key, sys.stdin.readline().strip()


def _next(keys: KeySource) -> str | None:
    while not keys.ended:
        key = keys.poll(_LOOK_S)
        if key is not None:
            return key
    return None
