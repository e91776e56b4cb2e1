"""`gui-rec --help` against `python -c pass` and against a bare click program: what a start costs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from measure import Row, paired

BARE_CLICK = """
import click
@click.group()
def cli():
    "A bare click program."
@cli.command()
def run():
    "Run."
cli()
"""


def _call(*argv: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *argv], check=True, stdout=subprocess.DEVNULL)


def run(*, quick: bool) -> list[Row]:
    """Two rows, one a peer."""
    rounds = 3 if quick else 15
    own = _call("-m", "gui_rec", "--help")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE_CLICK, encoding="utf-8")
        for peer, argv in (
            ("python -c pass", ("-c", "pass")),
            ("a bare click program", (str(bare), "--help")),
        ):
            times = paired(own, _call(*argv), rounds)
            rows.append(Row("cli_help", "gui-rec --help", peer, "a fresh process", *times))
    return rows
