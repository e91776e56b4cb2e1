"""Which differences of two hierarchies fail a step."""

from __future__ import annotations

from gui_rec.replayer.checks._api import Context, Tolerance
from gui_rec.replayer.checks._windows import is_launcher
from gui_rec.replayer.edits import is_hard, tree_edits, tree_pairs
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import keyboard_top
from gui_rec.replayer.viewport import cut_edits
from gui_rec.ui.diff import Edit, EditKind, is_list


def hard_edits(recorded: Look, seen: Look, context: Context) -> list[Edit]:
    """Those that count at the context's tolerance, and are neither beyond an edge nor nobody's work."""
    edits = tree_edits(recorded, seen)
    cut = cut_edits(recorded, seen, edits, context.elsewhere)
    is_strict = context.tolerance is Tolerance.STRICT
    return [
        edit
        for edit in edits
        if is_hard(edit, context.tolerance, context.volatile)
        and edit not in cut
        and (is_strict or not (_is_said_at_home(edit, seen) or _is_under_keyboard(edit, recorded, seen)))
    ]


def _is_said_at_home(edit: Edit, seen: Look) -> bool:
    """A changed text of something on the home screen that cannot be pressed."""
    if edit.kind not in (EditKind.TEXT, EditKind.DESC) or not is_launcher(seen.seen.package):
        return False
    node = None if seen.tree is None else seen.tree.at(edit.path)
    return node is not None and not (node.clickable or node.long_clickable or node.is_editable)


def _is_under_keyboard(edit: Edit, recorded: Look, seen: Look) -> bool:
    """Gone from where the keyboard is now, or come to light where it was in the recording.

    What scrolls ends above the keyboard, or above what stands on it.
    """
    before, after = keyboard_top(recorded.seen), keyboard_top(seen.seen)
    if (before is None) == (after is None) or edit.bounds is None:
        return False
    edges = (before, after, *_shrunk(recorded, seen, was_up=before is not None))
    kind = EditKind.DELETE if before is None else EditKind.INSERT
    return edit.kind is kind and edit.bounds.bottom > min(edge for edge in edges if edge is not None)


def _shrunk(recorded: Look, seen: Look, *, was_up: bool) -> list[int]:
    """The lower edges, with the keyboard up, of what scrolls and is shorter for it."""
    if recorded.tree is None or seen.tree is None:
        return []
    found = []
    for old, new in tree_pairs(recorded.tree, seen.tree):
        up, down = (old, new) if was_up else (new, old)
        if is_list(up) and up.node.bounds.bottom < down.node.bounds.bottom:
            found.append(up.node.bounds.bottom)
    return found
