from __future__ import annotations

from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl.saying import app_by_name, kept, lost_fields, refused
from gui_rec.model.actions import Direction, OpenApp, Scroll, Type


def test_what_is_kept_whole_is_exact_and_every_loss_is_named() -> None:
    assert kept("f()", None)[1].kind is FidelityKind.EXACT
    text, fidelity = kept("f()", "a", None, "b")
    assert (text, fidelity.kind, fidelity.note) == ("f()", FidelityKind.LOSSY, "a, b")


def test_what_is_refused_has_no_text() -> None:
    assert refused("why")[0] == ""
    assert not refused("why")[1].expressible


def test_a_field_is_filled_in_when_it_is_neither_none_nor_false() -> None:
    scroll = Scroll(Direction.UP, x1=0.0, y1=0.0, x2=0.0, y2=0.0)
    assert lost_fields(scroll, "amount", "x1", "duration_ms") == ("x1",)
    assert lost_fields(Type("a", clear_before=True), "clear_before", "press_enter") == ("clear_before",)


def test_an_app_goes_by_its_name_and_by_its_package_where_it_has_none() -> None:
    assert app_by_name(OpenApp(name="Shop")) == ("Shop", ())
    assert app_by_name(OpenApp(name="Shop", package="a.b", activity=".C")) == (
        "Shop",
        ("package", "activity"),
    )
    named = "that its name is a package"
    assert app_by_name(OpenApp(package="a.b")) == ("a.b", (named,))
    assert app_by_name(OpenApp(package="a.b", activity=".C")) == ("a.b", ("activity", named))
