"""Selectors on trees: the public face of `matching` (finding) and `naming` (describing)."""

from gui_rec.ui.matching import find_all, node_at
from gui_rec.ui.naming import selector_for

__all__ = ["find_all", "node_at", "selector_for"]
