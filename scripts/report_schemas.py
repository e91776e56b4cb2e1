"""Write the JSON Schemas of the reports anew from their records: python scripts/report_schemas.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from gui_rec.replayer.documents import ReportDocument
from gui_rec.replayer.sets.report import SetDocument

DOCS = Path(__file__).resolve().parent.parent / "docs"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS = {
    "report.schema.json": ("The report of one replay", ReportDocument),
    "report-set.schema.json": ("The report of a set of replays", SetDocument),
}


def schema_text(name: str) -> str:
    """The file called `name`, as it should be."""
    title, document = SCHEMAS[name]
    schema = {"$schema": DIALECT, "title": title, **msgspec.json.schema(document)}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for each in SCHEMAS:
        (DOCS / each).write_text(schema_text(each), encoding="utf-8")
        sys.stderr.write(f"{DOCS / each} is as the records are\n")
