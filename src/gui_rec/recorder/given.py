"""What a program hands to the recorder, looked at before anything is done: an action that was sent must have its row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import TypeVar

from gui_rec.errors import UsageError
from gui_rec.model.actions import ACTION_TYPES, Action
from gui_rec.store.rows import refuse_lone_surrogates

T = TypeVar("T")
_KINDS = tuple(ACTION_TYPES.values())
_ALWAYS_SAID = ("action_dialect", "action_space")


def check_step(action: Action, texts: Mapping[str, str | None]) -> None:
    """Raise UsageError for what is no action or no text, StoreError for a text that UTF-8 cannot carry."""
    if not isinstance(action, _KINDS):
        raise UsageError(
            f"recorder: action: expected one of gui_rec.model.actions such as Tap(x=0.5, y=0.5), got {_shown(action)}"
        )
    check_texts(texts)
    for name in _ALWAYS_SAID:
        one_of(name, texts.get(name), str, "a text")
    refuse_lone_surrogates({"action": asdict(action), **texts})


def check_texts(texts: Mapping[str, str | None]) -> None:
    """Raise UsageError naming the first that is neither a text nor None."""
    for name, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise UsageError(f"recorder: {name}: expected a text or None, got {_shown(text)}")


def one_of(name: str, value: object, kind: type[T], example: str) -> T:
    """`value` where it is a `kind`. Raises UsageError."""
    if not isinstance(value, kind):
        raise UsageError(f"recorder: {name}: expected {example}, got {_shown(value)}")
    return value


def a_path(value: object) -> Path:
    """Where to record to. Raises UsageError."""
    if not isinstance(value, str | PathLike):
        raise UsageError(f"recorder: out: expected a path, got {_shown(value)}")
    return Path(value)


def _shown(value: object) -> str:
    return f"{str(value)[:80]!r} ({type(value).__name__})"
