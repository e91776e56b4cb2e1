"""`gui-rec replay --learn N --rules-out FILE`: replay N times, show what varied, write rules."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output
from gui_rec.cli._places import named_by_time
from gui_rec.cli._replay_repeat import fresh_folder
from gui_rec.cli._rules_files import check_new
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.config import ReplayConfig
    from gui_rec.replayer.induction.episodes import LearntFile
    from gui_rec.replayer.induction.replays import Attempt
    from gui_rec.replayer.report import RunReport

LEARN_OPTIONS = (
    click.option(
        "--learn",
        type=click.IntRange(2, 100),
        metavar="N",
        help="Replay N times (3 is a start), each from the app's start, show what varied and write rules; see --rules-out.",
    ),
    click.option(
        "--rules-out",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Where --learn writes the rules; never overwritten.",
    ),
)


def check_learn(learn: int | None, rules_out: Path | None) -> None:
    """Raise UsageError where one is given without the other, or where the file is there already."""
    if (learn is None) != (rules_out is None):
        raise UsageError("replay: --learn N and --rules-out FILE belong together")
    if rules_out is not None:
        check_new(rules_out)


def learn_rules(
    recording: Path,
    config: ReplayConfig,
    times: int,
    target: Path,
    run: Callable[[ReplayConfig, str], RunReport],
    out: Output,
) -> int:
    """Replay `times` times by `run`, and write to `target` what the recording and the replays show together.

    A step that fails does not end a run, since a text that varies makes one fail; a run that failed in more than words
    is told and not learnt from. With fewer than two left nothing is written, and the exit code is that of a mismatch.
    Without `restore` in the config the app is stopped and opened before each run.
    """
    from gui_rec.device.restore import RestoreStep
    from gui_rec.replayer.induction.replays import FEWEST, attempt, learn_from
    from gui_rec.replayer.induction.table import as_record, table
    from gui_rec.replayer.plan import plan_replay
    from gui_rec.replayer.rules.write import write_rule_file
    from gui_rec.store.reader import open_trajectories

    config = _for_learning(config)
    plan = plan_replay(open_trajectories(recording), config)
    folder = fresh_folder(config.report_dir or named_by_time("learn"), force=config.force)
    attempts: list[Attempt] = []
    for number in range(1, times + 1):
        place = folder / f"run_{number}"
        report = run(replace(config, report_dir=place), f"run {number} of {times}, ")
        attempts.append(attempt(number, plan, report, place))
        _tell(attempts[-1], out)
        if report.device_lost:
            break
    good = sum(each.why_not is None for each in attempts)
    if good < FEWEST:
        told = f"{good} of {len(attempts)} replays can be learnt from, two are the least; nothing was written"
        out.result({"rules": None, "attempts": [each.as_record() for each in attempts]}, told)
        if RestoreStep.CLEAR not in config.restore:
            out.note(
                "where a run leaves something behind (a sign-in, a cart): --restore all clears the app's data, too"
            )
        return ExitCode.DEVICE if attempts[-1].report.device_lost else ExitCode.MISMATCH
    found = learn_from(recording, plan, attempts)
    write_rule_file(found.rules, target)
    record = {"rules": str(target), "attempts": [each.as_record() for each in attempts], **as_record(found)}
    out.result(record, table(found))
    _tell_open(found, out)
    out.note(
        f"rules: {target}; to use them: gui-rec replay {shlex.quote(str(recording))} --rules {shlex.quote(str(target))}"
    )
    return ExitCode.OK


def _for_learning(config: ReplayConfig) -> ReplayConfig:
    from gui_rec.device.restore import RestoreStep
    from gui_rec.replayer.config import OnMismatch

    if config.on_mismatch is OnMismatch.ASK:
        raise UsageError(
            "replay: --learn and --on-mismatch ask exclude each other: every run must go the same way"
        )
    start = config.restore or (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH)
    return replace(config, on_mismatch=OnMismatch.CONTINUE, restore=start)


def _tell(each: Attempt, out: Output) -> None:
    if each.why_not is not None:
        out.note(f"run {each.number}: not learnt from: {each.why_not}")


def _tell_open(found: LearntFile, out: Output) -> None:
    """What differs and is not excused."""
    for step in found.steps:
        for finding in step.learnt.unexplained if step.learnt is not None else ():
            said = ", ".join(map(repr, finding.said[:4]))
            out.note(f"step {step.index}: {finding.address} is not excused ({said}): {finding.reason}")
