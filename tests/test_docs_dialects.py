"""docs/dialects.md is as the codecs are."""

from __future__ import annotations

import runpy
from pathlib import Path

from gui_rec.dsl._members import CODECS

ROOT = Path(__file__).parents[1]


def test_the_page_of_dialects_is_as_the_codecs_are() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "dialect_page.py"))["page"]()
    text = (ROOT / "docs" / "dialects.md").read_text(encoding="utf-8")
    assert text == made
    assert [name for name in CODECS if f"\n## {name}\n" not in text] == []
