"""The options by which `gui-rec replay` judges by rules."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.device._api import Device
    from gui_rec.replayer.external import ExternalJudge
    from gui_rec.replayer.rules.model import RuleFile

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
    click.option(
        "--judge",
        "judge_function",
        metavar="FILE.py:FUNCTION",
        help="A Python function of yours that is asked about steps of which nobody can say (`unknown`).",
    ),
    click.option(
        "--judge-command",
        metavar="COMMAND",
        help="A command of yours that is asked instead: JSON on its standard input and output, no shell.",
    ),
    click.option(
        "--judge-timeout",
        "judge_timeout_s",
        type=click.FloatRange(0.1, 3600.0),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="How long a judge may take; after that the step stays unknown.",
    ),
)


def judge_of(function: str | None, command: str | None, timeout_s: float) -> ExternalJudge | None:
    """Who is asked where nobody can say; None where nobody is. Raises UsageError."""
    from gui_rec.replayer.external import command_judge, read_callable

    if function is not None and command is not None:
        raise UsageError("replay: --judge and --judge-command exclude each other")
    if command is not None:
        try:
            return command_judge(shlex.split(command), timeout_s)
        except ValueError as error:
            raise UsageError(
                f"replay: --judge-command: expected a command's words, got {command[:80]!r}: {error}"
            ) from error
    return None if function is None else read_callable(function, timeout_s)


def tell_versions(rules: Sequence[RuleFile], device: Device, tell: Callable[[str], None]) -> None:
    """Say which rules were learnt or checked on other versions of their app than this device has."""
    from gui_rec.errors import DeviceError
    from gui_rec.replayer.rules.book import version_words

    for file in rules:
        try:
            version = device.app_version(file.package)
        except DeviceError:
            continue  # the replay itself will say what is wrong with the device
        told = None if version is None else version_words(file, {file.package: version})
        if told is not None:
            tell(f"{told}; to see which facts fail there: gui-rec rules check")
