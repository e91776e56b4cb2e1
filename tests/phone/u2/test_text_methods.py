from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from u2_phone import U2Phone, at_login, selector

from gui_rec.phone.u2._api import RpcError
from gui_rec.phone.world.effects import TOAST_US

NAME = selector(resourceId="com.example.shop:id/username")
PASSWORD = selector(resourceId="com.example.shop:id/password")
TITLE = selector(text="Welcome back")


def test_text_of_views_and_the_hint_of_an_empty_field() -> None:
    phone = at_login()
    assert phone.call("getText", TITLE) == "Welcome back"
    assert phone.call("getText", NAME) == "User name"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20))
@settings(max_examples=20, deadline=None)
def test_any_text_is_set_without_a_keyboard(text: str) -> None:
    phone = at_login()
    assert phone.call("setText", NAME, text) is True
    assert phone.call("getText", NAME) == text
    assert not phone.driven.phone.keyboard_shown


def test_a_password_is_set_and_shows_bullets() -> None:
    phone = at_login()
    phone.call("setText", PASSWORD, "s3cret")
    assert phone.call("getText", PASSWORD) == "••••••"
    phone.call("setText", NAME, "ada")
    phone.driven.tap("Sign in")
    assert phone.driven.activity() == "com.example.shop.HomeActivity"


def test_text_replaces_text_and_clearing_brings_the_hint_back() -> None:
    phone = at_login()
    phone.call("setText", NAME, "one")
    phone.call("setText", NAME, "two")
    assert phone.call("getText", NAME) == "two"
    assert phone.call("clearTextField", NAME) is None
    assert phone.call("getText", NAME) == "User name"


def test_a_view_that_takes_no_text_keeps_its_own() -> None:
    phone = at_login()
    assert phone.call("setText", TITLE, "x") is False
    assert phone.call("clearTextField", TITLE) is None
    assert phone.call("getText", TITLE) == "Welcome back"


@pytest.mark.parametrize(("method", "rest"), [("getText", ()), ("setText", ("x",)), ("clearTextField", ())])
def test_a_view_that_is_not_there_is_an_exception(method: str, rest: tuple[str, ...]) -> None:
    with pytest.raises(RpcError, match="UiObjectNotFoundException"):
        at_login().call(method, selector(text="Nowhere"), *rest)


def test_the_focused_field_is_pasted_into_and_cleared() -> None:
    phone = at_login()
    assert phone.call("getClipboard") is None
    assert phone.call("pasteClipboard") is False
    phone.driven.tap("username")
    assert phone.call("setClipboard", None, "アダ 😀") is None
    assert phone.call("getClipboard") == "アダ 😀"
    assert phone.call("pasteClipboard") is True
    assert phone.call("getText", NAME) == "アダ 😀"
    assert phone.call("clearInputText") is None
    assert phone.call("getText", NAME) == "User name"


def test_nothing_is_pasted_where_no_field_has_the_focus() -> None:
    phone = U2Phone()
    phone.call("setClipboard", "label", "x")
    assert phone.call("pasteClipboard") is False
    assert phone.call("clearInputText") is None


def test_a_toast_is_heard_until_it_is_forgotten() -> None:
    phone = U2Phone()
    assert phone.call("getLastToast") is None
    assert phone.call("makeToast", "Added to cart", 1000.0) is True
    assert phone.driven.phone.state()["toast"] == "Added to cart"
    assert phone.call("getLastToast") == "Added to cart"
    phone.driven.clock.advance(1.5)
    assert phone.driven.phone.state()["toast"] is None
    assert phone.call("getLastToast") == "Added to cart"
    assert phone.call("clearLastToast") is None
    assert phone.call("getLastToast") is None
    phone.call("makeToast", "Added to cart", 10)
    assert phone.call("getLastToast") == "Added to cart"


def test_an_apps_own_toast_is_heard_but_is_no_node() -> None:
    phone = U2Phone()
    phone.driven.phone.accessibility.show_toast("Saved", package="com.example.notes", duration_us=TOAST_US)
    assert phone.call("getLastToast") == "Saved"
    assert phone.call("exist", selector(text="Saved")) is False


def test_forgetting_before_any_toast_forgets_none() -> None:
    phone = U2Phone()
    phone.call("clearLastToast")
    phone.call("makeToast", "x", 10)
    assert phone.call("getLastToast") == "x"
