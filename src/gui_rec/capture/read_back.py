"""Whether a field shows the text that was typed."""

from __future__ import annotations

from gui_rec.capture.target import focused_node
from gui_rec.model.actions import Type
from gui_rec.model.flags import Flag
from gui_rec.ui.tree import Node, Tree


def read_back(action: Type, before: Tree | None, after: Tree | None) -> Flag | None:
    """None when the focused field shows the text; else how sure we are that it does not.

    `text_unverified`: no field to read (it went away, it hides what it holds, there is no hierarchy).
    `text_differs`: the field shows something else. Text may join what stood there, and an empty field
    shows its hint, so without `clear_before` it is enough that the field shows the typed text and did not show the same before.
    """
    field = _field(after)
    if field is None or field.password:
        return Flag.TEXT_UNVERIFIED
    shown = field.text or ""
    if shown == action.text:
        return None if action.clear_before or _grew(_field(before), shown) else Flag.TEXT_UNVERIFIED
    if not action.text and action.clear_before and shown != _text(_field(before)):
        # An emptied field shows its hint, which is no different from a text.
        return Flag.TEXT_UNVERIFIED
    if action.press_enter and action.text not in shown:
        # The field may have been emptied by sending; the text could have arrived all the same.
        return Flag.TEXT_UNVERIFIED
    if action.clear_before or not action.text or action.text not in shown:
        return Flag.TEXT_DIFFERS
    return None if _grew(_field(before), shown) else Flag.TEXT_DIFFERS


def _field(tree: Tree | None) -> Node | None:
    node = None if tree is None else focused_node(tree)
    return node if node is not None and node.is_editable else None


def _text(field: Node | None) -> str | None:
    return None if field is None else field.text or ""


def _grew(before: Node | None, shown: str) -> bool:
    """The same text standing there already is no proof that it was typed again."""
    return _text(before) != shown
