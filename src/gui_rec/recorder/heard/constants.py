"""Variables whose value a line itself tells: `X=540; input tap $X 900`. Pure.

They count only where plain assignments open the line and nothing behind them could assign again; then they can
also be put before each part of the line without changing what it does.
"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.recorder.heard.syntax import Command, Group, Item, Link, Simple

_ASSIGNERS = frozenset(
    ["read", "unset", "export", "eval", ".", "source", "typeset", "local", "let", "getopts"]
).union(["declare", "readonly", "set", "shift", "trap", "alias"])


def opening_constants(items: Sequence[Item]) -> tuple[dict[str, str], int]:
    """The constants that open the line, and how many of its commands assign them; none where one may change."""
    known: dict[str, str] = {}
    count = 0
    for item in items:
        found = _assigned(item)
        if found is None:
            break
        known |= found
        count += 1
    if any(_may_assign(command) for item in items[count:] for command in item.commands):
        return {}, 0
    return known, count


def _assigned(item: Item) -> dict[str, str] | None:
    """What a command assigns, if it does nothing else and the values are told."""
    if item.background or item.link not in (Link.FIRST, Link.THEN) or len(item.commands) != 1:
        return None
    command = item.commands[0]
    if not isinstance(command, Simple) or command.words or command.targets or not command.assignments:
        return None
    pairs = [(word.value or "").partition("=") for word in command.assignments]
    if any(not name or name.endswith("+") or "~" in value for name, _, value in pairs):
        return None
    return {name: value for name, _, value in pairs}


def _may_assign(command: Command) -> bool:
    if isinstance(command, Group):
        return any(_may_assign(inner) for item in command.items for inner in item.commands)
    words = (*command.words, *command.assignments, *command.targets)
    if command.assignments or any("=" in text for word in words for text in word.inside):
        return True
    return bool(command.words) and (command.words[0].value is None or command.words[0].value in _ASSIGNERS)
