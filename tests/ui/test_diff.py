"""Edits between trees."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from trees import N, at, nodes, paths, put, text, tree

from gui_rec.ui.align import align, parents_of
from gui_rec.ui.canonical import canonical
from gui_rec.ui.canonical import walk as walk_canonical
from gui_rec.ui.diff import Edit, EditKind, diff

SCROLLS = frozenset({"enabled", "scrollable"})


def edits(before: N, after: N) -> list[Edit]:
    return diff(tree(before), tree(after))


def kinds(before: N, after: N) -> list[tuple[EditKind, bool]]:
    return [(edit.kind, edit.hard) for edit in edits(before, after)]


def rows(names: list[str], top: int = 0) -> N:
    return N(
        "androidx.recyclerview.widget.RecyclerView",
        bounds=(0, 0, 400, 1000),
        flags=SCROLLS,
        children=tuple(
            N(
                bounds=(0, top + 100 * place, 400, top + 100 * place + 100),
                rid="a:id/row",
                flags=frozenset({"enabled", "clickable"}),
                children=(
                    text(name, "a:id/title", top=top + 100 * place),
                    text(f"{name} and more", "a:id/sub", top=top + 100 * place + 50),
                ),
            )
            for place, name in enumerate(names)
        ),
    )


NAMES = ["Milk", "Bread", "Eggs", "Salt", "Rice"]
CARD = N(
    rid="a:id/card",
    children=(
        text("Price", "a:id/label", top=0),
        text("$24.00", "a:id/price", top=50),
        N("android.widget.CheckBox", "a:id/box", "Gift", flags=frozenset({"enabled", "checkable"}), bounds=(0, 100, 90, 140)),
        N("android.widget.Button", "a:id/buy", "Buy", flags=frozenset({"enabled", "clickable"}), bounds=(0, 150, 90, 190)),
    ),
)  # fmt: skip


SHORT = [replace(rows(names), flags=frozenset({"enabled"})) for names in (NAMES[:2], NAMES[:3])]


def test_a_row_more_in_a_list_too_short_to_scroll_counts() -> None:
    assert kinds(*SHORT) == [(EditKind.INSERT, True)]
    assert kinds(*reversed(SHORT)) == [(EditKind.DELETE, True)]


@given(nodes())
@settings(max_examples=60, deadline=None)
def test_equal_trees_have_no_edits(root: N) -> None:
    assert edits(root, root) == []


@given(nodes(), st.data())
@settings(max_examples=100, deadline=None)
def test_one_text_mutation_is_one_text_edit(root: N, data: st.DataObject) -> None:
    speaking = [path for path in paths(root) if at(root, path).text.strip()]
    assume(speaking)
    path = data.draw(st.sampled_from(speaking))
    changed = put(root, path, replace(at(root, path), text="something new"))
    found = edits(root, changed)
    assert [(edit.kind, edit.hard, edit.after) for edit in found] == [(EditKind.TEXT, True, "something new")]
    assert found[0].path == "/".join(map(str, (0, *path)))


@given(nodes(), nodes())
@settings(max_examples=60, deadline=None)
def test_alignment_pairs_each_node_once_and_edits_explain_the_rest(one: N, other: N) -> None:
    before, after = canonical(tree(one)), canonical(tree(other))
    alignment = align(before, after)
    assert len(alignment.to_after) == len(alignment.to_before) == len(set(alignment.to_after.values()))
    assert set(alignment.to_after) <= set(walk_canonical(before))
    assert set(alignment.to_before) <= set(walk_canonical(after))
    whole = sum(len(node.children) for node in walk_canonical(before))
    assert len(parents_of(before)) == whole
    diff(tree(one), tree(other))


@given(nodes(depth=2), st.data())
@settings(max_examples=60, deadline=None)
def test_a_toggled_flag_is_one_state_edit(root: N, data: st.DataObject) -> None:
    informative = [path for path in paths(root) if at(root, path).rid]
    assume(informative)
    path = data.draw(st.sampled_from(informative))
    node = at(root, path)
    changed = put(root, path, replace(node, flags=node.flags ^ {"checked"}))
    assert kinds(root, changed) == [(EditKind.STATE, True)]


def test_a_price_is_told_with_its_caption() -> None:
    changed = put(CARD, (1,), text("$31.00", "a:id/price", top=50))
    (edit,) = edits(CARD, changed)
    assert edit.label == "text of price 'Price': '$24.00' -> '$31.00'"
    assert edit.bounds is not None
    assert edit.bounds.as_tuple() == (0, 50, 400, 90)


def test_states_are_told_in_words() -> None:
    box = at(CARD, (2,))
    (edit,) = edits(CARD, put(CARD, (2,), replace(box, flags=frozenset({"checkable", "checked"}))))
    assert (edit.before, edit.after, edit.hard) == ("not checked, enabled", "checked, disabled", True)


def test_a_renamed_id_is_soft() -> None:
    button = at(CARD, (3,))
    assert kinds(CARD, put(CARD, (3,), replace(button, rid="a:id/purchase"))) == [(EditKind.ID, False)]
    assert kinds(CARD, put(CARD, (3,), replace(button, cls="android.widget.ImageButton"))) == [
        (EditKind.ROLE, False)
    ]


def test_a_missing_button_is_hard_and_a_new_hint_is_soft() -> None:
    without = replace(CARD, children=CARD.children[:3])
    assert kinds(CARD, without) == [(EditKind.DELETE, True)]
    assert kinds(without, CARD) == [(EditKind.INSERT, False)]


def test_a_new_error_text_is_hard() -> None:
    more = replace(CARD, children=(*CARD.children, text("Incorrect password", "a:id/message", top=300)))
    assert kinds(CARD, more) == [(EditKind.INSERT, True)]
    assert "Incorrect password" in edits(CARD, more)[0].label


def test_badges_are_soft() -> None:
    badge = replace(CARD, children=(*CARD.children, text("3", "a:id/cart_badge", top=300)))
    other = replace(CARD, children=(*CARD.children, text("4", "a:id/cart_badge", top=300)))
    assert kinds(CARD, badge) == [(EditKind.INSERT, False)]
    assert kinds(badge, CARD) == [(EditKind.DELETE, False)]
    assert kinds(badge, other) == [(EditKind.TEXT, False)]


def test_scrolling_is_soft_and_never_pairs_other_rows() -> None:
    before, after = rows(NAMES), rows([*NAMES[1:], "Soup"])
    found = edits(before, after)
    assert [(edit.kind, edit.hard) for edit in found] == [(EditKind.DELETE, False), (EditKind.INSERT, False)]
    assert [edit.before for edit in found] == ["Milk", None]
    assert found[1].after == "Soup"


def test_what_every_row_says_pairs_no_rows() -> None:
    def shop(names: list[str]) -> N:
        plain = rows(names)
        return replace(
            plain,
            children=tuple(
                replace(row, children=(row.children[0], replace(row.children[1], text="In stock")))
                for row in plain.children
            ),
        )

    found = edits(shop(NAMES), shop([*NAMES[2:], "Soup", "Tea"]))
    assert [(edit.kind, edit.before, edit.after, edit.hard) for edit in found] == [
        (EditKind.DELETE, "Milk", None, False),
        (EditKind.DELETE, "Bread", None, False),
        (EditKind.INSERT, None, "Soup", False),
        (EditKind.INSERT, None, "Tea", False),
    ]


def test_a_new_row_on_top_is_soft() -> None:
    assert kinds(rows(NAMES), rows(["Soup", *NAMES])) == [(EditKind.INSERT, False)]


def test_a_missing_or_doubled_row_is_hard() -> None:
    assert kinds(rows(NAMES), rows([*NAMES[:2], *NAMES[3:]])) == [(EditKind.DELETE, True)]
    assert kinds(rows(NAMES), rows([*NAMES, "Rice"])) == [(EditKind.INSERT, True)]
    assert kinds(rows(NAMES), rows(NAMES[:4])) == [(EditKind.DELETE, True)]


def test_a_reordered_list_is_one_order_edit() -> None:
    (edit,) = edits(rows(NAMES), rows([NAMES[1], NAMES[0], *NAMES[2:]]))
    assert (edit.kind, edit.hard) == (EditKind.ORDER, True)
    assert "Milk" in edit.label or "Bread" in edit.label


def test_a_changed_line_in_a_scrolled_row_is_found_in_its_row() -> None:
    after = rows(NAMES, top=-30)
    after = put(after, (2, 1), replace(at(after, (2, 1)), text="Eggs are sold out"))
    (edit,) = edits(rows(NAMES), after)
    assert (edit.kind, edit.before, edit.after) == (EditKind.TEXT, "Eggs and more", "Eggs are sold out")
    assert "'Eggs'" in edit.label


def test_a_moved_node_is_soft() -> None:
    left, right = (
        N(rid="a:id/left", children=(text("OK"), text("A"))),
        N(rid="a:id/right", children=(text("B"),)),
    )
    before = N(children=(left, right))
    after = N(
        children=(
            replace(left, children=left.children[1:]),
            replace(right, children=(*right.children, text("OK"))),
        )
    )
    assert kinds(before, after) == [(EditKind.MOVE, False)]


def test_wrappers_and_bounds_make_no_edits() -> None:
    assert edits(CARD, N(children=(N(children=(CARD,)),))) == []
    assert edits(CARD, replace(CARD, bounds=(1, 2, 3, 4))) == []


def test_descriptions_are_slots() -> None:
    icon = N("android.widget.ImageView", "a:id/icon", desc="Online")
    (edit,) = edits(icon, replace(icon, desc="Offline"))
    assert (edit.kind, edit.hard, edit.before, edit.after) == (EditKind.DESC, True, "Online", "Offline")


def test_passwords_show_their_length_only() -> None:
    field = N("android.widget.EditText", "a:id/pw", "secret", flags=frozenset({"password", "enabled"}))
    (edit,) = edits(field, replace(field, text="hidden word"))
    assert (edit.before, edit.after) == ("•" * 6, "•" * 11)


def test_long_texts_are_cut_in_labels_only() -> None:
    (edit,) = edits(text("a" * 300), text("b" * 300))
    assert edit.after == "b" * 300
    assert len(edit.label) < 160


def test_large_lists_are_fast_enough_to_finish() -> None:
    many = [f"Item {number}" for number in range(300)]
    assert kinds(rows(many), rows([*many[1:], "last"]))[0] == (EditKind.DELETE, False)


def short(names: list[str]) -> N:
    """A list with room to spare, which has nothing to scroll."""
    return replace(rows(names), flags=frozenset({"enabled"}))


def test_news_at_the_head_of_a_short_list_is_soft() -> None:
    assert kinds(short(["one", "two"]), short(["zero", "one", "two"])) == [(EditKind.INSERT, False)]


def test_a_row_that_stands_there_twice_is_no_news() -> None:
    assert kinds(short(["one", "two"]), short(["one", "one", "two"])) == [(EditKind.INSERT, True)]
    assert kinds(rows(["one", "two"]), rows(["one", "one", "two"])) == [(EditKind.INSERT, True)]


def test_a_row_that_a_short_list_lost_is_gone() -> None:
    assert kinds(short(["zero", "one", "two"]), short(["one", "two"])) == [(EditKind.DELETE, True)]


def _button(count: str | None, said: str) -> N:
    badge = () if count is None else (text(count, "a:id/cart_badge"),)
    return N(rid="a:id/cart", desc=said, flags=frozenset({"enabled", "clickable"}), children=badge)


def test_a_description_follows_its_badge() -> None:
    before, after = N(children=(_button(None, "Cart, empty"),)), N(children=(_button("1", "Cart, 1 item"),))
    assert not any(hard for _, hard in kinds(before, after))
    changed = N(children=(_button(None, "Log out"),))
    assert kinds(before, changed) == [(EditKind.DESC, True)]


def test_a_row_that_news_pushed_out_is_not_gone_though_a_clipped_one_lies_in_its_place() -> None:
    def clipped(names: list[str]) -> N:
        listing = rows(names)
        last = replace(listing.children[-1], children=(), bounds=(0, 960, 400, 1000))
        return replace(listing, children=(*listing.children[:-1], last))

    names = [f"row {number}" for number in range(9)]
    found = kinds(clipped([*names, "x"]), clipped(["news", *names[:8], "x"]))
    assert found
    assert not any(hard for _, hard in found)
