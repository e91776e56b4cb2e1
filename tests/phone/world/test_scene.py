from __future__ import annotations

from driven_phone import Driven, in_settings, signed_in

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.scene import Scene, fields_of, find_field
from gui_rec.phone.world.views import Field, View


def _scene(driven: Driven) -> Scene:
    driven.phone._engine.sync()
    return driven.phone._engine.scene()


def test_bars_lie_at_the_edges() -> None:
    scene = _scene(Driven())
    assert scene.status_bar == Rect(0, 0, 1080, 84)
    assert scene.navigation_bar == Rect(0, 2274, 1080, 2400)


def test_an_app_lies_between_the_bars_and_its_window_covers_all() -> None:
    scene = _scene(in_settings())
    assert scene.active.bounds == Rect(0, 0, 1080, 2400)
    content = scene.active.root.children[0].children[0].children[0]
    assert content.view.id == "android:id/content"
    assert content.bounds == Rect(0, 84, 1080, 2274)


def test_the_app_gives_room_to_the_keyboard() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    scene = _scene(driven)
    assert scene.keyboard is not None
    assert scene.keyboard.bottom == scene.navigation_bar.top
    assert scene.active.root.children[0].children[0].bounds.bottom == scene.keyboard.top


def test_the_enter_key_says_what_the_field_wants() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    assert _scene(driven).enter_label == "next"
    driven.tap("password")
    assert _scene(driven).enter_label == "done"
    assert _scene(signed_in()).enter_label == "done"


def test_dialogs_come_on_top() -> None:
    driven = in_settings("Display")
    driven.tap("Screen timeout")
    assert [window.kind for window in _scene(driven).windows] == ["application", "dialog"]
    driven.phone.faults.set("crash-dialog")
    assert [window.kind for window in _scene(driven).windows] == ["application", "dialog", "system"]


def test_a_dialog_stays_between_the_bars_on_a_small_screen() -> None:
    driven = Driven(PhoneConfig(size=ScreenSize(480, 700), density_dpi=240))
    driven.phone.start_activity("com.android.settings/.Settings")
    driven.phone.swipe(200, 600, 200, 100, 200)
    scene = _scene(driven)
    assert scene.active.bounds == Rect(0, 0, 480, 700)


def test_a_scene_is_built_once_for_a_version() -> None:
    driven = Driven()
    assert _scene(driven) is _scene(driven)
    before = _scene(driven)
    driven.tap("Shop")
    assert _scene(driven) is not before


def test_the_launcher_is_dark_and_an_app_is_not() -> None:
    assert _scene(Driven()).is_home
    assert _scene(Driven()).dark_bar
    assert not _scene(in_settings()).dark_bar


def test_fields_are_found_in_order_and_disabled_ones_are_left_out() -> None:
    view = View(
        children=(
            View(id="a", field=Field()),
            View(children=(View(id="b", field=Field()),)),
            View(id="c", field=Field(), enabled=False),
        )
    )
    assert [field.id for field in fields_of(view)] == ["a", "b"]
    assert find_field(view, "b") is not None
    assert find_field(view, "c") is None
    assert find_field(view, None) is None


def test_notification_icons_depend_on_the_seed_alone() -> None:
    assert {_scene(Driven(PhoneConfig(seed=seed))).notifications for seed in range(6)} == {1, 2, 3}


def test_a_dialog_is_no_wider_than_560_dp_and_stands_in_the_middle() -> None:
    driven = in_settings("Display")
    driven.tap("Screen timeout")
    assert (_scene(driven).active.bounds.left, _scene(driven).active.bounds.right) == (74, 1006)
    driven.phone.turn(1)
    bounds = _scene(driven).active.bounds
    assert (bounds.width, bounds.left + bounds.right) == (1470, 2400 - 126)
