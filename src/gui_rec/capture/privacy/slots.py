"""Slots: what stands in an action for a text that was withheld, and how a replay fills them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, cast

from gui_rec.capture.privacy.rules import PASSWORD, MaskRules
from gui_rec.capture.privacy.words import Redactor
from gui_rec.errors import UsageError
from gui_rec.model.actions import NO_DEVICE_EFFECT, Action, ExtractText, Key, WaitFor
from gui_rec.model.flags import Flag
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step

_SLOT = re.compile(r"\$\{([a-z][a-z0-9_]*)\}")
_HIDDEN = frozenset("*•·●")
_ASKS_THE_SCREEN = (WaitFor, ExtractText)
_FREE = ("text", "app")


def withheld_text(text: str, words: Redactor) -> str:
    """The slot for `text`, which was typed into a password field; from now on `words` finds it everywhere.

    A text of nothing but asterisks or bullets is no secret that could be found again, only a slot.
    """
    if is_hidden(text):
        return words.new_slot(PASSWORD)
    return words.learn(text, PASSWORD)


def is_hidden(text: str) -> bool:
    """Whether `text` is nothing but the characters that stand for others."""
    return bool(text) and set(text) <= _HIDDEN


def slots_named(texts: Iterable[str]) -> frozenset[str]:
    """Every slot that stands in `texts`, as it is written there: `${password_2}`."""
    return frozenset(slot[0] for text in texts for slot in _SLOT.finditer(text))


def slots_in(step: Step, rules: MaskRules) -> tuple[str, ...]:
    """Names of the slots that performing a recorded step needs, in order, each once.

    What only speaks (an answer, a note) needs none: it does nothing on the device.
    """
    is_said = isinstance(step.action, NO_DEVICE_EFFECT) and not isinstance(step.action, _ASKS_THE_SCREEN)
    if is_said or Flag.MASKED not in step.flags:
        return ()
    known = (PASSWORD, *_FREE, *(rule.name for rule in rules.patterns))
    found: dict[str, None] = {}

    def note(text: str) -> str:
        for name in _SLOT.findall(text):
            if any(re.fullmatch(rf"{kind}(_r\d+)?(_\d+)?", name) for kind in known):
                found[name] = None
        return text

    with_texts(step.action, note)
    return tuple(found)


def filled(action: Action, names: Iterable[str], values: Mapping[str, str]) -> Action:
    """`action` with the values of its slots `names`."""
    wanted = frozenset(names)
    if not wanted:
        return action
    return with_texts(
        action,
        lambda text: _SLOT.sub(lambda slot: values[slot[1]] if slot[1] in wanted else slot[0], text),
    )


def check_values(steps: Iterable[Step], rules: MaskRules, values: Mapping[str, str]) -> None:
    """Raise UsageError where a step needs a withheld text that is not given, or a given one is none's."""
    needed: set[str] = set()
    for step in steps:
        for name in slots_in(step, rules):
            needed.add(name)
            if name not in values:
                raise UsageError(
                    f"replay: step {step.index} ({step.action.type}) needs the text {name!r}, which the recording "
                    f"withholds; nothing was sent; give it: --set {name}=..."
                )
    for name in values:
        if name not in needed:
            raise UsageError(
                f"replay: --set {name}: no step needs it; withheld texts: {', '.join(sorted(needed)) or 'none'}"
            )


def with_texts(action: Action, change: Callable[[str], str]) -> Action:
    """`action` with every free text in it changed: not the names of keys, nor words of closed lists."""
    if isinstance(action, Key):
        return action
    changed = {
        item.name: new
        for item in fields(action)
        if (new := _changed(old := getattr(action, item.name), change)) is not old
    }
    made: Any = replace  # the fields are the action's own, which the union's type does not say
    return cast(Action, made(action, **changed)) if changed else action


def selector_with_texts(selector: Selector, change: Callable[[str], str]) -> Selector:
    """`selector` with every text in it changed. What is put into a pattern is put there as a literal."""
    values: dict[str, Any] = {}
    for item in fields(selector):
        value = getattr(selector, item.name)
        if item.name == "near" and value is not None:
            inner = selector_with_texts(value[1], change)
            values["near"] = value if inner is value[1] else (value[0], inner)
        elif item.name == "text_matches" and value is not None:
            new = change(value)
            values[item.name] = value if new == value else new.replace("[masked]", r"\[masked\]")
        elif isinstance(value, str):
            values[item.name] = change(value)
    changed = {name: value for name, value in values.items() if value != getattr(selector, name)}
    return replace(selector, **changed) if changed else selector


def _changed(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, StrEnum):
        return value
    if isinstance(value, str):
        new = change(value)
        return value if new == value else new
    if isinstance(value, Selector):
        return selector_with_texts(value, change)
    if isinstance(value, tuple) and value and all(isinstance(item, str) for item in value):
        changed = tuple(change(item) for item in value)
        return value if changed == value else changed
    return value
