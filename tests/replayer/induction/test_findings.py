from __future__ import annotations

from dataclasses import replace

from learnt_runs import ListPage, step
from trees import N, text

from gui_rec.replayer.induction.findings import Finding, Reading, findings_of
from gui_rec.replayer.induction.runs import runs_of


def findings(
    *pages: ListPage, recorded: int | None = None, inputs: dict[str, str] | None = None
) -> dict[str, Finding]:
    """The findings of runs in which nothing was done."""
    runs = runs_of([step(page.seen(), page.seen()) for page in pages], [inputs or {}] * len(pages))
    found, _, _ = findings_of(runs, 0, recorded=recorded)
    return {str(finding.address): finding for finding in found}


PAGE = ListPage()


def with_rows(*notes: int) -> ListPage:
    rows = tuple(
        (name, price, f"{count} left") for (name, price, _), count in zip(PAGE.rows, notes, strict=True)
    )
    return replace(PAGE, rows=rows)


def test_two_rows_are_a_column_with_the_values_of_both() -> None:
    (found,) = findings(with_rows(1, 2, 3), with_rows(4, 5, 3)).values()
    assert str(found.address) == "/RecyclerView#goods/Group#row[*]/TextView#note:text"
    assert found.said == ("1 left", "4 left", "2 left", "5 left")
    assert found.reason == "it differs between runs in 2 rows of one list"


def test_the_input_is_told_though_it_never_varies() -> None:
    found = findings(PAGE, PAGE, inputs={"what": "Milk", "none": ""})
    assert {address: (each.reading, each.parameter) for address, each in found.items()} == {
        "/RecyclerView#goods/Group#row[1]/TextView#name:text": (Reading.PARAMETER, "what")
    }


def test_a_row_that_comes_and_goes_is_told_once_not_with_all_its_parts() -> None:
    hint = N(
        "android.view.ViewGroup",
        "shop:id/hint",
        bounds=(0, 2100, 400, 2300),
        children=(text("Tip", "shop:id/tip"),),
    )
    found = findings(replace(PAGE, extra=(hint,)), PAGE, replace(PAGE, extra=(hint,)))
    assert list(found) == ["/Group#hint:exists"]
    assert found["/Group#hint:exists"].said == ("there", "absent")


def test_only_the_recording_says_otherwise() -> None:
    other = replace(PAGE, clock="11:00")
    assert findings(PAGE, other, other, recorded=0)["/TextView#clock:text"].reading is Reading.DISPUTED
    late = replace(PAGE, clock="11:01")
    assert findings(PAGE, other, late, recorded=0)["/TextView#clock:text"].reading is Reading.VOLATILE
    assert findings(PAGE, other, other)["/TextView#clock:text"].reading is Reading.VOLATILE
    assert findings(PAGE, other, recorded=0)["/TextView#clock:text"].reading is Reading.VOLATILE, (
        "one replay alone"
    )
