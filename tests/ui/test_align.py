"""Which node is which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from screens_of_apps import GOODS, SCREENS, shop
from trees import N, text, tree

from gui_rec.ui.align import Alignment, align
from gui_rec.ui.canonical import canonical, walk


def aligned(before: N, after: N) -> Alignment:
    return align(canonical(tree(before)), canonical(tree(after)))


def pairs_of(found: Alignment, rid: str) -> list[tuple[str, str]]:
    return [(old.text, new.text) for old, new in found.to_after.items() if old.rid == rid]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_aligned_with_itself_node_by_node(screen: str) -> None:
    root = SCREENS[screen]()
    found = aligned(root, root)
    assert all(old.node.path == new.node.path for old, new in found.to_after.items())
    assert len(found.to_after) == len(walk(canonical(tree(root))))


def test_rows_are_known_by_their_names_through_any_shuffle() -> None:
    rng = Random(5)
    for _ in range(20):
        goods = list(GOODS)
        rng.shuffle(goods)
        assert all(old == new for old, new in pairs_of(aligned(shop(), shop(tuple(goods))), "name"))


@pytest.mark.parametrize("out", [1, 2, 3, 5])
def test_a_row_that_scrolled_in_is_never_one_that_scrolled_out(out: int) -> None:
    new = tuple((f"New {number}", f"${number}.00") for number in range(out))
    found = aligned(shop(), shop((*GOODS[out:], *new)))
    names = pairs_of(found, "name")
    assert len(names) == len(GOODS) - out
    assert all(old == now for old, now in names)
    assert len(pairs_of(found, "stock")) == len(GOODS) - out


def test_rows_with_one_changed_word_stay_one_row() -> None:
    goods = (GOODS[0], ("Milk", "$1.99"), *GOODS[2:])
    assert ("$1.20", "$1.99") in pairs_of(aligned(shop(), shop(goods)), "price")
    renamed = (GOODS[0], ("Oat milk", "$1.20"), *GOODS[2:])
    assert ("Milk", "Oat milk") in pairs_of(aligned(shop(), shop(renamed)), "name")


def quality(before: N, after: N, edits: int) -> float:
    """Share of rows that are right: aligned with the row of their name, or with none where it is gone."""
    names = pairs_of(aligned(before, after), "name")
    right = sum(old == new for old, new in names)
    return right / max(1, len(names), edits)


def mutated(goods: Sequence[tuple[str, str]], rng: Random, edits: int) -> list[tuple[str, str]]:
    out = list(goods)
    for _ in range(edits):
        kind, place = rng.choice("ids"), rng.randrange(len(out))
        if kind == "i":
            out.insert(place, (f"New {rng.randrange(1000)}", f"${rng.randrange(99)}.00"))
        elif kind == "d":
            del out[place]
        else:
            out[place] = (out[place][0], f"${rng.randrange(99)}.50")
    return out


def test_random_edits_of_a_list_are_followed() -> None:
    rng = Random(11)
    goods = [(f"Item {number}", f"${number % 7}.00") for number in range(40)]
    scores = []
    for _ in range(15):
        after = mutated(goods, rng, 6)
        scores.append(quality(shop(tuple(goods)), shop(tuple(after)), len(goods) - 12))
    assert min(scores) >= 0.95


def test_moved_subtrees_are_found_elsewhere() -> None:
    card = N(rid="a:id/card", children=(text("Only one", "a:id/t"), text("Of its kind", "a:id/u")))
    left, right = N(rid="a:id/left"), N(rid="a:id/right")
    found = aligned(
        N(children=(replace(left, children=(card,)), right)),
        N(children=(left, replace(right, children=(card,)))),
    )
    assert {old.rid for old in found.to_after} == {"left", "right", "card", "t", "u"}


def test_twins_are_paired_in_order() -> None:
    twins = N(rid="a:id/x", children=(text("same"), text("same"), text("same")))
    fewer = replace(twins, children=twins.children[:2])
    found = aligned(twins, fewer)
    texts = [(old.node.path, new.node.path) for old, new in found.to_after.items() if old.text]
    assert texts == [("0/0", "0/0"), ("0/1", "0/1")]


def test_nothing_is_aligned_with_nothing() -> None:
    assert align((), ()).to_after == {}
    assert align((), canonical(tree(text("a")))).to_before == {}
