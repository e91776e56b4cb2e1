"""The formats in words, for the command's help and for the documentation."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.datasets.importers._members import IMPORTERS


@dataclass(frozen=True, slots=True)
class Format:
    """One format: its name, the files it takes, and on whose published bytes it was tried."""

    name: str
    reads: str
    proof: str


def formats() -> list[Format]:
    """All formats by name."""
    found = [IMPORTERS.get(name) for name in sorted(IMPORTERS)]
    return [
        Format(each.name, each.reads, f"proven on {each.proven}" if each.proven else "unproven")
        for each in found
    ]
