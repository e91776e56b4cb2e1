"""The options that make up a session of `gui-rec record`; RecordOptions takes them by these names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click

from gui_rec.dsl._members import CODECS
from gui_rec.recorder.sources._members import SOURCES

F = TypeVar("F", bound=Callable[..., Any])


class Asked(TypedDict):
    """RecordOptions as click hands them over, by the names of the options."""

    source: str
    script: Path | None
    dialect: str
    repair: bool
    from_line: int | None
    goal: str | None
    task_id: str | None
    annotator: str | None
    max_steps: int | None
    resume: bool
    force: bool
    keep_serial: bool
    fill_operations: bool
    reconnect_s: float
    keep_free_mb: int
    keep_awake: bool
    redact: Path | None
    redact_notifications: bool
    no_redact: bool
    facts: Path | None


_OPTIONS = (
    click.option(
        "--source",
        type=click.Choice(list(SOURCES)),
        default="touch",
        show_default=True,
        help="Where actions come from.",
    ),
    click.option(
        "--script",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="One action a line, for --source script.",
    ),
    click.option(
        "--dialect",
        type=click.Choice(list(CODECS)),
        default="canonical",
        show_default=True,
        help="The action DSL of the script's lines.",
    ),
    click.option(
        "--repair", is_flag=True, help="Read the script's lines leniently, and say what was repaired."
    ),
    click.option(
        "--from-line",
        type=click.IntRange(1),
        metavar="N",
        help="Perform the script from its line N on; --resume finds the line by itself.",
    ),
    click.option("--goal", help="What the session is meant to do, in words."),
    click.option("--task-id", metavar="ID", help="The task this session belongs to."),
    click.option("--annotator", metavar="NAME", help="Who records."),
    click.option("--max-steps", type=click.IntRange(1), metavar="N", help="End after N steps."),
    click.option("--resume", is_flag=True, help="Go on with an interrupted recording."),
    click.option("--force", is_flag=True, help="Move an older recording aside instead of refusing."),
    click.option(
        "--keep-serial", is_flag=True, help="Store the device's serial itself instead of a salted hash."
    ),
    click.option(
        "--fill-operations",
        is_flag=True,
        help="Give steps without an operation one by template: Tap 'Sign in'.",
    ),
    click.option(
        "--reconnect",
        "reconnect_s",
        type=click.FloatRange(0),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="How long a device that went away is waited for.",
    ),
    click.option(
        "--keep-free",
        "keep_free_mb",
        type=click.IntRange(0),
        default=256,
        show_default=True,
        metavar="MB",
        help="End the session before less than this is left on the disk.",
    ),
    click.option(
        "--keep-awake/--no-keep-awake",
        default=True,
        show_default=True,
        help="Keep the screen on meanwhile; its setting is put back at the end.",
    ),
    click.option(
        "--redact",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Withhold what the rules of this YAML file name: patterns, selectors, whole apps.",
    ),
    click.option(
        "--redact-notifications", is_flag=True, help="Withhold the status bar, banners and the shade."
    ),
    click.option("--no-redact", is_flag=True, help="Store password fields and what is typed into them."),
    click.option(
        "--facts",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Facts with a name (a selector, and what its text is read as), in YAML; a file of rules will do. Their answers are "
        "stored with every screen, for --expect, labels and rules.",
    ),
)


def session_options(function: F) -> F:
    """Add them; the command takes them as keywords (see `Asked`)."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
