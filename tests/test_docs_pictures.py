"""Every picture of the docs is shown on a page, and every picture that a page shows is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def _shown() -> set[Path]:
    return {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]*\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        if "://" not in target
    }


def test_every_picture_is_shown_and_every_shown_one_is_there() -> None:
    assert _shown() == {path.resolve() for path in (ROOT / "docs" / "img").iterdir()}
