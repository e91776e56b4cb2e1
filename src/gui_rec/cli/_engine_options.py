"""`gui-rec export`: how many processes and machines write it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from gui_rec.cli._output import Output
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.datasets.export._api import ExportSpec

F = TypeVar("F", bound=Callable[..., object])

ENGINES = ("inline", "local")
_SHARD = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    match = _SHARD.fullmatch(value)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise click.BadParameter(f"expected I/N with 1 <= I <= N, such as 2/8, got {value!r}", ctx, param)
    return int(match[1]), int(match[2])


_OPTIONS = (
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default="inline",
        show_default=True,
        help="inline: this process; local: a pool of processes. The files are the same, byte for byte.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        metavar="N",
        help="For --engine local: how many processes; default: one a core.",
    ),
    click.option(
        "--shard",
        callback=_shard,
        metavar="I/N",
        help="Write the I-th of N shares beside OUT and stop; the same line without --shard joins them.",
    ),
)


def engine_options(command: F) -> F:
    """--engine, --workers and --shard."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def workers_for(engine: str, workers: int | None) -> int:
    """How many processes write. Raises UsageError for a number that the engine has no use for."""
    if engine == "inline":
        if workers is not None:
            raise UsageError("--workers: only --engine local has workers")
        return 1
    return workers or min(os.cpu_count() or 1, 256)


def export_share(
    recordings: tuple[Path, ...],
    target: Path,
    spec: ExportSpec,
    workers: int,
    shard: tuple[int, int],
    out: Output,
) -> int:
    """Write one share and say what is there."""
    from gui_rec.datasets.export.engine import Engine
    from gui_rec.datasets.export.run import export_shard

    report = export_shard(recordings, target, spec, Engine(workers, shard))
    said = {
        "folder": str(report.folder),
        "shard": list(shard),
        "done": report.done,
        "there": report.there,
        "parts": report.of,
    }
    words = (
        f"share {shard[0]} of {shard[1]}: {report.done} part(s) written in {report.folder}; "
        f"{report.there} of {report.of} are there"
    )
    if report.there == report.of:
        words += "; the same line without --shard joins them"
    out.result(said, words)
    return ExitCode.OK
