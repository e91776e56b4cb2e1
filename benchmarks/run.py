"""Measure gui-rec against its peers, both in the same run: python benchmarks/run.py [--quick] [--json] [--write PAGE].

A ratio is subject / peer unless its row says otherwise; the machine's own speed cancels out. CI runs `--quick`,
which fails only on wrong results, never on time.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from measure import Bound, Row, machine, page

BENCHMARKS = (
    "cli_help",
    "check_transition",
    "check_mutations",
    "live_replays",
    "check_labels",
    "record_step",
    "recorder",
    "kills",
    "memory",
    "neardup",
    "export_pass",
    "phone_wire",
    "proxy",
)


def main() -> int:
    """Run the benchmarks and print or write their figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds: proves that everything runs")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page of figures there")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(BENCHMARKS)}")
    options = parser.parse_args()
    unknown = set(options.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; known: {', '.join(BENCHMARKS)}")
    rows: list[Row | Bound] = []
    modules = [importlib.import_module(name) for name in options.names or BENCHMARKS]
    for module in modules:
        sys.stderr.write(f"{module.__name__} ...\n")
        rows += module.run(quick=options.quick)
    if options.json:
        print(json.dumps({"machine": machine(), "rows": [row.document() for row in rows]}, indent=2))
    if options.write:
        options.write.write_text(page(rows, machine()), encoding="utf-8")
        for module in modules:
            if hasattr(module, "write_page"):
                module.write_page(options.write.parent)
    if not options.json and not options.write:
        print(page(rows, machine()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
