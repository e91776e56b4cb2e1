"""Ids that another build has otherwise."""

from __future__ import annotations

from dataclasses import replace

from screens_of_apps import cart, login, shop
from trees import N, at, paths, put, tree

from gui_rec.ui.canonical import canonical, walk
from gui_rec.ui.diff import EditKind, diff
from gui_rec.ui.renamed import ids_as_in, with_ids_of


def renamed(root: N, tail: str = "x") -> N:
    """Every id with another name, the same for the same."""
    names: dict[str, str] = {}
    for path in paths(root):
        node = at(root, path)
        if node.rid:
            name = names.setdefault(node.rid, f"shop:id/{tail}{len(names)}")
            root = put(root, path, replace(node, rid=name))
    return root


def test_other_ids_alone_are_soft_edits_of_ids() -> None:
    for screen in (shop, login, cart):
        found = diff(tree(screen()), tree(renamed(screen())))
        assert found
        assert {(edit.kind, edit.hard) for edit in found} == {(EditKind.ID, False)}


def test_a_changed_price_under_other_ids_is_still_seen() -> None:
    root = renamed(cart())
    price = next(path for path in paths(root) if at(root, path).text == "$3.00")
    found = diff(tree(cart()), tree(put(root, price, replace(at(root, price), text="$9.00"))))
    assert [edit.label for edit in found if edit.hard]
    assert [(edit.before, edit.after) for edit in found if edit.hard] == [("$3.00", "$9.00")]


def test_a_missing_button_under_other_ids_is_still_seen() -> None:
    root = renamed(cart())
    kept = tuple(child for child in root.children if child.text != "Pay")
    found = diff(tree(cart()), tree(replace(root, children=kept)))
    assert [(edit.kind, edit.before) for edit in found if edit.hard] == [(EditKind.DELETE, "Pay")]


def test_screens_that_share_their_ids_are_left_alone() -> None:
    before, after = canonical(tree(shop())), canonical(tree(shop(shift=40)))
    assert with_ids_of(before, after) is after


def test_another_page_with_other_words_is_no_renaming() -> None:
    before, after = canonical(tree(login())), canonical(tree(renamed(cart())))
    assert with_ids_of(before, after) is after


def test_each_new_name_stands_for_one_old_name() -> None:
    before, after = canonical(tree(shop())), canonical(tree(renamed(shop())))
    mapped = with_ids_of(before, after)
    assert [node.rid for node in walk(mapped)] == [node.rid for node in walk(before)]


def test_a_renamed_element_is_given_its_whole_old_id() -> None:
    before, after = tree(cart()), tree(renamed(cart()))
    names = ids_as_in(before, after)
    assert {node.text: name for node, name in names.items()}["Pay"] == "shop:id/pay"
    assert ids_as_in(before, before) == {}
