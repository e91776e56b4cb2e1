from __future__ import annotations

from gui_rec.phone.world.views import App, Assign, Field, ShowToast, View


def test_a_class_without_a_dot_is_a_widget() -> None:
    assert View("Button").class_name == "android.widget.Button"
    assert View("android.view.ViewGroup").class_name == "android.view.ViewGroup"


def test_a_view_is_clickable_when_a_tap_means_something() -> None:
    assert not View().is_clickable
    assert View(on_tap=(Assign("x", "1"),)).is_clickable
    assert View(field=Field()).is_clickable
    assert View(clickable=True).is_clickable
    assert not View("Switch", checkable=True).is_clickable


def test_a_field_can_be_held() -> None:
    assert View(field=Field()).is_long_clickable
    assert View(on_long=(ShowToast("x"),)).is_long_clickable
    assert not View(clickable=True).is_long_clickable


def test_short_class_names_belong_to_the_package() -> None:
    app = App("A", "com.a", "1", 1, ".Main", {})
    assert app.main_class == "com.a.Main"
    assert app.full_class("com.b.Other") == "com.b.Other"
