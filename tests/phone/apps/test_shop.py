from __future__ import annotations

import pytest
from driven_phone import Driven, signed_in


def _search(driven: Driven, query: str) -> None:
    driven.use_adb_keyboard()
    driven.tap("search_box")
    assert driven.phone.commit_text(query)
    driven.phone.editor_action(3)


def _product(driven: Driven, name: str) -> None:
    driven.tap(name)
    driven.clock.advance(1.5)


def _add(driven: Driven, name: str) -> None:
    _product(driven, name)
    driven.tap("Add to cart")
    driven.phone.key("BACK")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("café", ["Café mug"]),
        ("CAFE", ["Café mug"]),
        ("灯", ["Desk lamp", "纸灯 Paper lantern"]),
        ("lamp", ["Desk lamp", "纸灯 Paper lantern"]),
        ("時計", ["Wall clock"]),
        ("book", ["Notebook A5"]),
    ],
)
def test_a_search_shows_what_there_is(query: str, names: list[str]) -> None:
    driven = signed_in()
    _search(driven, query)
    assert driven.activity() == "com.example.shop.SearchActivity"
    assert [node["text"] for node in driven.find("product_name")] == names
    plural = "s" if len(names) > 1 else ""
    assert driven.node("result_count")["text"] == f"{len(names)} result{plural} for “{query}”"
    assert not driven.phone.keyboard_shown


def test_a_search_without_a_result_says_so() -> None:
    driven = signed_in()
    _search(driven, "zeppelin")
    assert driven.has("Nothing found for “zeppelin”")


def test_an_empty_search_stays() -> None:
    driven = signed_in()
    driven.tap("search_box")
    driven.phone.key("ENTER")
    assert driven.activity() == "com.example.shop.HomeActivity"


def test_a_search_can_be_repeated_on_its_own_page() -> None:
    driven = signed_in()
    _search(driven, "lamp")
    driven.tap("search_box")
    driven.phone.clear_text()
    driven.phone.commit_text("mug")
    driven.phone.editor_action(3)
    assert driven.has("1 result for “mug”")
    driven.phone.key("BACK")
    assert driven.activity() == "com.example.shop.HomeActivity"


def test_a_result_leads_to_its_product() -> None:
    driven = signed_in()
    _search(driven, "灯")
    _product(driven, "纸灯 Paper lantern")
    assert driven.node("product_price")["text"] == "$15.00"


def test_a_product_goes_into_the_cart_with_a_toast() -> None:
    driven = signed_in()
    _product(driven, "Desk lamp")
    assert driven.has("Cart, empty")
    driven.tap("Add to cart")
    assert driven.phone.state()["toast"] == "Added to cart"
    assert driven.has("Cart, 1 item")
    assert driven.node("cart_badge")["text"] == "1"
    driven.tap("Add to cart")
    assert driven.has("Cart, 2 items")


def test_the_cart_adds_up() -> None:
    driven = signed_in()
    for name in ("Desk lamp", "Café mug", "Desk lamp"):
        _add(driven, name)
    driven.tap("cart_button")
    assert driven.node("total")["text"] == "Total: $57.90"
    assert [node["text"] for node in driven.find("cart_amount")] == ["2 × $24.50", "1 × $8.90"]


def test_checking_out_empties_the_cart() -> None:
    driven = signed_in()
    _add(driven, "Café mug")
    driven.tap("cart_button")
    driven.tap("Check out")
    assert driven.phone.state()["toast"] == "Order placed"
    assert driven.has("Cart, empty")
    assert driven.activity() == "com.example.shop.HomeActivity"


def test_an_empty_cart_cannot_be_checked_out() -> None:
    driven = signed_in()
    driven.tap("cart_button")
    assert driven.has("Your cart is empty")
    assert driven.node("checkout")["enabled"] == "false"
    driven.tap("checkout")
    assert driven.activity() == "com.example.shop.CartActivity"


@pytest.mark.parametrize(("answer", "left"), [("Cancel", True), ("Empty", False)])
def test_emptying_the_cart_asks_first(answer: str, left: bool) -> None:
    driven = signed_in()
    _add(driven, "Café mug")
    driven.tap("cart_button")
    driven.tap("Empty the cart")
    assert driven.has("Empty the cart?")
    driven.tap(answer)
    assert driven.has("Café mug") is left


def test_what_is_sold_out_cannot_be_bought() -> None:
    driven = signed_in()
    _product(driven, "Reading chair")
    assert driven.has("Sold out")
    driven.tap("Add to cart")
    assert driven.has("Cart, empty")


def test_a_favourite_is_kept() -> None:
    driven = signed_in()
    _product(driven, "Desk lamp")
    assert driven.node("favourite")["checked"] == "false"
    driven.tap("favourite")
    assert driven.node("favourite")["checked"] == "true"
    driven.phone.key("BACK")
    _product(driven, "Desk lamp")
    assert driven.node("favourite")["checked"] == "true"
    driven.tap("favourite")
    assert driven.node("favourite")["checked"] == "false"


def test_the_configuration_can_change_a_price_and_a_name() -> None:
    driven = signed_in(values={"shop.price.lamp": "31.00", "shop.name.mug": "Mug"})
    assert driven.has("$31.00")
    assert driven.has("Mug")
    _product(driven, "Desk lamp")
    assert driven.node("product_price")["text"] == "$31.00"


def test_the_arrow_goes_back() -> None:
    driven = signed_in()
    driven.tap("cart_button")
    driven.tap("Navigate up")
    assert driven.activity() == "com.example.shop.HomeActivity"


def test_the_page_of_goods_is_longer_than_the_screen() -> None:
    driven = signed_in()
    assert driven.node("home_scroll")["scrollable"] == "true"
    assert not driven.has("Compact keyboard")
    driven.phone.swipe(540, 2000, 540, 500, 200)
    driven.clock.advance(1)
    driven.phone.swipe(540, 2000, 540, 500, 200)
    driven.clock.advance(1)
    assert driven.has("Compact keyboard")
