"""Actions from a file: one line, one call of a dialect, or a JSON object around it.

    {"type":"tap","x":0.5,"y":0.25}
    click(x=0.5, y=0.25)
    {"action": "click(x=0.5, y=0.25)", "thought": "The button is there.", "operation": "Press OK"}

Blank lines and lines that begin with `#` are skipped. All lines are read before the first is performed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from gui_rec._files import read_text, unique_keys
from gui_rec.dsl._members import CODECS
from gui_rec.errors import InputError, UsageError
from gui_rec.model.action_fields import from_fields
from gui_rec.model.actions import Action
from gui_rec.model.flags import Source
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Step
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import ActionSource, SourceOptions, Stop

_TEXTS = ("thought", "operation", "app_name", "prompt_id", "turn_id", "claimed")
_KEYS = frozenset({"action", "dialect", *_TEXTS})


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line, read: its actions in order, the words around them, and what was repaired to read it.

    `where` is `file:line`.
    """

    where: str
    raw: str
    dialect: str
    space: str
    actions: tuple[Action, ...]
    words: Mapping[str, str]
    repairs: tuple[str, ...] = ()


def read_script(
    path: Path, dialect: str, *, screen: ScreenSize | None = None, repair: bool = False
) -> tuple[ScriptLine, ...]:
    """All lines of a script. Raises InputError naming `file:line` for the first faulty one.

    With `screen` the points are those of executed pixels on a screen of that size.
    """
    text = read_text(path, "actions")
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append(_read_line(line.strip(), f"{path}:{number}", dialect, screen, repair))
    if not lines:
        raise InputError(f"{path}: expected at least one action, got none")
    return tuple(lines)


def _read_line(line: str, where: str, dialect: str, screen: ScreenSize | None, repair: bool) -> ScriptLine:
    try:
        wrapper = _wrapper(line)
        if wrapper is None:
            return _decode(line, where, dialect, {}, screen, repair)
        words = {key: value for key, value in wrapper.items() if key in _TEXTS and isinstance(value, str)}
        action = wrapper["action"]
        if isinstance(action, dict):
            raw = json.dumps(action, ensure_ascii=False)
            return ScriptLine(where, raw, "canonical", "norm01", (from_fields(action),), words)
        chosen = wrapper.get("dialect", dialect)
        if not isinstance(action, str) or not isinstance(chosen, str):
            raise InputError(f"action: expected a text or an object, got {action!r}")
        return _decode(action, where, chosen, words, screen, repair)
    except (InputError, UsageError) as error:
        raise InputError(f"{where}: {error}") from error


def _wrapper(line: str) -> dict[str, object] | None:
    """The JSON object around an action; None for a bare line of a dialect."""
    if not line.startswith("{"):
        return None
    try:
        record = json.loads(line, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError):
        return None  # a dialect's own syntax; its codec says what is wrong
    if not isinstance(record, dict) or "action" not in record:
        return None
    for key, value in record.items():
        if key not in _KEYS:
            raise InputError(f"{key}: no such key; known: {', '.join(sorted(_KEYS))}")
        if key in _TEXTS and not isinstance(value, str | None):
            raise InputError(f"{key}: expected a text, got {value!r}")
    return record


def _decode(
    text: str, where: str, dialect: str, words: Mapping[str, str], screen: ScreenSize | None, repair: bool
) -> ScriptLine:
    codec = CODECS.get(dialect)
    decoded = codec.decode(text, screen=screen, repair=repair)
    found = {"thought": decoded.thought, "operation": decoded.operation}
    said = {key: value for key, value in found.items() if value is not None}
    space = codec.space.value if screen is None else str(codec.space_on(screen))
    return ScriptLine(where, text, dialect, space, decoded.actions, {**said, **words}, decoded.repairs)


class ScriptSource:
    """Performs a file of actions from top to bottom."""

    name = Source.SCRIPT.value

    def steps(self, recorder: Recorder, options: SourceOptions, stop: Stop) -> Iterator[Step]:
        if options.script is None:
            raise UsageError("record: the source 'script' needs a file of actions")
        screen = recorder.device.display().size
        lines = read_script(options.script, options.dialect, screen=screen, repair=options.repair)
        calls = ((line, action) for line in lines for action in line.actions)
        for line, action in islice(calls, options.skip_actions, None):
            if stop():
                return
            yield recorder.do(
                action,
                raw=line.raw,
                dialect=line.dialect,
                action_space=line.space,
                thought=line.words.get("thought"),
                operation=line.words.get("operation"),
                app_name=line.words.get("app_name"),
                claimed=line.words.get("claimed"),
                prompt_id=line.words.get("prompt_id"),
                turn_id=line.words.get("turn_id") or line.where.rpartition(":")[2],
            )


SOURCE: ActionSource = ScriptSource()
