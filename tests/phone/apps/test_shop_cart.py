from __future__ import annotations

from driven_phone import Driven, signed_in

from gui_rec.phone.apps.shop_cart import MOST


def _cart(*names: str) -> Driven:
    driven = signed_in()
    for name in names:
        driven.tap(name)
        driven.clock.advance(2)
        driven.tap("add_to_cart")
        driven.phone.key("BACK")
    driven.tap("cart_button")
    return driven


def test_every_line_has_its_quantity() -> None:
    driven = _cart("Desk lamp", "Café mug", "Desk lamp")
    assert [node["text"] for node in driven.find("quantity")] == ["2", "1"]
    assert [node["text"] for node in driven.find("cart_name")] == ["Desk lamp", "Café mug"]


def test_one_more_and_one_less_change_the_total() -> None:
    driven = _cart("Café mug")
    driven.tap("One Café mug more")
    assert driven.node("total")["text"] == "Total: $17.80"
    driven.tap("One Café mug less")
    assert driven.node("cart_amount")["text"] == "1 × $8.90"


def test_the_last_one_takes_the_line_away() -> None:
    driven = _cart("Café mug", "Desk lamp")
    driven.tap("One Café mug less")
    assert [node["text"] for node in driven.find("cart_name")] == ["Desk lamp"]
    driven.tap("One Desk lamp less")
    assert driven.has("Your cart is empty")
    assert driven.node("checkout")["enabled"] == "false"


def test_there_is_a_most() -> None:
    driven = _cart("Café mug")
    for _ in range(MOST + 2):
        driven.tap("more")
    assert driven.node("quantity")["text"] == str(MOST)
    assert driven.phone.state()["toast"] == f"At most {MOST} of one article"


def test_the_badge_follows() -> None:
    driven = _cart("Café mug")
    driven.tap("more")
    driven.phone.key("BACK")
    assert driven.has("Cart, 2 items")


def test_two_ways_lead_on() -> None:
    for link, activity in (("Delivery and returns", "HelpActivity"), ("Pay by card", "PaymentActivity")):
        driven = _cart("Café mug")
        driven.tap(link)
        assert driven.activity() == f"com.example.shop.{activity}"
        driven.phone.key("BACK")
        assert driven.activity() == "com.example.shop.CartActivity"
