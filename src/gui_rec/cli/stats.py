"""`gui-rec stats RECORDING...`: what recordings hold, in numbers and one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output, cut_line, output_options
from gui_rec.errors import ExitCode, InputError, OutputExistsError

if TYPE_CHECKING:
    from gui_rec.datasets.stats.tally import Tally

_MOST = 12
_OF_EPISODES = ("sources", "outcomes")


@click.command("stats")
@click.argument(
    "recordings", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORDING..."
)
@click.option(
    "--heatmap",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PNG",
    help="Also draw where actions aimed, into this new file.",
)
@output_options
def command(recordings: tuple[Path, ...], heatmap: Path | None, out: Output) -> int:
    """Show actions, apps, lengths, label rates, flags and duplicates of recordings."""
    from gui_rec.datasets.stats.collect import collect

    if heatmap is not None and heatmap.exists():
        raise OutputExistsError(f"{heatmap}: it exists already; name another file")
    tally = collect(recordings, on_episode=lambda done: _progress(done, out))
    if heatmap is not None:
        _draw(tally, heatmap)
    document = {"recordings": [str(path) for path in recordings], **tally.document()}
    out.result(document, "\n".join(_lines(tally, heatmap)))
    return ExitCode.OK


def _progress(done: int, out: Output) -> None:
    if done % 1000 == 0:
        out.note(f"{done} episodes ...")


def _draw(tally: Tally, target: Path) -> None:
    from gui_rec.datasets.stats.heatmap import heatmap_png

    try:
        with target.open("xb") as file:
            file.write(heatmap_png(tally.heat))
    except FileExistsError as error:
        raise OutputExistsError(f"{target}: it exists already; name another file") from error
    except OSError as error:
        raise InputError(f"{target}: the picture cannot be written there: {error.strerror}") from error


def _lines(tally: Tally, heatmap: Path | None) -> Iterator[str]:
    left_out = f", {tally.discarded} discarded" if tally.discarded else ""
    taken_back = f", {tally.withdrawn} withdrawn" if tally.withdrawn else ""
    yield f"{tally.episodes} episodes{left_out}, {tally.steps} steps{taken_back}"
    document = tally.document()
    length = document["length"]
    if isinstance(length, Mapping) and length:
        yield "length    " + ", ".join(f"{name} {value:g}" for name, value in length.items())
    for name in ("sources", "outcomes", "actions", "apps", "screens", "flags", "missing"):
        counts = document[name]
        if isinstance(counts, Mapping) and counts:
            total = tally.episodes if name in _OF_EPISODES else tally.steps
            yield f"{name:9} {_counts(counts, total)}"
    labels = document["labels"]
    if isinstance(labels, Mapping):
        for label, counts in labels.items():
            yield f"label     {cut_line(label)}: {_counts(counts, tally.steps)}"
    yield (
        f"twins     {tally.same_picture} steps begin with the picture of an earlier one, "
        f"{tally.same_transition} with the same page and action"
    )
    if heatmap is not None:
        yield f"heat map  {heatmap}"


def _counts(counts: Mapping[str, int], total: int) -> str:
    shown = list(counts.items())[:_MOST]
    told = ", ".join(
        f"{cut_line(name)} {count} ({100 * count / (total or 1):.0f} %)" for name, count in shown
    )
    return told + (f", and {len(counts) - _MOST} more" if len(counts) > _MOST else "")
