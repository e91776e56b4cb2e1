from __future__ import annotations

from driven_phone import Driven, in_settings, signed_in

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.windows import toast_bounds


def _types(driven: Driven) -> list[str | None]:
    return [window.type for window in driven.phone.windows()]


def test_at_home_there_are_the_bars_and_the_launcher() -> None:
    assert _types(Driven()) == ["bar", "bar", "application"]


def test_every_window_says_its_owner_title_and_place() -> None:
    for window in signed_in().phone.windows():
        assert window.package
        assert window.title
        assert window.bounds is not None
        assert not window.bounds.is_empty


def test_the_topmost_comes_first() -> None:
    driven = signed_in()
    driven.long_press("Desk lamp")
    driven.tap("search_box")
    assert _types(driven) == ["bar", "bar", "toast", "input_method", "application"]


def test_the_keyboard_s_window_reaches_to_the_screen_s_edge() -> None:
    driven = signed_in()
    driven.tap("search_box")
    window = next(w for w in driven.phone.windows() if w.title == "InputMethod")
    assert window.bounds is not None
    assert (window.bounds.left, window.bounds.right, window.bounds.bottom) == (0, 1080, 2400)


def test_the_adb_keyboard_owns_its_window() -> None:
    driven = signed_in()
    driven.use_adb_keyboard()
    driven.tap("search_box")
    window = next(w for w in driven.phone.windows() if w.title == "InputMethod")
    assert window.package == "com.android.adbkeyboard"


def test_focus_is_the_activity_also_under_its_own_dialog() -> None:
    driven = in_settings("Display")
    before = driven.phone.focus()
    driven.tap("Screen timeout")
    assert driven.phone.focus() == before
    assert before.activity == "com.android.settings.SubSettings"
    assert before.title == "com.android.settings/com.android.settings.SubSettings"


def test_focus_is_the_system_s_when_an_app_crashed() -> None:
    driven = in_settings()
    driven.phone.faults.set("crash-dialog")
    focus = driven.phone.focus()
    assert (focus.package, focus.activity) == ("android", None)
    assert focus.title == "Application Error: com.android.settings"


def test_a_permission_question_has_an_activity() -> None:
    driven = in_settings()
    driven.phone.faults.set("permission-dialog")
    focus = driven.phone.focus()
    assert focus.package == "com.google.android.permissioncontroller"
    assert focus.activity is not None
    assert focus.activity.endswith("GrantPermissionsActivity")


def test_a_screen_that_is_off_has_the_shade_in_front() -> None:
    driven = Driven()
    driven.phone.key("POWER")
    assert driven.phone.focus().title == "NotificationShade"
    assert driven.phone.focus().package is None


def test_a_toast_is_centred_and_never_wider_than_the_screen() -> None:
    driven = signed_in()
    driven.long_press("Desk lamp")
    bounds = toast_bounds(driven.phone._engine.scene())
    assert bounds.left == 1080 - bounds.right
    assert bounds.intersect(Rect(0, 0, 1080, 2400)) == bounds
