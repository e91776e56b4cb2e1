"""What reviewers say of episodes and steps: labels beside the data, each under its reviewer's name.

Nothing is overwritten: a reviewer who thinks again adds a row, and the latest row of each reviewer counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from gui_rec import __version__
from gui_rec.errors import UsageError
from gui_rec.model.label import LabelRow

REVIEW = "review"
REVIEW_MEANING = "what a reviewer said of it: accept or reject; a rejection outweighs every acceptance"
COMMENT = "review_comment"
_SOURCE = "human:"
_VERSION = 1
_MOST_NAME = 100
_MOST_COMMENT = 10_000


class Decision(StrEnum):
    """A reviewer's word on an episode or a step."""

    ACCEPT = "accept"
    REJECT = "reject"


def review_rows(
    episode_id: str,
    step_index: int | None,
    by: str,
    made_at_us: int,
    *,
    decision: Decision | None = None,
    comment: str | None = None,
) -> list[LabelRow]:
    """The rows of one review; `step_index` None means the whole episode.

    Raises UsageError for a name that cannot be one, a comment that is empty or too long, and for no word at all.
    """
    source = f"{_SOURCE}{checked_name(by)}"
    said: list[tuple[str, str]] = []
    if decision is not None:
        said.append((REVIEW, decision.value))
    if comment is not None:
        said.append((COMMENT, _checked_comment(comment)))
    if not said:
        raise UsageError("review: expected a decision or a comment, got neither")
    made_by = f"gui-rec {__version__}"
    return [
        LabelRow(episode_id, step_index, label, value, source, 1.0, made_by, made_at_us, _VERSION)
        for label, value in said
    ]


def checked_name(by: str) -> str:
    """The reviewer's name. Raises UsageError for an empty one, one of several lines, or a very long one."""
    name = by.strip()
    if not name or not name.isprintable() or len(name) > _MOST_NAME:
        raise UsageError(
            f"review: expected a reviewer's name of at most {_MOST_NAME} characters, got {by[:120]!r}"
        )
    return name


def latest_reviews(labels: Iterable[LabelRow]) -> list[LabelRow]:
    """The reviews and comments that count: of each reviewer the latest on each thing, in the order first said."""
    latest: dict[tuple[str, int | None, str, str], LabelRow] = {}
    for row in labels:
        if row.label in (REVIEW, COMMENT) and row.source.startswith(_SOURCE):
            latest[row.episode_id, row.step_index, row.label, row.source] = row
    return list(latest.values())


def review_of_each(labels: Iterable[LabelRow], episode_id: str) -> dict[int | None, LabelRow]:
    """The decision that counts on the episode (None) and on each step of it that has one.

    One reviewer's rejection outweighs everybody's acceptance, and that of the episode what was said of its steps.
    """
    found: dict[int | None, LabelRow] = {}
    for row in latest_reviews(labels):
        if row.episode_id == episode_id and row.label == REVIEW:
            before = found.get(row.step_index)
            if before is None or (row.value == Decision.REJECT and before.value != Decision.REJECT):
                found[row.step_index] = row
    whole = found.get(None)
    return {None: whole} if whole is not None and whole.value == Decision.REJECT else found


def reviewer_of(row: LabelRow) -> str:
    """Whose review it is."""
    return row.source.removeprefix(_SOURCE)


def _checked_comment(comment: str) -> str:
    text = comment.strip()
    if not text or len(text) > _MOST_COMMENT:
        raise UsageError(f"review: expected a comment of 1..{_MOST_COMMENT} characters, got {len(text)}")
    return text
