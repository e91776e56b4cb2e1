"""Write the JSON Schemas of the step protocol anew from its table of fields: python scripts/task_schemas.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from gui_rec.dsl.task_protocol.model import VERSIONS
from gui_rec.dsl.task_protocol.schema import task_schema

DOCS = Path(__file__).resolve().parent.parent / "docs"


def schemas() -> dict[str, str]:
    """The files by name."""
    return {
        f"task-v{version}.schema.json": json.dumps(task_schema(version), indent=2, ensure_ascii=False) + "\n"
        for version in VERSIONS
    }


if __name__ == "__main__":
    for name, text in schemas().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    sys.stderr.write(f"the schemas in {DOCS} are as the table of fields is\n")
