from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from trees import N, text, tree

from gui_rec.ui.align import align
from gui_rec.ui.canonical import CanonicalNode, canonical, walk
from gui_rec.ui.twins import Twins, twins


def rows(*notes: str, names: tuple[str, ...] = ("Bread", "Milk", "Tea")) -> tuple[CanonicalNode, ...]:
    """A list of goods, each with a note."""
    parts = tuple(
        N(
            "android.view.ViewGroup",
            "x:id/row",
            bounds=(0, 100 * place, 400, 100 * place + 100),
            flags=frozenset({"enabled", "clickable"}),
            children=(
                text(name, "x:id/name", top=100 * place),
                text(note, "x:id/note", top=100 * place + 40),
            ),
        )
        for place, (name, note) in enumerate(zip(names, notes, strict=True))
    )
    flags = frozenset({"enabled", "scrollable"})
    return canonical(
        tree(N("x.RecyclerView", "x:id/list", bounds=(0, 0, 400, 900), flags=flags, children=parts))
    )


def of(before: tuple[CanonicalNode, ...], after: tuple[CanonicalNode, ...]) -> Twins:
    return twins(before, after, align(before, after))


def notes(found: Twins) -> list[tuple[str, str]]:
    return [(one.text, other.text) for one, other in found.items() if one.rid == "note"]


NOTES = st.lists(st.sampled_from(["1 left", "2 left", "3 left"]), min_size=3, max_size=3)


@given(NOTES, NOTES)
def test_values_do_not_wander_between_rows(one: list[str], other: list[str]) -> None:
    before, after = rows(*one), rows(*other)
    found = of(before, after)
    assert sorted(notes(found)) == sorted(zip(one, other, strict=True))
    assert len(set(found.values())) == len(found) == len(walk(before))


def test_a_row_that_scrolled_in_is_not_the_one_that_scrolled_out() -> None:
    before = rows("1 left", "2 left", "3 left")
    after = rows("2 left", "3 left", "9 left", names=("Milk", "Tea", "Rum"))
    assert sorted(notes(of(before, after))) == [("2 left", "2 left"), ("3 left", "3 left")]


def test_a_tree_is_its_own_twin() -> None:
    before = rows("1 left", "1 left", "2 left")
    assert of(before, before) == {node: node for node in walk(before)}
