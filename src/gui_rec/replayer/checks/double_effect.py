"""Did the action take effect twice?"""

from __future__ import annotations

import re
from collections import Counter

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.viewport import beyond_the_edge, is_below

_NUMBER = re.compile(r"(?<![\d.,])-?\d{1,9}(?![\d.,]*\d)")


class DoubleEffectCheck:
    """A counter that moved by twice the recorded step, or a new row that stands there twice."""

    name = "double_effect"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        was, before = context.recorded_before, context.seen_before
        if (
            was is None
            or before is None
            or same_state(recorded, seen)
            or was.tree is None
            or seen.tree is None
        ):
            return passed(self.name)
        counted = _counter(was, recorded, before, seen)
        if counted is not None:
            expected, got = counted
            detail = f"a number moved by {got}, in the recording by {expected}"
            return mismatch(
                self.name, Code.DOUBLE_EFFECT, detail, 0.85, recorded_delta=expected, seen_delta=got
            )
        beyond = beyond_the_edge(recorded, seen, context.elsewhere)
        row = _row(was, recorded, before, seen, beyond)
        if row is not None:
            return mismatch(self.name, Code.DOUBLE_EFFECT, f"{row!r} was added twice", 0.8, text=row)
        return passed(self.name)


def _counter(was: Look, recorded: Look, before: Look, seen: Look) -> tuple[int, int] | None:
    """(recorded, seen) change of the first number that moved twice as far."""
    expected, got = _moves(was, recorded), _moves(before, seen)
    for place, moved in expected.items():
        if moved and got.get(place) == 2 * moved:
            return moved, 2 * moved
    return None


def _moves(before: Look, after: Look) -> dict[tuple[str, str, str], int]:
    """How far each number moved; a bare one that was not there (a badge) came from nothing."""
    old, new = _numbers(before), _numbers(after)
    here = {node.resource_id or node.path for node in before.nodes()}
    started = {place: 0 for place in new if place[2] == "#" and place[0] not in here}
    return {place: new[place] - (old | started)[place] for place in new if place in old or place in started}


def _numbers(look: Look) -> dict[tuple[str, str, str], int]:
    """The one whole number in each text, by id and the words around it; doubtful places are left out."""
    found: dict[tuple[str, str, str], int] = {}
    doubtful: set[tuple[str, str, str]] = set()
    for node in look.nodes():
        for slot, text in (("text", node.text), ("desc", node.content_desc)):
            numbers = _NUMBER.findall(text)
            if len(numbers) != 1:
                continue
            place = (node.resource_id or node.path, slot, _NUMBER.sub("#", text))
            if place in found:
                doubtful.add(place)
            found[place] = int(numbers[0])
    return {place: value for place, value in found.items() if place not in doubtful}


def _row(was: Look, recorded: Look, before: Look, seen: Look, beyond: tuple[str, ...]) -> str | None:
    """A text, at one kind of place, of which the recording gained one and the screen two.

    `beyond` are rows that the recorded screen was too small to show.
    """
    expected = Counter(_said(recorded)) - Counter(_said(was))
    got = Counter(_said(seen, beyond)) - Counter(_said(before))
    return next((said[-1] for said, count in expected.items() if count == 1 and got[said] == 2), None)


def _said(look: Look, beyond: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    """(id, slot, text) of all that is said: a picture's description is not the name below it."""
    nodes = [node for node in look.nodes() if not (node.bounds.is_empty or is_below(node.path, beyond))]
    texts = [(node.resource_id, "text", node.text) for node in nodes if node.text]
    return texts + [(node.resource_id, "desc", node.content_desc) for node in nodes if node.content_desc]


CHECK: Check = DoubleEffectCheck()
