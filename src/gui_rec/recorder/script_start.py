"""Where a script goes on whose session was cut off: what is recorded is not performed again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.errors import UsageError
from gui_rec.recorder.sources.script import ScriptLine

_WITHHELD = re.compile(r"\$\{[a-z][a-z0-9_]*\}|\[masked\]")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class ScriptStart:
    """How many of a script's actions are left out; `where` is the first line that is performed, None after the last."""

    skip_actions: int
    all_actions: int
    where: str | None


def start_after(lines: Sequence[ScriptLine], kept: Sequence[str | None]) -> ScriptStart:
    """The start behind the steps that are recorded, of which `kept` has what their lines said.

    Raises UsageError where those are not the script's beginning.
    """
    calls = [line for line in lines for _ in line.actions]
    for index, raw in enumerate(kept):
        if index >= len(calls):
            raise UsageError(
                f"record: {len(kept)} steps are recorded, the script has {len(calls)} actions; give the script that "
                "the recording was made from, or --from-line N to say where to go on"
            )
        if not _is_said_by(raw, calls[index].raw):
            raise UsageError(
                f"record: step {index} was not made from {calls[index].where}: expected {_short(calls[index].raw)}, "
                f"got {_short(raw)}; give the script that the recording was made from, or --from-line N to say where "
                "to go on"
            )
    return _start(calls, len(kept))


def start_at(lines: Sequence[ScriptLine], number: int) -> ScriptStart:
    """The start at the file's line `number`, counted from 1. Raises UsageError where nothing stands there or below."""
    calls = [line for line in lines for _ in line.actions]
    before = sum(int(line.where.rpartition(":")[2]) < number for line in calls)
    if before == len(calls):
        last = calls[-1].where.rpartition(":")[2]
        raise UsageError(
            f"record: --from-line {number}: expected a line of the script, whose last action is line {last}"
        )
    return _start(calls, before)


def _start(calls: Sequence[ScriptLine], skipped: int) -> ScriptStart:
    return ScriptStart(skipped, len(calls), calls[skipped].where if skipped < len(calls) else None)


def _is_said_by(kept: str | None, line: str) -> bool:
    """Whether a stored line is this one, whatever stood where a text was withheld."""
    if kept is None or kept == line:
        return kept is not None
    first, *others = _WITHHELD.split(kept)
    if not others or not line.startswith(first):
        return False
    at = len(first)
    for part in others[:-1]:
        if (found := line.find(part, at)) < 0:
            return False
        at = found + len(part)
    return line.endswith(others[-1]) and len(line) - len(others[-1]) >= at


def _short(text: str | None) -> str:
    if text is None:
        return "a step without a line"
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…")
