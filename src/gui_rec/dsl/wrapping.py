"""The tags around a call: `<think>`, `<operation>`, `<action>`, in this order.

The action part is read by tokens, so a tag inside a quoted text is text; the words of `<think>` and
`<operation>` end at their first closing tag, and tags inside them are words. White space around the words is
not kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gui_rec.dsl.call_syntax import Call, read_calls
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError

WRAPPINGS: dict[str, tuple[str, ...]] = {
    "grounding": (),
    "planning": ("operation",),
    "cot": ("thought", "operation"),
}
"""Each wrapping's words, in the order in which they are written."""

_TAGS = {"thought": "think", "operation": "operation"}
_FIRST_TAG = re.compile(r"<(?:think|operation|action)>")
_BARE_CALL = re.compile(r"\s*[A-Za-z_]\w{0,63}\s*\(")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The calls of a text and the words around them; None for words that are absent or empty."""

    calls: tuple[Call, ...]
    thought: str | None
    operation: str | None


def unwrap(reading: Reading) -> Unwrapped:
    """Take a whole text apart; a text without tags is bare calls. Raises DslError."""
    position = _start(reading)
    thought, position = _read_words(reading, "think", position)
    operation, position = _read_words(reading, "operation", position)
    calls, position = _read_action(reading, position, wrapped=thought is not None or operation is not None)
    end = reading.skip_space(position)
    if end != len(reading.text):
        raise reading.error("the end of the text after the action", end)
    return Unwrapped(tuple(calls), thought or None, operation or None)


def _start(reading: Reading) -> int:
    position = reading.skip_space(0)
    first = _FIRST_TAG.search(reading.text, position)
    if first is None or first.start() == position or not reading.lenient:
        return position
    if _BARE_CALL.match(reading.text, position):
        return position
    reading.repair(f"words before {first[0]} dropped", "", position)
    return first.start()


def _read_words(reading: Reading, tag: str, position: int) -> tuple[str | None, int]:
    if not reading.starts(f"<{tag}>", position):
        return None, position
    start = position + len(tag) + 2
    end = reading.text.find(f"</{tag}>", start)
    if end < 0:
        end = _missing_end(reading, tag, start)
        return reading.text[start:end].strip(), end
    return reading.text[start:end].strip(), reading.skip_space(end + len(tag) + 3)


def _missing_end(reading: Reading, tag: str, start: int) -> int:
    """Where unclosed words end: at the one tag that begins the next part, on a line of its own.

    Several such tags could be the model thinking aloud about actions; then nothing is guessed.
    """
    closing = f"</{tag}>"
    reading.repair(f"missing {closing} added", closing, len(reading.text))
    rest = reading.text[start:]
    following = ["<operation>", "<action>"] if tag == "think" and "<operation>" in rest else ["<action>"]
    if any(rest.count(name) != 1 for name in {*following, "<action>"}) or not rest.rstrip().endswith(
        "</action>"
    ):
        raise reading.error(closing, len(reading.text))
    end = start + rest.index(following[0])
    if not reading.text[:end].rstrip(" \t").endswith("\n"):
        raise reading.error(closing, end)
    return end


def _read_action(reading: Reading, position: int, *, wrapped: bool) -> tuple[list[Call], int]:
    opening = "<action>"
    if reading.starts(opening, position):
        return read_calls(reading, position + len(opening), "</action>")
    if wrapped:
        reading.repair(f"missing {opening} added", opening, position)
    return read_calls(reading, position, None)


def needed_words(wrapping: str) -> frozenset[str]:
    """Which of `thought` and `operation` a wrapping must have. Raises DslError for an unknown one."""
    if wrapping not in WRAPPINGS:
        raise DslError(f"wrapping: expected one of {', '.join(WRAPPINGS)}, got {wrapping!r}")
    return frozenset(WRAPPINGS[wrapping])


def wrap(wrapping: str, calls: str, *, thought: str | None, operation: str | None) -> str:
    """`calls` with the words that `wrapping` has a place for; never an empty tag. Raises DslError."""
    needed_words(wrapping)
    given = {"thought": thought, "operation": operation}
    lines: list[str] = []
    for name in WRAPPINGS[wrapping]:
        tag, words = _TAGS[name], (given[name] or "").strip()
        if not words:
            raise DslError(f"wrapping {wrapping!r}: the {name} is missing")
        if f"</{tag}>" in words:
            raise DslError(f"wrapping {wrapping!r}: the {name} holds </{tag}>, which would end it early")
        lines += [f"<{tag}>", words, f"</{tag}>"]
    return "\n".join([*lines, "<action>", calls, "</action>"])
