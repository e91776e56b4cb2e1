"""`gui-rec export RECORDING... -o OUT`: training rows in an action DSL."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("export")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@out_option("The new folder for the training rows; an existing one is never overwritten.")
@click.option("--dialect", default="scalecua", show_default=True, help="The action DSL of the targets.")
@click.option("--layout", default="messages", show_default=True, help="The rows' layout.")
@click.option("--wrapping", help="How a target is wrapped (the dialect's default when left out).")
@output_options
def command(
    recordings: tuple[Path, ...], target: Path, dialect: str, layout: str, wrapping: str | None, out: Output
) -> int:
    """Write per-step training rows (messages and images) as Parquet, with derived labels and their sources."""
    from gui_rec.datasets.export.run import ExportSpec, export_training_set

    spec = ExportSpec(dialect=dialect, layout=layout, wrapping=wrapping)
    stats = export_training_set(recordings, target, spec)
    lines = [f"{stats.rows} training rows in {target}"]
    lines += [f"left out: {count} x {reason}" for reason, count in sorted(stats.left_out.items())]
    out.result(stats.document(), "\n".join(lines))
    return ExitCode.OK
