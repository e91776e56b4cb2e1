"""The options that say how `gui-rec replay` goes about it; a ReplayConfig is made of them by these names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from gui_rec._files import utf8_text
from gui_rec.cli._places import named_by_time
from gui_rec.cli._rule_options import RULE_OPTIONS, judge_of
from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.device.restore import RestoreStep
    from gui_rec.replayer.config import ReplayConfig

F = TypeVar("F", bound=Callable[..., Any])


class Asked(TypedDict):
    """What click hands over, by the names of the options."""

    episode: str | None
    from_step: int | None
    until_step: int | None
    on_mismatch: str
    tolerance: str
    timeout_s: float
    report_dir: Path | None
    no_report: bool
    force: bool
    values: tuple[str, ...]
    one_of_many: bool
    parameters: tuple[str, ...]
    scale: bool
    speed: str
    restore: str | None
    rule_files: tuple[Path, ...]
    contexts: tuple[str, ...]
    judge_function: str | None
    judge_command: str | None
    judge_timeout_s: float


_OPTIONS = (
    click.option("--episode", metavar="ID", help="Which episode, where the recording holds several."),
    click.option("--from", "from_step", type=click.IntRange(0), metavar="N", help="First step to replay."),
    click.option("--until", "until_step", type=click.IntRange(0), metavar="M", help="Last step to replay."),
    click.option(
        "--on-mismatch",
        type=click.Choice(["stop", "continue", "ask"]),
        default="stop",
        show_default=True,
        help="What to do after a step that failed; `ask` shows it and lets you decide, at a terminal.",
    ),
    click.option(
        "--tolerance",
        type=click.Choice(["strict", "dynamic", "layout", "package-only", "none"]),
        default="dynamic",
        show_default=True,
        help="How much of the screen must be as recorded.",
    ),
    click.option(
        "--timeout",
        "timeout_s",
        type=click.FloatRange(0.1, 300.0),
        default=15.0,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait for a recorded state.",
    ),
    click.option(
        "--report",
        "report_dir",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Where the report (JSON, HTML, JUnit XML) and the replayed run go; default: a folder named by the time.",
    ),
    click.option("--no-report", is_flag=True, help="Keep the verdict table only."),
    click.option("--force", is_flag=True, help="Move an older report aside instead of refusing."),
    click.option(
        "--set",
        "values",
        multiple=True,
        metavar="NAME=TEXT",
        help="A text that the recording withholds, such as password=..., or the text of a parameter: what is typed "
        "where the recording says ${NAME}, and expected on its screens; may be given several times.",
    ),
    click.option(
        "--param",
        "parameters",
        multiple=True,
        metavar="NAME=TEXT",
        help="TEXT, which the recording types, is a parameter from now on; --set NAME=... gives the text to take instead.",
    ),
    click.option(
        "--scale",
        is_flag=True,
        help="Send coordinates without a target to a screen of another size, too, if its aspect ratio is the recorded one.",
    ),
    click.option(
        "--speed",
        type=click.Choice(["fast", "recorded"]),
        default="fast",
        show_default=True,
        help="`recorded` keeps the pauses between the recorded actions, each a minute at most.",
    ),
    click.option(
        "--restore",
        metavar="STEPS",
        help="Bring the recording's app to its start first: force-stop, clear (deletes its data) and launch, "
        "those wanted joined by commas, or `all`.",
    ),
    click.option("--one-of-many", is_flag=True, hidden=True, help="This is one replay of a set."),
    *RULE_OPTIONS,
)


def replay_options(function: F) -> F:
    """Add them; the command takes them as keywords (see `Asked`)."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def config_of(asked: Asked) -> ReplayConfig:
    """What was asked, checked as far as that goes without the recording. Raises UsageError, and InputError for rules
    that are not understood.
    """
    from gui_rec.replayer.checks._api import Tolerance
    from gui_rec.replayer.config import OnMismatch, ReplayConfig, Speed
    from gui_rec.replayer.rules.book import check_contexts, read_rule_files

    if asked["no_report"] and asked["report_dir"] is not None:
        raise UsageError("replay: --report and --no-report exclude each other")
    rules = read_rule_files(asked["rule_files"])
    return ReplayConfig(
        episode=asked["episode"],
        tolerance=Tolerance(asked["tolerance"]),
        on_mismatch=OnMismatch(asked["on_mismatch"]),
        timeout_s=asked["timeout_s"],
        report_dir=None if asked["no_report"] else asked["report_dir"] or named_by_time("replay"),
        from_step=asked["from_step"],
        until_step=asked["until_step"],
        force=asked["force"],
        values=_given_texts(asked["values"]),
        parameters=named_texts(asked["parameters"], "--param"),
        one_of_many=asked["one_of_many"],
        scale=asked["scale"],
        speed=Speed(asked["speed"]),
        restore=read_restore(asked["restore"]),
        rules=rules,
        contexts=check_contexts(rules, asked["contexts"]),
        judge=judge_of(asked["judge_function"], asked["judge_command"], asked["judge_timeout_s"]),
    )


def _given_texts(words: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The texts of `--set`. An empty one types nothing, and nothing would come of the step."""
    texts = named_texts(words, "--set")
    for name, text in texts:
        if not text:
            raise UsageError(f"replay: --set {name}: expected a text to type, got an empty one")
    return texts


def read_restore(text: str | None) -> tuple[RestoreStep, ...]:
    """`force-stop,launch` -> the steps, in the order in which they make sense. Raises UsageError."""
    if text is None:
        return ()
    from gui_rec.device.restore import WHOLE, RestoreStep

    names = {step.value.replace("_", "-"): step for step in RestoreStep}
    words = [word.strip().lower().replace("_", "-") for word in text.split(",")]
    if words == ["all"]:
        return WHOLE
    unknown = [word for word in words if word not in names]
    if unknown:
        raise UsageError(
            f"replay: --restore: expected {', '.join(names)} joined by commas, or all, got {text[:100]!r}"
        )
    return tuple(step for step in WHOLE if step in {names[word] for word in words})


def named_texts(given: tuple[str, ...], option: str, command: str = "replay") -> tuple[tuple[str, str], ...]:
    """NAME=TEXT by name. A text is never repeated in a message. Raises UsageError."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, text = word.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(
                f"{command}: {option}: expected NAME=TEXT such as password=..., got something else"
            )
        if name in found:
            raise UsageError(f"{command}: {option} {name}: given twice")
        if utf8_text(text) != text:
            raise UsageError(f"{command}: {option} {name}: expected text in UTF-8, got other bytes")
        found[name] = text
    return tuple(found.items())
