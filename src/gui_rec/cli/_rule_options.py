"""The options by which `gui-rec replay` judges by rules."""

from __future__ import annotations

from pathlib import Path

import click

RULE_OPTIONS = (
    click.option(
        "--rules",
        "rule_files",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Rules of what steps may lead to, what may vary and which recoveries are allowed; may be given several times.",
    ),
    click.option(
        "--context",
        "contexts",
        multiple=True,
        metavar="NAME",
        help="A context of the rules (first_run, logged_in) that holds although no screen shows it.",
    ),
)
