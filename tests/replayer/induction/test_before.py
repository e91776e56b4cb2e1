from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation, step
from trees import N, text

from gui_rec.model.step import Step
from gui_rec.replayer.induction.before import findings_before
from gui_rec.replayer.induction.findings import Finding, findings_of
from gui_rec.replayer.induction.groups import medoid
from gui_rec.replayer.induction.runs import Inputs, runs_of

PAGE = ListPage()
CLOCKS = ("10:30", "11:00", "12:00")


def addresses(steps: Sequence[Step], inputs: Inputs | None = None, recorded: int | None = None) -> list[str]:
    runs = runs_of(steps, [inputs or {}] * len(steps))
    after: list[Finding] = findings_of(runs, medoid([run.post for run in runs]))[0]
    return [str(finding.address) for finding in findings_before(runs, after, recorded=recorded)]


def to_detail(*nodes: N) -> Step:
    """From the list of goods to a page with these nodes."""
    rest = (text("About", top=2000), text("Price", top=2040), text("Back", top=2080))
    return step(PAGE.seen(), observation(*nodes, *rest, activity=".Detail"))


def test_what_varies_on_the_page_that_the_step_leaves() -> None:
    steps = [replace(to_detail(), pre=replace(PAGE, clock=clock).seen()) for clock in CLOCKS]
    assert addresses(steps) == ["/TextView#clock:text"]


def test_not_where_it_would_excuse_what_stays_the_same_on_the_next_page() -> None:
    steps = [
        replace(to_detail(text("Bread", f"{SHOP}:id/clock")), pre=replace(PAGE, clock=clock).seen())
        for clock in CLOCKS
    ]
    assert addresses(steps) == []
    ticking = [
        replace(to_detail(text(f"{clock}:05", f"{SHOP}:id/clock")), pre=replace(PAGE, clock=clock).seen())
        for clock in CLOCKS
    ]
    assert addresses(ticking) == ["/TextView#clock:text"]


def test_not_where_the_step_sets_it() -> None:
    steps = [
        step(replace(PAGE, banner=banner).seen(), replace(PAGE, banner="Done").seen()) for banner in "abc"
    ]
    assert addresses(steps) == []


def test_an_input_on_the_page_that_is_left() -> None:
    assert addresses([to_detail()] * 2, {"what": "Milk"}) == [
        "/RecyclerView#goods/Group#row[1]/TextView#name:text"
    ]


def test_what_only_the_recording_says_otherwise_is_no_sign() -> None:
    steps = [
        replace(to_detail(), pre=replace(PAGE, clock=clock).seen()) for clock in ("10:30", "11:00", "11:00")
    ]
    assert addresses(steps, recorded=0) == []
    assert addresses(steps) == ["/TextView#clock:text"]


def test_one_screen_alone_varies_from_none() -> None:
    assert addresses([to_detail()]) == []
    blind = replace(to_detail(), pre=observation())
    assert addresses([blind, blind]) == []
