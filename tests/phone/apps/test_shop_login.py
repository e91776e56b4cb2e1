from __future__ import annotations

import pytest
from driven_phone import Driven


def _login() -> Driven:
    driven = Driven()
    driven.tap("Shop")
    return driven


def _fill(driven: Driven, user: str, password: str) -> None:
    driven.type_into("username", user)
    driven.type_into("password", password)
    driven.phone.key("BACK")


@pytest.mark.parametrize(
    ("user", "password", "error"),
    [
        ("ada", "wrong", "Wrong user name or password"),
        ("bob", "s3cret", "Wrong user name or password"),
        ("ada", "", "Enter user name and password"),
        ("", "", "Enter user name and password"),
    ],
)
def test_what_is_wrong_is_said_under_the_field(user: str, password: str, error: str) -> None:
    driven = _login()
    _fill(driven, user, password)
    driven.tap("Sign in")
    assert driven.node("error_text")["text"] == error
    assert driven.activity() == "com.example.shop.LoginActivity"


def test_the_right_password_goes_in_and_the_login_is_gone() -> None:
    driven = _login()
    _fill(driven, "ada", "s3cret")
    driven.tap("Sign in")
    assert driven.activity() == "com.example.shop.HomeActivity"
    driven.phone.key("BACK")
    assert driven.has("hotseat")


def test_the_error_can_be_put_right() -> None:
    driven = _login()
    _fill(driven, "ada", "wrong")
    driven.tap("Sign in")
    driven.tap("password")
    for _ in "wrong":
        driven.phone.key("DEL")
    driven.phone.text("s3cret")
    driven.phone.key("ENTER")
    assert driven.activity() == "com.example.shop.HomeActivity"


def test_the_password_is_never_in_the_tree() -> None:
    driven = _login()
    _fill(driven, "ada", "s3cret")
    assert driven.node("password")["text"] == "••••••"
    assert driven.node("password")["password"] == "true"
    assert "s3cret" not in driven.phone.hierarchy()


def test_the_checkbox_changes() -> None:
    driven = _login()
    assert driven.node("remember")["checked"] == "true"
    driven.tap("Stay signed in")
    assert driven.node("remember")["checked"] == "false"
    assert driven.node("remember")["checkable"] == "true"


def test_help_is_a_dialog() -> None:
    driven = _login()
    driven.tap("Forgot password?")
    assert driven.has("Ask the shop’s owner for a new one.")
    driven.tap("OK")
    assert driven.has("Sign in")


def test_who_is_signed_in_stays_so() -> None:
    driven = _login()
    _fill(driven, "ada", "s3cret")
    driven.tap("Sign in")
    driven.phone.force_stop("com.example.shop")
    driven.phone.start_activity("com.example.shop/.LoginActivity")
    assert driven.activity() == "com.example.shop.HomeActivity"
