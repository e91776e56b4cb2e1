"""`gui-rec export`: which steps, and into which splits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, TypeVar

import click

from gui_rec.datasets.filters._members import FILTERS

if TYPE_CHECKING:
    from gui_rec.datasets.splits._api import SplitSpec

F = TypeVar("F", bound=Callable[..., object])


class Asked(TypedDict):
    """The part of an export's spec that these options say."""

    filters: tuple[str, ...]
    split: SplitSpec | None


def selection_options(command: F) -> F:
    """--filter, --filters, --split, --split-seed and --unseen-app."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS = (
    click.option(
        "--filter",
        "filters",
        multiple=True,
        metavar="NAME[=OPTION,...]",
        help=f"Leave out what a filter finds, counted by reason: {', '.join(FILTERS)} (docs/filters.md). Repeatable.",
    ),
    click.option(
        "--filters",
        "filters_file",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="A text file of filters, one a line, as --filter takes them.",
    ),
    click.option(
        "--split",
        multiple=True,
        metavar="NAME=SHARE",
        help="Hold out a share: validation, test, apps_unseen or tasks_unseen, such as test=0.1. Repeatable.",
    ),
    click.option(
        "--split-seed",
        type=click.IntRange(0, 2**63 - 1),
        default=0,
        show_default=True,
        metavar="N",
        help="The seed of the hash that decides.",
    ),
    click.option(
        "--unseen-app",
        multiple=True,
        metavar="PACKAGE",
        help="Hold this app out, for apps_unseen. Repeatable.",
    ),
)


def asked_selection(
    filters: tuple[str, ...],
    filters_file: Path | None,
    split: tuple[str, ...],
    seed: int,
    unseen_apps: tuple[str, ...],
) -> Asked:
    """What the options ask for. Raises UsageError and InputError."""
    from gui_rec.datasets.filters.chain import filters_in
    from gui_rec.datasets.splits._api import SplitSpec

    of_file = () if filters_file is None else filters_in(filters_file)
    return {"filters": (*of_file, *filters), "split": SplitSpec.read(split, seed, unseen_apps)}
