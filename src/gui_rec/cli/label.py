"""`gui-rec label RECORDING...`: compute labels and store them beside the data."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._settling import settling
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from gui_rec.datasets.labels.storing import Labelling

_FILE = click.Path(path_type=Path)


@click.command("label")
@click.argument("recordings", nargs=-1, required=True, type=_FILE, metavar="RECORDING...")
@click.option(
    "--expect",
    type=_FILE,
    metavar="FILE",
    help="What must hold at each episode's end, as for `record --expect`, asked of the last stored screen; a setting is "
    "judged by the answer that was stored.",
)
@click.option(
    "--milestones",
    type=_FILE,
    metavar="FILE",
    help="What must have held on the way, in this order, in the same form.",
)
@click.option(
    "--predicate",
    type=_FILE,
    metavar="FILE",
    help="A Python file of your own with verify(info, end, steps) -> True, False or None (cannot tell). It is run as it is.",
)
@click.option(
    "--app",
    "apps",
    multiple=True,
    metavar="PACKAGE",
    help="An app that belongs to the tasks; without it, those that each episode opens.",
)
@click.option(
    "--export-csv",
    type=_FILE,
    metavar="FILE",
    help="Write the labels that count as a sheet, computed anew first; an existing file is never overwritten.",
)
@click.option(
    "--import-csv",
    type=_FILE,
    metavar="FILE",
    help="Store what a sheet says otherwise, as the word of --by; it outweighs the rules, and both are kept.",
)
@click.option("--by", metavar="NAME", help="Who says what --import-csv brings.")
@output_options
def command(
    recordings: tuple[Path, ...],
    expect: Path | None,
    milestones: Path | None,
    predicate: Path | None,
    apps: tuple[str, ...],
    export_csv: Path | None,
    import_csv: Path | None,
    by: str | None,
    out: Output,
) -> int:
    """Label episodes and steps by rules, from what was stored: executed, changed, detours, trouble; success or failure
    of the episode, and good, neutral or bad of its steps (docs/labels.md).

    Rows are only added: of one source the newest counts, and a person's word outweighs the rules.
    """
    if (import_csv is None) != (by is None):
        raise UsageError("label: --import-csv and --by stand together: whose word is it?")
    if (export_csv or import_csv) and len(recordings) != 1:
        raise UsageError(f"label: a sheet is of one recording, got {len(recordings)}")
    from gui_rec.cli._label_asked import asked_by
    from gui_rec.datasets.labels.storing import label_recording

    asked = asked_by(expect, milestones, predicate, apps)
    sheet: dict[str, object] = {}
    if import_csv is not None and by is not None:
        from gui_rec.datasets.labels.sheet import import_sheet

        brought = import_sheet(recordings[0], import_csv, by)
        sheet = {"imported": asdict(brought)}
        out.note(
            f"{brought.added} label(s) by {by} stored; {brought.unchanged} line(s) said what counts already"
        )
    found = []
    for recording in recordings:
        found.append(label_recording(recording, asked))
    if export_csv is not None:
        from gui_rec.datasets.labels.sheet import export_sheet

        sheet["lines"] = export_sheet(recordings[0], export_csv)
        out.note(f"{sheet['lines']} label(s) written to {export_csv}")
    out.result({"recordings": [_document(one) for one in found], **sheet}, _table(found))
    for one in found:
        for line in _words(one):
            out.note(line)
    return ExitCode.OK


def _document(one: Labelling) -> dict[str, object]:
    return {
        **asdict(one),
        "recording": str(one.recording),
        "settle_with": list(settling(one.recording)) if one.unknown else [],
    }


def _words(one: Labelling) -> list[str]:
    lines = [
        f"{one.recording}: {one.added} label(s) added beside the data, {one.unchanged} stood there already"
        + (f"; {one.replacing} of the added ones count instead of earlier ones" if one.replacing else "")
        + (f"; {one.withdrawn} earlier ones no longer hold" if one.withdrawn else "")
    ]
    if one.unknown:
        lines.append(
            f"{one.recording}: {len(one.unknown)} of {one.episodes} episode(s) unknown: {one.unlabelled_steps} step(s) "
            f"without step_label. To settle them: {'; or '.join(settling(one.recording))}"
        )
    return lines


def _table(found: list[Labelling]) -> Table:
    from rich.table import Table

    table = Table("label", "values")
    labels = dict.fromkeys(label for one in found for label in one.counts)
    for label in labels:
        total: dict[str, int] = {}
        for one in found:
            for value, count in one.counts.get(label, {}).items():
                total[value] = total.get(value, 0) + count
        table.add_row(label, _values(total))
    for value in dict.fromkeys(value for one in found for value in one.decided):
        sources: dict[str, int] = {}
        for one in found:
            for source, count in one.decided.get(value, {}).items():
                sources[source] = sources.get(source, 0) + count
        table.add_row(f"{value} by", _values(sources))
    return table


def _values(counts: dict[str, int]) -> str:
    """The most frequent ones; labels that hold numbers or names have as many values as rows."""
    documents = sum(count for value, count in counts.items() if value.startswith("{"))
    if documents:
        return f"{documents} value(s) as JSON"
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{value} {count}" for value, count in ordered[:6])
    rest = len(ordered) - 6
    return f"{shown}, and {rest} more value(s)" if rest > 0 else shown
