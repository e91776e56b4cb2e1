from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation, step
from trees import N, text

from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.replayer.induction.candidates import Candidates
from gui_rec.replayer.induction.findings import findings_of
from gui_rec.replayer.induction.runs import runs_of
from gui_rec.replayer.rules.facts import (
    Appears,
    Changes,
    CheckedIs,
    CountChanges,
    CountIs,
    Disappears,
    Exists,
    FactTest,
    Focused,
    NoDialog,
    NoError,
    RowContains,
    TextIs,
)
from gui_rec.ui.wanted import Relation, Wanted

PAGE = ListPage()


def rid(tail: str) -> Selector:
    return Selector(resource_id=f"{SHOP}:id/{tail}")


def candidates(steps: Sequence[Step], inputs: dict[str, str] | None = None) -> list[FactTest]:
    runs = runs_of(steps, [inputs or {}] * len(steps))
    findings, lanes, effects = findings_of(runs, 0)
    return Candidates(runs, 0, lanes, effects, findings).all()


def test_every_kind_of_the_grammar_that_a_screen_can_show() -> None:
    after = replace(
        PAGE,
        cart="1",
        loved=True,
        rows=(*PAGE.rows, ("Milk", "$1.20", "sold")),
        extra=(text("Added", top=2200),),
    )
    before = replace(PAGE, extra=(text("Try our tea", top=2200),))
    found = candidates([step(before.seen(), after.seen())], {"what": "Milk"})
    wanted: list[FactTest] = [
        Changes(rid("cart_count"), 1),
        CountChanges(rid("row"), 1),
        Appears(Selector(text="Added")),
        Disappears(Selector(text="Try our tea")),
        RowContains(rid("goods"), "${what}"),
        Focused(SHOP, f"{SHOP}.Main"),
        NoDialog(),
        NoError(),
        CheckedIs(rid("loved"), True),
        TextIs(rid("title"), Wanted(Relation.EQUALS, "Goods")),
        Exists(Selector(text="Bread")),
        CountIs(rid("row"), 4),
    ]
    assert [test for test in wanted if test not in found] == []
    assert found.index(Changes(rid("cart_count"), 1)) == 0, "a number that changes tells most"
    assert len(found) == len(set(found))


def test_nothing_rests_on_what_varies_or_on_an_inputs_value() -> None:
    found = candidates(
        [step(PAGE.seen(), PAGE.seen()), step(PAGE.seen(), replace(PAGE, clock="11:00").seen())],
        {"what": "Tea"},
    )
    assert not any("10:30" in repr(test) or "'Tea'" in repr(test) for test in found)
    assert TextIs(rid("clock"), Wanted(Relation.EQUALS, "10:30")) not in found


def test_no_value_of_a_field_no_password_and_nothing_withheld() -> None:
    fields = (
        N(
            "android.widget.EditText",
            f"{SHOP}:id/secret",
            "hunter2",
            bounds=(0, 2100, 400, 2140),
            flags=frozenset({"password"}),
        ),
        N("android.widget.EditText", f"{SHOP}:id/q", "tea please", bounds=(0, 2140, 400, 2180)),
        text("Hello ${user}", f"{SHOP}:id/hello", top=2180),
    )
    found = candidates([step(observation(), replace(PAGE, extra=fields).seen())])
    assert not any("hunter2" in repr(test) or "${user}" in repr(test) for test in found)
    assert Exists(Selector(text="tea please")) not in found
    assert TextIs(rid("q"), Wanted(Relation.EQUALS, "tea please")) in found


def test_a_page_of_thousands_of_nodes_gives_no_more_than_it_needs() -> None:
    rows = tuple((f"Tea {number}", "$1.00", "1 left") for number in range(400))
    assert len(candidates([step(observation(), replace(PAGE, rows=rows).seen())])) == 160
