"""State keys: what changes them and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from trees import N, at, dump, nodes, paths, put, text, tree

from gui_rec.model.observation import StateKey
from gui_rec.ui.canonical import canonical, normal_text
from gui_rec.ui.canonical import walk as walk_canonical
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import full_activity, state_key


def key(*roots: N, package: str | None = "com.example", activity: str | None = ".Main") -> StateKey:
    return state_key(tree(*roots), package=package, activity=activity)


LIST = N(
    "androidx.recyclerview.widget.RecyclerView",
    flags=frozenset({"enabled", "scrollable"}),
    children=(
        text("Milk", "a:id/row", top=0),
        text("Bread", "a:id/row", top=50),
        text("Eggs", "a:id/row", top=100),
    ),
)
BOX = text("Wi-Fi", "a:id/box", flags=frozenset({"enabled", "checkable"}))


def test_keys_are_stable_and_hexadecimal() -> None:
    found = key(LIST)
    assert found == key(LIST)
    assert all(
        len(part) == 16 and int(part, 16) >= 0 for part in (found.structure, found.content, found.state)
    )


@given(nodes(), st.data())
@settings(max_examples=60, deadline=None)
def test_an_anonymous_wrapper_changes_nothing(root: N, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(root)))
    wrapped = put(root, path, N("android.widget.LinearLayout", children=(at(root, path),)))
    assert key(wrapped) == key(root)


@given(nodes(), st.data())
@settings(max_examples=60, deadline=None)
def test_dropped_attributes_change_nothing(root: N, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(root)))
    node = at(root, path)
    touched = replace(
        node,
        index=node.index + 7,
        flags=node.flags ^ {"focused", "focusable"},
        extra=(("drawing-order", "4"), ("hint", "h"), ("NAF", "true")),
    )
    assert key(put(root, path, touched)) == key(root)


@given(nodes(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_text_changes_content_and_state_but_not_structure(root: N, data: st.DataObject) -> None:
    speaking = [path for path in paths(root) if at(root, path).text.strip()]
    assume(speaking)
    path = data.draw(st.sampled_from(speaking))
    before, after = key(root), key(put(root, path, replace(at(root, path), text="something new")))
    assert before.structure == after.structure
    assert before.content != after.content
    assert before.state != after.state


@given(nodes(), st.data())
@settings(max_examples=60, deadline=None)
def test_checked_changes_the_state_alone(root: N, data: st.DataObject) -> None:
    informative = [path for path in paths(root) if at(root, path).rid]
    assume(informative)
    path = data.draw(st.sampled_from(informative))
    node = at(root, path)
    before, after = key(root), key(put(root, path, replace(node, flags=node.flags ^ {"checked"})))
    assert (before.structure, before.content) == (after.structure, after.content)
    assert before.state != after.state


def test_order_and_repetition_count() -> None:
    milk, bread, eggs = LIST.children
    assert key(replace(LIST, children=(bread, milk, eggs))).content != key(LIST).content
    assert key(replace(LIST, children=(milk, bread, eggs, eggs))).structure != key(LIST).structure
    assert key(replace(LIST, children=(milk, bread))).structure != key(LIST).structure


def test_selected_tab_and_enabled_button_change_the_state() -> None:
    for flag in ("selected", "enabled", "checked"):
        changed = replace(BOX, flags=BOX.flags ^ {flag})
        assert key(changed).state != key(BOX).state
        assert key(changed).content == key(BOX).content


def test_bounds_and_scrolling_are_outside() -> None:
    assert key(replace(LIST, bounds=(5, 5, 90, 90))) == key(LIST)
    assert key(replace(BOX, flags=BOX.flags ^ {"scrollable", "clickable", "long-clickable"})) == key(BOX)


def test_nodes_without_area_are_dropped_and_their_children_kept() -> None:
    ghost = replace(text("ghost"), bounds=(0, 0, 0, 0))
    assert key(N(children=(BOX, ghost))) == key(BOX)
    assert key(replace(N(children=(BOX,)), bounds=(9, 9, 0, 0))) == key(BOX)


def test_passwords_count_by_length_only() -> None:
    field = N(
        "android.widget.EditText", rid="a:id/pw", text="secret", flags=frozenset({"enabled", "password"})
    )
    assert key(replace(field, text="hidden")) == key(field)
    assert key(replace(field, text="longer secret")) != key(field)
    assert "secret" not in [node.text for node in walk_canonical(canonical(tree(field)))]


def test_support_classes_and_layouts_fold() -> None:
    plain = N("android.widget.Button", text="OK")
    assert key(replace(plain, cls="androidx.appcompat.widget.AppCompatButton")) == key(plain)
    assert key(replace(plain, cls="com.google.android.material.button.MaterialButton")) == key(plain)
    group = N("android.widget.FrameLayout", rid="a:id/x")
    assert key(replace(group, cls="androidx.constraintlayout.widget.ConstraintLayout")) == key(group)
    assert key(replace(plain, cls="android.widget.EditText")) != key(plain)


def test_clickable_or_disabled_groups_stay() -> None:
    for flags in ({"enabled", "clickable"}, {"enabled", "scrollable"}, set(), {"enabled", "selected"}):
        assert key(N(flags=frozenset(flags), children=(BOX,))) != key(BOX)


def test_package_and_activity_are_part_of_it() -> None:
    assert key(BOX, activity=".Main") == key(BOX, activity="com.example.Main")
    assert key(BOX, activity="com.example/.Main") == key(BOX, activity="Main")
    assert key(BOX, activity=".Other") != key(BOX)
    assert key(BOX, activity=None) != key(BOX)
    assert key(BOX, package="com.other") != key(BOX)
    assert key(BOX, package=None) == key(BOX)


@pytest.mark.parametrize(
    ("package", "activity", "full"),
    [
        ("com.x", ".Main", "com.x.Main"),
        ("com.x", "com.x/.ui.Main", "com.x.ui.Main"),
        ("com.x", "com.y/.Main", "com.y.Main"),
        ("com.x", "com.y.Main", "com.y.Main"),
        ("com.x", "", ""),
        ("com.x", None, ""),
    ],
)
def test_full_activity(package: str, activity: str | None, full: str) -> None:
    assert full_activity(package, activity) == full


def test_system_windows_are_dropped_unless_they_are_all_there_is() -> None:
    bar = text("12:00", package="com.android.systemui")
    assert key(bar, BOX) == key(BOX)
    assert key(bar) != key(text("12:01", package="com.android.systemui"))


def test_an_active_shade_is_a_state() -> None:
    shade = text("Wi-Fi on", package="com.android.systemui").xml()
    window = '<window bounds="[0,0][9,9]" active="{}"><hierarchy>{}</hierarchy></window>'
    both = "<displays><display id='0'>" + window + window.format("false", BOX.xml()) + "</display></displays>"
    behind, front = (
        state_key(parse_hierarchy(both.format(active, shade)), package="p", activity=None)
        for active in ("false", "true")
    )
    assert behind != front
    assert behind == state_key(parse_hierarchy(dump(BOX)), package="p", activity=None)


@pytest.mark.parametrize(
    "said",
    [
        "3 min ago",
        "12 hours ago",
        "an hour ago",
        "just now",
        "Yesterday",
        "刚刚",
        "昨天",
        "5分钟前",
        "3 天前",
        "半小时前",
        "2 个月前",
    ],
)
def test_relative_times_are_alike(said: str) -> None:
    assert normal_text(f"Anna · {said}") == normal_text("Anna · 3 min ago")


@pytest.mark.parametrize(
    "said",
    [
        "12:30",
        "$24.00",
        "3 items",
        "2026-01-05",
        "yesterdays",
        "昨天的记忆",
        "Chicago",
        "3 min",
        "Today",
        "明天",
        "in 3 days",
    ],
)
def test_nothing_else_is_normalised(said: str) -> None:
    assert normal_text(said) == said


def test_width_and_spaces_are_normalised() -> None:
    assert normal_text("  ＡＢＣ\n\t d　") == "ABC d"
    assert key(text("ＯＫ")) == key(text(" OK "))


def test_deep_trees_do_not_overflow() -> None:
    node = '<node class="android.widget.Button" text="x" bounds="[0,0][9,9]">'
    deep = parse_hierarchy(f"<hierarchy>{node * 499}{'</node>' * 499}</hierarchy>")
    assert state_key(deep, package=None, activity=None) == state_key(deep, package=None, activity=None)
