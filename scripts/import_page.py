"""Write the table of formats in docs/import.md from the importers themselves; a test holds the page to it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from gui_rec.datasets.importers._members import IMPORTERS
from gui_rec.datasets.importers.listing import formats

PAGE = Path(__file__).parents[1] / "docs" / "import.md"
OPEN, CLOSE = "<!-- formats -->\n", "<!-- /formats -->"


def table() -> str:
    """The rows of the table, and below what each source does not hold."""
    rows = [f"| `{each.name}` | {each.reads} | {each.proof} |" for each in formats()]
    lines = ["| FORMAT | reads | tried on |", "|---|---|---|", *rows, ""]
    for each in formats():
        notes = "".join(f"\n  * {note}" for note in IMPORTERS.get(each.name).notes)
        lines.append(f"* `{each.name}`{notes}")
    return "\n".join(lines) + "\n"


def written(page: str) -> str:
    """`page` with the table as it should be."""
    before, _, rest = page.partition(OPEN)
    _, _, after = rest.partition(CLOSE)
    return f"{before}{OPEN}{table()}{CLOSE}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
