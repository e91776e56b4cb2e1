"""The tags around a call: `<think>`, `<operation>`, `<action>` in ScaleCUA, `<think>`, `<answer>` in AutoGLM.

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


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a dialect, in the order in which they are written: (`thought` or `operation`, tag), and the action's."""

    words: tuple[tuple[str, str], ...]
    action: str

    @property
    def names(self) -> tuple[str, ...]:
        return (*(tag for _, tag in self.words), self.action)


SCALECUA = Tags((("thought", "think"), ("operation", "operation")), "action")
AUTOGLM = Tags((("thought", "think"),), "answer")

WRAPPINGS: dict[str, tuple[str, ...]] = {
    "grounding": (),
    "planning": ("operation",),
    "cot": ("thought", "operation"),
}
"""ScaleCUA's three, each with its words."""

_BARE_CALL = re.compile(r"\s*[A-Za-z_]\w{0,63}\s*\(")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The calls of a text and the words around them; None for words that are absent or empty."""

    calls: tuple[Call, ...]
    thought: str | None
    operation: str | None


def unwrap(reading: Reading, tags: Tags = SCALECUA) -> Unwrapped:
    """Take a whole text apart; a text without tags is bare calls. Raises DslError."""
    position = _start(reading, tags)
    found: dict[str, str | None] = {}
    for name, tag in tags.words:
        found[name], position = _read_words(reading, tags, tag, position)
    wrapped = any(words is not None for words in found.values())
    calls, position = _read_action(reading, position, tags.action, wrapped=wrapped)
    end = reading.skip_space(position)
    if end != len(reading.text):
        raise reading.error("the end of the text after the action", end)
    return Unwrapped(tuple(calls), found.get("thought") or None, found.get("operation") or None)


def _start(reading: Reading, tags: Tags) -> int:
    position = reading.skip_space(0)
    first = re.compile("|".join(f"<{name}>" for name in tags.names)).search(reading.text, position)
    if first is None or first.start() == position or not reading.lenient:
        return position
    if _BARE_CALL.match(reading.text, position):
        return position
    reading.repair(f"words before {first[0]} dropped", "", position)
    return first.start()


def _read_words(reading: Reading, tags: Tags, tag: str, position: int) -> tuple[str | None, int]:
    if not reading.starts(f"<{tag}>", position):
        return None, position
    start = position + len(tag) + 2
    end = reading.text.find(f"</{tag}>", start)
    if end < 0:
        end = _missing_end(reading, tags, tag, start)
        return reading.text[start:end].strip(), end
    return reading.text[start:end].strip(), reading.skip_space(end + len(tag) + 3)


def _missing_end(reading: Reading, tags: Tags, tag: str, start: int) -> int:
    """Where unclosed words end: at the one tag that begins the next part, on a line of its own.

    Several such tags could be the model thinking aloud about actions; then nothing is guessed.
    """
    closing, action = f"</{tag}>", f"<{tags.action}>"
    reading.repair(f"missing {closing} added", closing, len(reading.text))
    rest = reading.text[start:]
    between = [f"<{name}>" for name in tags.names[tags.names.index(tag) + 1 : -1] if f"<{name}>" in rest]
    following = [*between, action]
    if any(rest.count(name) != 1 for name in following) or not rest.rstrip().endswith(f"</{tags.action}>"):
        raise reading.error(closing, len(reading.text))
    end = start + rest.index(following[0])
    if not reading.text[:end].rstrip(" \t").endswith("\n"):
        raise reading.error(closing, end)
    return end


def _read_action(reading: Reading, position: int, tag: str, *, wrapped: bool) -> tuple[list[Call], int]:
    opening = f"<{tag}>"
    if reading.starts(opening, position):
        return read_calls(reading, position + len(opening), f"</{tag}>")
    if wrapped:
        reading.repair(f"missing {opening} added", opening, position)
    return read_calls(reading, position, None)


def wrap(tags: Tags, calls: str, words: dict[str, str]) -> str:
    """`calls` with those of `words` that are given, none empty. Raises DslError for one that would end early."""
    lines: list[str] = []
    for name, tag in tags.words:
        if name not in words:
            continue
        if f"</{tag}>" in words[name]:
            raise DslError(f"the {name} holds </{tag}>, which would end it early")
        lines += [f"<{tag}>", words[name], f"</{tag}>"]
    return "\n".join([*lines, f"<{tags.action}>", calls, f"</{tags.action}>"])
