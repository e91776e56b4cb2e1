"""Labels of 131 episodes whose truth is known by construction, beside two simpler rules."""

from __future__ import annotations

from pathlib import Path

from labels.episodes import Episode, episodes
from labels.page import page
from labels.score import OURS, good_rates, success_rates, wrong
from measure import Bound

QUICK = frozenset(
    {
        "shop.sign_in:wrong",
        "settings.airplane:toggled",
        "mail.letter:mended",
        "mail.starred:detour",
        "mail.preferences:no_op",
        "mail.letter:crash_and_claim",
    }
)
PAGE = "label-benchmark.md"
LEAST_PRECISION, LEAST_RECALL = 0.98, 0.9

_found: dict[str, list[Episode]] = {}


def run(*, quick: bool) -> list[Bound]:
    """All episodes; a quick run plays six on the development apps, and fails where a label is wrong."""
    if quick:
        found = list(episodes("dev", QUICK))
        lines = wrong(found)
        if lines or len(found) != len(QUICK):
            raise AssertionError(
                f"labels differ from the truth: {'; '.join(lines) or f'{len(found)} episodes'}"
            )
        return [
            Bound(
                "labels",
                "wrong labels",
                f"{len(found)} episodes of development apps",
                len(lines),
                0,
                "labels",
            )
        ]
    _found.update(dev=list(episodes("dev")), test=list(episodes("test")))
    test = _found["test"]
    workload = f"{len(test)} episodes of the test apps"
    bounds = []
    for what, rate in (("success", success_rates(OURS, test)), ("good", good_rates(OURS, test))):
        bounds += [
            Bound(
                "labels",
                f"{what}: 1 - precision",
                workload,
                round(1 - rate.precision, 4),
                round(1 - LEAST_PRECISION, 4),
                "",
            ),
            Bound(
                "labels",
                f"{what}: 1 - recall",
                workload,
                round(1 - rate.recall, 4),
                round(1 - LEAST_RECALL, 4),
                "",
            ),
        ]
    return bounds


def write_page(folder: Path) -> None:
    """docs/label-benchmark.md of the last whole run; nothing after a quick one."""
    if _found:
        (folder / PAGE).write_text(page(_found["dev"], _found["test"]), encoding="utf-8")
