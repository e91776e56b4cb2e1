"""What a dataset card says of filters and splits, and what the terminal does."""

from __future__ import annotations

from gui_rec.datasets.export.selected import ALSO_IN_TRAIN, Selection, selection_words
from gui_rec.datasets.filters._members import FILTERS
from gui_rec.datasets.filters.chain import FilterReport
from gui_rec.datasets.markdown import table
from gui_rec.datasets.splits._api import SideReport, Split


def selection_sections(selection: Selection) -> list[str]:
    """The sections `Filters` and `Splits`; none for what was not asked for."""
    found = []
    if selection.filters:
        found.append(_filters(selection))
    if selection.split is not None:
        found.append(_splits(selection))
    return found


def selection_lines(selection: Selection) -> list[str]:
    """For the terminal: a line a filter, a line a split."""
    lines = [
        f"filter {report.name}: {report.seen} step(s) seen, {sum(report.dropped.values())} left out, {report.kept} kept"
        for report in selection.filters
    ]
    for side in selection.reports:
        held_out = "" if side.split is Split.TRAIN else f"; {_also(side)}"
        lines.append(f"split {side.split}: {side.episodes} episode(s), {side.steps} step(s){held_out}")
    return lines


def _filters(selection: Selection) -> str:
    rows = [row for report in selection.filters for row in _filter_rows(report)]
    return (
        "## Filters\n\n"
        "They worked in this order, each on what the one before it kept. Steps that were taken back while recording "
        "are not among those that the first one saw.\n\n"
        + table(("filter", "what it leaves out", "seen", "left out", "kept"), rows)
    )


def _filter_rows(report: FilterReport) -> list[tuple[str, ...]]:
    member = FILTERS.get(report.name)
    asked = f"`{report.name}`" + (f" with `{', '.join(report.options)}`" if report.options else "")
    whole = (asked, member.meaning, str(report.seen), str(sum(report.dropped.values())), str(report.kept))
    parts = [
        ("", f"{member.reasons[reason]} (`{reason}`)", "", str(count), "")
        for reason, count in report.dropped.items()
    ]
    return [whole, *parts]


def _splits(selection: Selection) -> str:
    spec = selection.split
    seed = 0 if spec is None else spec.seed
    rows = [
        (
            f"`{side.split}`",
            side.split.meaning,
            str(side.episodes),
            str(side.steps),
            "" if side.split is Split.TRAIN else f"{side.removed} ({side.share_removed:.1%})",
        )
        for side in selection.reports
    ]
    asked = "" if spec is None else ", ".join(f"`{split}` {share:g}" for split, share in spec.shares.items())
    apps = (
        "" if spec is None or not spec.unseen_apps else f" Held out by name: {', '.join(spec.unseen_apps)}."
    )
    return (
        "## Splits\n\n"
        f"A hash with the seed {seed} decides by (task template, app); asked for were {asked or 'no shares'}.{apps} "
        "Episodes of one task, its replays and what was derived from them stand on one side. From what is held out, "
        f"steps were removed where {selection_words(ALSO_IN_TRAIN)}; screens of the launcher, which every "
        "trajectory shares, are exempt.\n\n"
        + table(("split", "what it is for", "episodes", "steps", "removed: also in train"), rows)
    )


def _also(side: SideReport) -> str:
    words = f"{side.removed} of them ({side.share_removed:.1%}) removed, since train holds them, too"
    parts = [(side.exempt, "on the launcher (exempt)"), (side.unknown, "on unknown screens, not compared")]
    parts.append((side.tied, "left out, tied to another kind"))
    return "; ".join([words, *(f"{count} {what}" for count, what in parts if count)])
