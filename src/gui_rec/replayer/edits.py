"""Differences of two states, and which of them count."""

from __future__ import annotations

from functools import lru_cache

from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.looks import Look
from gui_rec.ui.diff import Edit, EditKind, diff
from gui_rec.ui.pairs import Pairs, pairs
from gui_rec.ui.tree import Tree

_LAYOUT_KINDS = frozenset({EditKind.INSERT, EditKind.DELETE, EditKind.ORDER, EditKind.ROLE})


@lru_cache(maxsize=64)
def _diff(before: Tree, after: Tree) -> tuple[Edit, ...]:
    return tuple(diff(before, after))


def tree_edits(before: Look, after: Look) -> tuple[Edit, ...]:
    """The edits that turn one hierarchy into the other; none where either is absent."""
    if before.tree is None or after.tree is None:
        return ()
    return _diff(before.tree, after.tree)


@lru_cache(maxsize=16)
def tree_pairs(before: Tree, after: Tree) -> Pairs:
    """The elements that both trees have; a hierarchy stays the same object while a wait looks at it."""
    return pairs(before, after)


def stable_edits(before: Look, after: Look, volatile: frozenset[str]) -> tuple[Edit, ...]:
    """The edits at places that do not change by themselves."""
    return tuple(edit for edit in tree_edits(before, after) if edit.path not in volatile)


def is_hard(edit: Edit, tolerance: Tolerance, volatile: frozenset[str]) -> bool:
    """Whether an edit fails the step at this tolerance."""
    match tolerance:
        case Tolerance.STRICT:
            return True
        case Tolerance.LAYOUT:
            return edit.hard and edit.kind in _LAYOUT_KINDS and edit.path not in volatile
        case Tolerance.PACKAGE_ONLY | Tolerance.NONE:
            return False
        case _:
            return edit.hard and edit.path not in volatile


def reason(edit: Edit, after: Look) -> str:
    """The sub-reason of STATE_MISMATCH; `after` is the later state."""
    node = None if after.tree is None else after.tree.at(edit.path)
    if edit.kind is EditKind.TEXT and node is not None and node.is_editable:
        return "VALUE_MISMATCH"
    return {
        EditKind.TEXT: "TEXT_CHANGED",
        EditKind.DESC: "TEXT_CHANGED",
        EditKind.STATE: "STATE_CHANGED",
        EditKind.DELETE: "ELEMENT_MISSING",
        EditKind.INSERT: "COUNT_CHANGED",
        EditKind.ORDER: "ORDER_CHANGED",
        EditKind.ID: "ID_CHANGED",
        EditKind.ROLE: "ROLE_CHANGED",
        EditKind.MOVE: "MOVED",
    }[edit.kind]


def describe(edit: Edit) -> str:
    """One line: what, where, expected -> seen."""
    return edit.label


def as_record(edit: Edit) -> dict[str, object]:
    """An edit for the evidence."""
    return {
        "kind": str(edit.kind),
        "path": edit.path,
        "label": edit.label,
        "before": edit.before,
        "after": edit.after,
        "bounds": None if edit.bounds is None else list(edit.bounds.as_tuple()),
        "hard": edit.hard,
    }
