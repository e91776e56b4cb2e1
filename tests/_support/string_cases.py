"""The tables of strings that real devices print, in tests/data/strings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent.parent / "data" / "strings"


def string_cases(name: str) -> list[dict[str, Any]]:
    """The rows of one table."""
    lines = (_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]
