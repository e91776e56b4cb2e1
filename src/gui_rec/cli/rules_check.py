"""`gui-rec rules check FILE RECORDING...`: do the rules hold on recorded runs?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._replay_options import named_texts
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.model.step import Step
    from gui_rec.replayer.rules.checking import RulesChecked
    from gui_rec.replayer.rules.model import RuleFile


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@click.option(
    "--set",
    "values",
    multiple=True,
    metavar="NAME=TEXT",
    help="What an input of the rules was in these runs.",
)
@click.option(
    "--context",
    "contexts",
    multiple=True,
    metavar="NAME",
    help="A context of the rules that held in these runs although no screen shows it.",
)
@output_options
def command(
    file: Path, recordings: tuple[Path, ...], values: tuple[str, ...], contexts: tuple[str, ...], out: Output
) -> int:
    """Hold rules against recorded runs, also of another version of the app, and list the facts that fail.

    Exit 1 when a rule fails. What nobody can say (a toast that was not heard) is told and is no failure.
    """
    from gui_rec.replayer.rules.checking import check_rules
    from gui_rec.replayer.rules.read import read_rule_file
    from gui_rec.replayer.rules.table import check_view

    rules = read_rule_file(file)
    found = check_rules(
        rules, _episodes(recordings), dict(named_texts(values, "--set", "rules check")), contexts
    )
    if not found.steps:
        raise UsageError(
            f"rules check: expected recordings with steps that rules of {file} are for, found none; "
            "compare `gui-rec rules show` with `gui-rec show`"
        )
    out.result(_document(file, rules, found), check_view(found))
    _tell(rules, found, out)
    return ExitCode.OK if found.ok else ExitCode.MISMATCH


def _episodes(recordings: Iterable[Path]) -> Iterator[tuple[str, str, Iterator[Step]]]:
    from gui_rec.store.reader import open_trajectories

    for path in recordings:
        opened = open_trajectories(path)
        for episode in opened.episodes:
            steps = opened.steps(episode.info.episode_id, images=False)
            yield str(path), episode.info.episode_id, (step for step in steps if not step.withdrawn)


def _document(file: Path, rules: RuleFile, found: RulesChecked) -> dict[str, object]:
    return {
        "rules": str(file),
        "revision": rules.revision,
        "package": rules.package,
        "rules_versions": list(rules.versions),
        "recorded_versions": list(found.versions),
        "ok": found.ok,
        "steps": [step.as_record() for step in found.steps],
        "failing": [
            {
                "rule": fact.rule_id,
                "outcome": fact.outcome,
                "expected": fact.expected,
                "failed": fact.failed,
                "asked": fact.asked,
            }
            for fact in found.failing
        ],
        "never_asked": list(found.never_asked),
    }


def _tell(rules: RuleFile, found: RulesChecked, out: Output) -> None:
    from gui_rec.replayer.rules.book import version_words

    for version in found.versions:
        told = version_words(rules, {rules.package: version})
        if told is not None:
            out.note(told)
    if found.never_asked:
        out.note(f"no step of these recordings is for: {', '.join(found.never_asked)}")
    holding = sum(step.holds is True for step in found.steps)
    unknown = sum(step.holds is None for step in found.steps)
    out.note(
        f"{holding} of {len(found.steps)} hold, {len(found.steps) - holding - unknown} fail, {unknown} unknown"
    )
