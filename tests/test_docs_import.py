"""docs/import.md: its table is that of the importers."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_table_of_formats_is_the_importers_own() -> None:
    page = (ROOT / "docs" / "import.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "scripts" / "import_page.py"))["written"](page) == page
    assert "unproven" in page.lower()
