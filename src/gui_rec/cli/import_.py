"""`gui-rec import FORMAT SRC -o OUT`: a public dataset's files become a recording."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._options import out_option
from gui_rec.cli._output import Output, cut_line, output_options
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.datasets.importers._api import ImportReport

_SHOWN = 20


class _WithFormats(click.Command):
    """Its help lists the formats from their own table, so that it cannot differ."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from gui_rec.datasets.importers.listing import formats

        with formatter.section("Formats"):
            formatter.write_dl([(each.name, f"{each.reads}; {each.proof}") for each in formats()])
        super().format_epilog(ctx, formatter)


@click.command("import", cls=_WithFormats)
@click.argument("format_", metavar="FORMAT")
@click.argument("source", type=click.Path(path_type=Path), metavar="SRC")
@out_option("The new recording: a folder, or a .parquet file for one episode.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the pictures are that the rows name; SRC unless given.",
)
@click.option(
    "--screen",
    metavar="WIDTHxHEIGHT",
    help="The screen's size in px, where neither the source nor a picture tells it.",
)
@click.option(
    "--shard",
    metavar="I/N",
    help="Read every N-th file of SRC, from the I-th (0 to N-1) on; join with merge.",
)
@output_options
def command(
    format_: str,
    source: Path,
    target: Path,
    pictures: Path | None,
    screen: str | None,
    shard: str | None,
    out: Output,
) -> int:
    """Turn a public dataset's files, as their authors publish them, into a recording.

    What the source lacks is null with a reason. What cannot be read is left out, counted and listed, and the exit
    code is 1; where nothing can be read it is 4.
    """
    from gui_rec.datasets.importers.run import import_recording
    from gui_rec.model.geometry import ScreenSize

    report = import_recording(
        format_,
        source,
        target,
        pictures=pictures,
        screen=None if screen is None else ScreenSize.parse(screen),
        shard=_shard(shard),
        on_unit=lambda done, of, episodes: _progress(out, done, of, episodes),
    )
    document = {
        "out": str(report.out),
        "episodes": report.episodes,
        "steps": report.steps,
        "notes": list(report.notes),
        "left_out": report.left_out_count,
        "problems": [{"what": each.what, "reason": each.reason} for each in report.left_out],
    }
    out.result(document, "\n".join(_lines(report)))
    out.note(f"next: gui-rec check {shlex.quote(str(report.out))}")
    return ExitCode.MISMATCH if report.left_out_count else ExitCode.OK


def _shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return 0, 1
    first, slash, of = text.partition("/")
    if not slash or not (first.isascii() and first.isdigit() and of.isascii() and of.isdigit()):
        raise UsageError(f"--shard: expected I/N such as 0/4, got {text!r:.40}")
    return int(first), int(of)


def _progress(out: Output, done: int, of: int, episodes: int) -> None:
    """A line for every hundredth part of the files, the last of them, and every hundredth episode."""
    if (episodes and episodes % 100 == 0) or (of > 1 and (done == of or done % max(1, of // 100) == 0)):
        out.note(f"{done} of {of} file(s), {episodes} episode(s)")


def _lines(report: ImportReport) -> list[str]:
    lines = [f"{report.episodes} episode(s), {report.steps} step(s) in {report.out}", *report.notes]
    if report.left_out_count:
        lines.append(f"left out: {report.left_out_count}")
        lines += [f"  {each.what}: {cut_line(each.reason, 400)}" for each in report.left_out[:_SHOWN]]
        if report.left_out_count > _SHOWN:
            lines.append(f"  ... and {report.left_out_count - _SHOWN} more (--json lists the first 1000)")
    return lines
