"""Tables and texts of a dataset card."""

from __future__ import annotations

from collections.abc import Iterable


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table; no cell can break out of it."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(plain, cells))} |" for cells in lines)


def plain(text: str) -> str:
    """Text that cannot break out of its line, its cell, or into markup."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
