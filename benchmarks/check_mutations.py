"""Verdicts on 56 mutations of recorded steps, beside five baselines: what a verdict is worth, not what it costs."""

from __future__ import annotations

from pathlib import Path

from measure import Bound
from mutations.page import page
from mutations.rows import Result, results
from mutations.score import missed
from mutations.targets import N3, targets

QUICK_SCREENS = ("shop.cart", "mail.chat")
QUICK_FAMILIES = frozenset({1, 4, 12, 20, 24, 29, 31, 32, 34, 35, 40, 44, 48, 50})
PAGE = "mutations.md"

_found: dict[str, list[Result]] = {}


def run(*, quick: bool) -> list[Bound]:
    """All cases; a quick run takes two screens and some families, and fails where a harmful one is called a match."""
    if quick:
        found = results("dev", QUICK_FAMILIES, QUICK_SCREENS, frozenset({N3}))
        wrong = [result.case for result in missed(found, N3)]
        if wrong:
            raise AssertionError(f"harmful mutations were called a match: {', '.join(wrong)}")
        workload = f"{len(found)} cases of {len(QUICK_SCREENS)} development screens"
        return [Bound("mutations", "harmful mutations called a match", workload, len(wrong), 0, "cases")]
    _found.update(dev=results("dev"), test=results("test"))
    workload = f"{len(_found['test'])} cases of the test apps, N=3 unless said"
    return [
        Bound(
            "mutations", f"short of: {one.what} {one.wanted}", workload, round(max(0.0, one.short), 4), 0, ""
        )
        for one in targets(_found["test"])
    ]


def write_page(folder: Path) -> None:
    """docs/mutations.md of the last whole run; nothing after a quick one."""
    if _found:
        (folder / PAGE).write_text(page(_found["dev"], _found["test"]), encoding="utf-8")
