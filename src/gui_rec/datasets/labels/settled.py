"""Which of the stored rows counts. Rows are only ever added; nothing is taken away.

Of one source the newest row wins. A person's label outweighs every other; of several people the newest word wins.
Without a person's label the newest computed row wins, whatever its source, since each run computes all of them anew.
A judge's row is an input of the rules, and never wins by itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from gui_rec.model.label import LabelRow

Thing = tuple[str, int | None, str]
"""Episode, step (None for the whole episode), label."""

HUMAN, JUDGE = "human:", "judge:"
_PERSONS_OWN = "outcome"
"""The recording person's word stands in the episode itself; its row is computed from there, under that person's name."""


def settled(rows: Iterable[LabelRow]) -> dict[Thing, LabelRow]:
    """The row that counts for each thing; `rows` are in the order in which they were stored."""
    found: dict[Thing, LabelRow] = {}
    for row in rows:
        thing = thing_of(row)
        before = found.get(thing)
        if row.source.startswith(JUDGE):
            continue
        if before is None or row.source.startswith(HUMAN) or not before.source.startswith(HUMAN):
            found[thing] = row
    return found


def is_word(row: LabelRow) -> bool:
    """True for what a person or a judge said, False for what a rule, a replay or a claim says."""
    return row.label != _PERSONS_OWN and row.source.startswith((HUMAN, JUDGE))


def computed(rows: Iterable[LabelRow]) -> dict[Thing, LabelRow]:
    """The newest computed row of each thing, whatever people said."""
    return {thing_of(row): row for row in rows if not is_word(row)}


def last_word(rows: Iterable[LabelRow], label: str, step_index: int | None, prefix: str) -> LabelRow | None:
    """The newest row of that label whose source begins with `prefix`."""
    found = None
    for row in rows:
        if row.label == label and row.step_index == step_index and row.source.startswith(prefix):
            found = row
    return found


def thing_of(row: LabelRow) -> Thing:
    return row.episode_id, row.step_index, row.label
