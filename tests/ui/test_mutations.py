"""Known changes of known screens: which of them a state key sees, and which edits are hard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from screens_of_apps import GOODS, SCREENS, TAP, button, cart, login, row, settings, shop
from trees import N, at, paths, put, text, tree

from gui_rec.ui.diff import Edit, EditKind, diff
from gui_rec.ui.state_key import state_key

Change = Callable[[N], N]


def edits(before: N, after: N) -> list[Edit]:
    return diff(tree(before), tree(after))


def key(root: N) -> str:
    return state_key(tree(root), package="shop", activity=".Main").state


def everywhere(change: Change, root: N) -> N:
    """`root` with `change` applied to each node, from the leaves up."""
    for path in reversed(paths(root)):
        root = put(root, path, change(at(root, path)))
    return root


def where(root: N, rid: str, place: int = 0) -> tuple[int, ...]:
    return [path for path in paths(root) if at(root, path).rid.endswith(rid)][place]


def changed(root: N, rid: str, place: int = 0, **values: object) -> N:
    path = where(root, rid, place)
    return put(root, path, replace(at(root, path), **values))  # type: ignore[arg-type]


def without(root: N, rid: str, place: int = 0) -> N:
    *above, last = where(root, rid, place)
    owner = at(root, tuple(above))
    kept = tuple(child for number, child in enumerate(owner.children) if number != last)
    return put(root, tuple(above), replace(owner, children=kept))


def toggled(root: N, rid: str, flag: str, place: int = 0) -> N:
    flags = at(root, where(root, rid, place)).flags ^ {flag}
    return changed(root, rid, place, flags=flags)


SAME: dict[str, Change] = {
    "identical": lambda root: root,
    "indexes": lambda root: everywhere(lambda node: replace(node, index=node.index + 3), root),
    "focus moved": lambda root: everywhere(lambda node: replace(node, flags=node.flags ^ {"focused"}), root),
    "two pixels down": lambda root: everywhere(
        lambda node: replace(node, bounds=(node.bounds[0], node.bounds[1] + 2, node.bounds[2], node.bounds[3] + 2)), root
    ),
    "another resolution": lambda root: everywhere(
        lambda node: replace(node, bounds=tuple(value * 2 // 3 for value in node.bounds)), root  # type: ignore[arg-type]
    ),
    "wrapped": lambda root: N(bounds=root.bounds, children=(N("android.widget.RelativeLayout", bounds=root.bounds, children=(root,)),)),
    "support library": lambda root: everywhere(
        lambda node: replace(node, cls=node.cls.replace("android.widget.Button", "androidx.appcompat.widget.AppCompatButton")), root
    ),
    "divider": lambda root: replace(root, children=(*root.children, N("android.view.View", bounds=(0, 5, 9, 6)))),
    "ghost": lambda root: replace(root, children=(*root.children, text("ghost", bounds=(0, 0, 0, 0)))),
    "newer server": lambda root: everywhere(lambda node: replace(node, extra=(("drawing-order", "1"),)), root),
}  # fmt: skip


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_the_same_state(screen: str, change: Change) -> None:
    root = SCREENS[screen]()
    assert key(change(root)) == key(root)
    assert edits(root, change(root)) == []


def reordered() -> N:
    return shop((GOODS[1], GOODS[0], *GOODS[2:]))


HARD: dict[str, tuple[N, N, EditKind]] = {
    "check box": (login(), toggled(login(), "keep", "checked"), EditKind.STATE),
    "switch": (settings(), toggled(settings(), "switch_widget", "checked", 1), EditKind.STATE),
    "button disabled": (login(), toggled(login(), "submit", "enabled"), EditKind.STATE),
    "other tab": (shop(), toggled(toggled(shop(), "tab", "selected", 0), "tab", "selected", 1), EditKind.STATE),
    "one character": (login(), changed(login(), "id/user", text="anne"), EditKind.TEXT),
    "emptied field": (login(), changed(login(), "id/user", text=""), EditKind.TEXT),
    "password longer": (login(), changed(login(), "id/password", text="secrets"), EditKind.TEXT),
    "price": (cart(), changed(cart(), "id/total", text="$6.00"), EditKind.TEXT),
    "price in a list": (shop(), changed(shop(), "price", 2, text="$2.60"), EditKind.TEXT),
    "count": (cart(), changed(cart(), "count", text="2"), EditKind.TEXT),
    "summary": (settings(), changed(settings(), "summary", 1, text="Connected"), EditKind.TEXT),
    "button label": (cart(), changed(cart(), "pay", text="Order"), EditKind.TEXT),
    "button missing": (cart(), without(cart(), "pay"), EditKind.DELETE),
    "row missing": (shop(), shop((*GOODS[:2], *GOODS[3:])), EditKind.DELETE),
    "last row missing": (shop(), shop(GOODS[:-1]), EditKind.DELETE),
    "row twice": (shop(), shop((*GOODS[:3], GOODS[2], *GOODS[3:])), EditKind.INSERT),
    "reordered": (shop(), reordered(), EditKind.ORDER),
    "inline error": (
        login(),
        replace(login(), children=(*login().children, text("Wrong password", "shop:id/note", top=900))),
        EditKind.INSERT,
    ),
    "description": (cart(), changed(cart(), "more", desc="One more, please"), EditKind.DESC),
}  # fmt: skip


@pytest.mark.parametrize("name", HARD)
def test_what_contradicts_a_state(name: str) -> None:
    before, after, kind = HARD[name]
    assert key(before) != key(after)
    found = edits(before, after)
    assert {edit.kind for edit in found if edit.hard} == {kind}
    assert all(edit.label and edit.bounds is not None for edit in found)
    assert edits(after, before)


@pytest.mark.parametrize("name", [name for name in HARD if name not in ("other tab",)])
def test_one_change_is_one_hard_edit(name: str) -> None:
    before, after, _ = HARD[name]
    assert sum(edit.hard for edit in edits(before, after)) == 1


def test_the_other_tab_names_both_tabs() -> None:
    before, after, _ = HARD["other tab"]
    assert [edit.after for edit in edits(before, after)] == ["not selected", "selected"]


SOFT: dict[str, tuple[N, N, set[EditKind]]] = {
    "scrolled by one": (shop(), shop((*GOODS[1:], ("Soap", "$7.00"))), {EditKind.DELETE, EditKind.INSERT}),
    "scrolled by two": (
        shop(), shop((*GOODS[2:], ("Soap", "$7.00"), ("Jam", "$3.30"))), {EditKind.DELETE, EditKind.INSERT},
    ),
    "scrolled by half a row": (shop(), shop(GOODS[1:], shift=-100), {EditKind.DELETE}),
    "new row on top": (shop(), shop((("Soap", "$7.00"), *GOODS)), {EditKind.INSERT}),
    "ids renamed": (
        login(), everywhere(lambda node: replace(node, rid=node.rid.replace("id/", "id/v2_")), login()), {EditKind.ID},
    ),
    "badge": (
        cart(),
        replace(cart(), children=(*cart().children, text("3", "shop:id/cart_badge", top=1500))),
        {EditKind.INSERT},
    ),
    "a hint more": (
        cart(), replace(cart(), children=(*cart().children, text("Free delivery", top=1500))), {EditKind.INSERT},
    ),
    "another widget class": (
        cart(), changed(cart(), "pay", cls="android.widget.ToggleButton"), {EditKind.ROLE},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SOFT)
def test_what_may_be_the_same_state(name: str) -> None:
    before, after, kinds = SOFT[name]
    found = edits(before, after)
    assert [edit.label for edit in found if edit.hard] == []
    assert {edit.kind for edit in found} == kinds


def test_a_changed_price_in_a_scrolled_list_is_found_in_its_row() -> None:
    after = shop((*GOODS[1:3], ("Salt", "$9.99"), *GOODS[4:], ("Soap", "$7.00")))
    (hard,) = [edit for edit in edits(shop(), after) if edit.hard]
    assert (hard.kind, hard.before, hard.after) == (EditKind.TEXT, "$0.90", "$9.99")
    assert hard.label == "text of price 'Salt': '$0.90' -> '$9.99'"


def test_another_screen_is_many_hard_edits() -> None:
    assert sum(edit.hard for edit in edits(login(), cart())) >= 3


def test_a_dialog_over_a_screen_is_an_insertion() -> None:
    dialog = N(
        rid="android:id/parentPanel",
        bounds=(100, 900, 980, 1500),
        children=(text("Delete it?", "android:id/alertTitle"), button("Delete", "android:id/button1", 1400)),
    )
    found = edits(cart(), replace(cart(), children=(*cart().children, dialog)))
    assert [(edit.kind, edit.after) for edit in found] == [(EditKind.INSERT, "Delete it?")]


def test_relative_times_make_no_edit() -> None:
    before, after = (
        replace(cart(), children=(*cart().children, text(f"Saved {when}", "shop:id/saved", top=1500)))
        for when in ("3 min ago", "just now")
    )
    assert edits(before, after) == []


def test_a_row_that_became_clickable_is_the_same() -> None:
    plain = replace(row("Bread", "$3.00", 300), flags=frozenset({"enabled"}))
    assert edits(plain, replace(plain, flags=TAP)) == []
