from __future__ import annotations

from gui_rec.phone.apps import widgets
from gui_rec.phone.world.views import Field, GoBack, ShowToast

TAP = (ShowToast("x"),)


def test_a_text_is_a_text_view() -> None:
    view = widgets.text("Hello", "greeting", size=20, lines=2)
    assert (view.class_name, view.text, view.id) == ("android.widget.TextView", "Hello", "greeting")
    assert (view.look.size, view.look.lines) == (20, 2)


def test_an_icon_button_is_named_for_accessibility_only() -> None:
    view = widgets.icon_button("back", "Navigate up", TAP)
    assert (view.text, view.desc, view.on_tap) == ("", "Navigate up", TAP)
    assert (view.w, view.h) == (48, 48)


def test_a_disabled_button_looks_so() -> None:
    on, off = widgets.button("Go", "go", TAP), widgets.button("Go", "go", TAP, enabled=False)
    assert on.enabled
    assert not off.enabled
    assert on.look.fill != off.look.fill


def test_a_quiet_button_has_no_fill() -> None:
    assert widgets.button("Go", "go", TAP, quiet=True).look.fill is None


def test_a_field_with_an_error_has_a_red_border() -> None:
    assert widgets.field("f", Field("Name"), error=True).look.border == widgets.DANGER


def test_a_bar_has_an_arrow_only_where_it_leads_back() -> None:
    with_arrow, without = widgets.top_bar("T"), widgets.top_bar("T", back=False)
    assert with_arrow.children[0].on_tap == (GoBack(),)
    assert [child.text for child in without.children] == ["T"]


def test_scrolling_views() -> None:
    assert widgets.scroll("s", widgets.text("a")).scrolls
    assert len(widgets.scroll("s", widgets.text("a"), widgets.text("b")).children) == 1
    assert widgets.recycler("r", widgets.text("a")).recycles


def test_a_dialog_has_its_title_first_and_its_buttons_last() -> None:
    view = widgets.dialog("T", widgets.text("body"), buttons=(widgets.button("OK", "ok", TAP),))
    assert view.children[0].text == "T"
    assert view.children[-1].id == "buttonPanel"
    assert widgets.dialog("T").children[-1].class_name == "android.widget.View"


def test_a_radio_line_is_checkable() -> None:
    plain, radio = widgets.dialog_item("a", "i", TAP), widgets.dialog_item("a", "i", TAP, checked=True)
    assert not plain.checkable
    assert radio.checkable
    assert radio.checked
