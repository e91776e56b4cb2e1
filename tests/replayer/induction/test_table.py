from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any, cast

from learnt_runs import ListPage, observation, shopping
from rich.console import Console

from gui_rec.replayer.induction.episodes import LearntFile, TaskRun, learn_file
from gui_rec.replayer.induction.table import as_record, table

PAGE = ListPage()


def learnt() -> LearntFile:
    """Runs with a clock, a cart that starts elsewhere, and a last step whose screen says nothing."""
    pages = (PAGE, replace(PAGE, clock="11:00", cart="4"), replace(PAGE, clock="12:30"))
    runs = [
        TaskRun(f"run {number}", "E1", shopping(page), {"what": "Milk"}) for number, page in enumerate(pages)
    ]
    blind = replace(runs[2].steps[1], post=observation())
    return learn_file([*runs[:2], replace(runs[2], steps=(runs[2].steps[0], blind))])


def lines(found: LearntFile) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=300, markup=False, highlight=False).print(table(found))
    return [" ".join(line.split()) for line in out.getvalue().splitlines()]


def test_what_varied_and_what_was_concluded() -> None:
    told = lines(learnt())
    assert told[0] == "1 rules from 3 runs"
    clock = next(line for line in told if "clock" in line)
    assert "'10:30', '11:00', '12:30' volatile time it differs between runs that did the same" in clock
    cart = next(line for line in told if "cart_count:text" in line)
    assert "'1', '5' effect the step changes it by +1 in every run" in cart
    assert any("input what it says the input what" in line for line in told)
    assert any('"by": 1' in line and "fact 3 runs, sure 0.44, lift 0.44" in line for line in told)
    assert any("no usable hierarchy" in line for line in told)


def test_the_same_as_plain_values() -> None:
    record = as_record(learnt())
    assert json.loads(json.dumps(record)) == record
    assert record["runs"] == ["run 0", "run 1", "run 2"]
    first, second = cast(list[dict[str, Any]], record["steps"])
    (outcome,) = first["outcomes"]
    assert outcome["runs"] == [0, 1, 2]
    assert [(each["slot"], each["taken_for"], each["pattern"]) for each in outcome["varied"]] == [
        ("/TextView#clock:text", "volatile", "time"),
        ("/TextView#cart_count:text", "effect", None),
        ("/RecyclerView#goods/Group#row[1]/TextView#name:text", "parameter", None),
    ]
    assert second["why_not"] is not None


def test_long_values_and_many_are_cut() -> None:
    pages = [replace(PAGE, banner=f"{number} {'long ' * 20}") for number in range(6)]
    told = lines(learn_file([TaskRun("a run", "E1", shopping(page)) for page in pages]))
    banner = next(line for line in told if "banner" in line)
    assert "…" in banner
    assert "and 2 more" in banner
