"""Write the tables of docs/verification.md anew from the code: python scripts/verdict_page.py."""

from __future__ import annotations

import re
from pathlib import Path

from gui_rec.replayer.checks._members import CHECKS
from gui_rec.replayer.code_table import code_lines, shade_lines, stage_lines

PAGE = Path(__file__).resolve().parent.parent / "docs" / "verification.md"


def filled(text: str) -> str:
    """The page with its tables as the code has them. Raises ValueError where a table's marks are not there."""
    for name, lines in (
        ("codes", code_lines()),
        ("shades", shade_lines()),
        ("stages", stage_lines()),
        ("checks", [", ".join(f"`{check}`" for check in CHECKS) + "."]),
    ):
        mark = re.compile(f"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        body = "\n".join(lines) + "\n"
        text, count = mark.subn(lambda found, body=body: found[1] + body + found[2], text)
        if count != 1:
            raise ValueError(f"{PAGE}: expected one part between the marks of {name!r}, found {count}")
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
