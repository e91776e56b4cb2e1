from __future__ import annotations

from u2_phone import U2Phone, at_login, at_settings

from gui_rec.model.geometry import PxPoint
from gui_rec.phone.u2.nodes import UiNode, roots_of


def roots(phone: U2Phone) -> list[UiNode]:
    return roots_of(phone.session.accessibility.scene)


def test_the_active_window_comes_first_and_the_bars_last() -> None:
    packages = [root.package for root in roots(U2Phone())]
    assert packages == ["com.android.launcher3", "com.android.systemui", "com.android.systemui"]


def test_a_dialog_stands_before_the_window_that_it_covers() -> None:
    phone = at_login()
    phone.driven.phone.faults.set("crash-dialog")
    shown = roots(phone)
    assert shown[0].package == "android"
    assert "com.example.shop" in [root.package for root in shown]


def test_the_keyboard_is_a_window_whose_keys_can_be_found() -> None:
    phone = at_login()
    phone.driven.tap("username")
    keyboard = next(root for root in roots(phone) if root.package == "com.google.android.inputmethod.latin")
    names = [key.desc for key in keyboard.children]
    assert {"q", "Space", "Delete", "Enter", "Shift"} <= set(names)
    key = keyboard.children[names.index("q")].visible.center
    phone.driven.phone.tap(key.x, key.y)
    assert phone.driven.node("username")["text"] == "q"


def test_the_bars_tell_time_and_battery_and_hold_the_three_buttons() -> None:
    phone = U2Phone()
    status, navigation = roots(phone)[-2:]
    scene = phone.session.accessibility.scene
    assert status.children[0].text == scene.clock_text
    assert str(scene.battery_percent) in status.children[1].desc
    assert [button.resource_id for button in navigation.children] == [
        "com.android.systemui:id/back",
        "com.android.systemui:id/home",
        "com.android.systemui:id/recent_apps",
    ]


def test_a_button_of_the_bar_works_where_it_says_that_it_is() -> None:
    phone = at_login()
    home = roots(phone)[-1].children[1].visible.center
    phone.driven.phone.tap(home.x, home.y)
    assert phone.driven.phone.focus().package == "com.android.launcher3"


def test_nothing_is_seen_of_a_dark_screen() -> None:
    phone = U2Phone()
    phone.driven.phone.key("SLEEP")
    assert roots(phone) == []


def test_parents_and_children_know_each_other() -> None:
    for root in roots(at_settings()):
        assert root.parent is None
        for node in root.walk():
            assert all(child.parent is node for child in node.children)
        assert [root, *root.below()] == list(root.walk())


def test_all_that_is_seen_lies_on_the_screen() -> None:
    phone = at_settings()
    size = phone.driven.phone.screen
    for root in roots(phone):
        for node in root.walk():
            seen = node.visible
            assert 0 <= seen.left < seen.right <= size.width_px
            assert 0 <= seen.top < seen.bottom <= size.height_px
            assert node.bounds.contains(PxPoint(seen.left, seen.top))


def test_the_active_window_is_what_the_platform_dumps() -> None:
    phone = at_settings()
    theirs = [
        (node["class"], node["text"], node["resource-id"], node["bounds"]) for node in phone.driven.nodes()
    ]
    ours = [
        (
            node.class_name,
            node.text,
            node.resource_id,
            f"[{node.visible.left},{node.visible.top}][{node.visible.right},{node.visible.bottom}]",
        )
        for node in roots(phone)[0].walk()
    ]
    assert ours == theirs


def test_a_field_shows_its_hint_as_text_until_it_has_some() -> None:
    phone = at_login()
    name = next(node for node in roots(phone)[0].walk() if node.view_id == "username")
    assert (name.text, name.hint, name.password) == ("User name", "User name", False)
    phone.driven.type_into("username", "ada")
    name = next(node for node in roots(phone)[0].walk() if node.view_id == "username")
    assert (name.text, name.hint, name.focused) == ("ada", "User name", True)


def test_a_list_tells_how_far_it_is_scrolled() -> None:
    phone = at_settings()
    lists = [node for node in roots(phone)[0].walk() if node.scrollable]
    assert lists[0].offset_px == 0 < lists[0].range_px
    phone.driven.phone.swipe(540, 1800, 540, 1200, 2000)
    lists = [node for node in roots(phone)[0].walk() if node.scrollable]
    assert 0 < lists[0].offset_px <= lists[0].range_px
