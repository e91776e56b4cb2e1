"""Which step of which replay a person speaks of: shared by `replay accept` and `rules refine`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.induction.acceptance import Shown
    from gui_rec.replayer.rules.model import RuleFile

F = TypeVar("F", bound=Callable[..., Any])


def shown_options(function: F) -> F:
    """RECORDING STEP, `--report`, `--rules` and `--by`."""
    for option in (
        click.option("--by", required=True, metavar="NAME", help="Who says so; kept with the rule."),
        click.option(
            "--rules",
            "rule_file",
            type=click.Path(path_type=Path),
            required=True,
            metavar="FILE",
            help="The rules to change; a new revision takes the file's place.",
        ),
        click.option(
            "--report",
            "folder",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="The replay's report; by default the newest folder replay-* here that is of this recording.",
        ),
        click.argument("step", type=click.IntRange(0), metavar="STEP"),
        click.argument("recording", type=click.Path(path_type=Path), metavar="RECORDING"),
    ):
        function = option(function)
    return function


def shown_to(recording: Path, step: int, folder: Path | None) -> Shown:
    """The step as recorded and as replayed."""
    from gui_rec.replayer.induction.shown import shown_step

    return shown_step(recording, folder or _last_report(recording), step)


def _last_report(recording: Path) -> Path:
    """The newest report of the recording among the folders that `replay` names by the time."""
    from gui_rec.replayer.documents import REPORT, read_report
    from gui_rec.store.reader import open_trajectories

    mine = {record.info.episode_id for record in open_trajectories(recording).episodes}
    for report in sorted(Path().glob(f"replay-*/{REPORT}"), reverse=True):
        if read_report(report.parent)["episode_id"] in mine:
            return report.parent
    raise UsageError(f"{recording}: no folder replay-* here holds a report of it; name one by --report DIR")


def rules_or_new(path: Path, shown: Shown) -> RuleFile:
    """The rules at `path`; where there is no such file, none yet, for the app that the step ends in."""
    from gui_rec.replayer.rules.model import RuleFile
    from gui_rec.replayer.rules.read import read_rule_file

    if path.exists():
        return read_rule_file(path)
    package = shown.recorded.post.package
    if package is None:
        raise UsageError(f"{path}: is not there, and the recording does not say of which app rules would be")
    began_in_it = (
        shown.recorded.pre.package == package
    )  # a step names the version of the app that it began in
    version = shown.recorded.app_version if began_in_it else None
    return RuleFile(package, () if version is None else (version,), revision=1)
