from __future__ import annotations

import pytest
from driven_phone import Driven
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.apps import shop_goods
from gui_rec.phone.render.sprite_data import PICTURES
from gui_rec.phone.world.env import ScreenEnv


def _env(cart: str = "") -> ScreenEnv:
    world = Driven().phone._engine._world
    world.app_vars[world.top.app.package] = {"app.cart": cart}
    return ScreenEnv(world, world.top)


def test_keys_are_unique_and_every_article_has_a_picture() -> None:
    assert len(shop_goods.BY_KEY) == len(shop_goods.ALL)
    assert {goods.picture for goods in shop_goods.ALL} <= set(PICTURES)


def test_prices_have_two_decimals() -> None:
    for goods in shop_goods.ALL:
        assert f"{float(goods.price):.2f}" == goods.price


@pytest.mark.parametrize(
    ("text", "plain"), [("Café", "cafe"), (" ÉTÉ ", "ete"), ("灯", "灯"), ("Straße", "strasse")]
)
def test_case_and_accents_do_not_matter(text: str, plain: str) -> None:
    assert shop_goods.plain(text) == plain


@pytest.mark.parametrize("nothing", ["", "   ", "zeppelin"])
def test_nothing_is_found_for_nothing(nothing: str) -> None:
    assert shop_goods.find(nothing) == ()


@pytest.mark.parametrize("goods", shop_goods.ALL, ids=lambda goods: goods.key)
def test_everything_is_found_by_its_name(goods: shop_goods.Goods) -> None:
    assert goods in shop_goods.find(goods.name)


def test_the_total_counts_cents() -> None:
    env = _env("lamp:2,mug:1")
    assert shop_goods.cart_total(env, shop_goods.cart_of(env)) == "57.90"
    assert shop_goods.cart_total(env, {}) == "0.00"


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(shop_goods.BY_KEY)), st.integers(1, 99)))
def test_a_cart_comes_back_from_its_text(cart: dict[str, int]) -> None:
    assert shop_goods.cart_of(CartEnv(shop_goods.cart_text(cart))) == cart


class CartEnv:
    """An Env with a cart alone; a whole phone for each example would be slow."""

    def __init__(self, cart: str) -> None:
        self._cart = cart
        self.date_text = ""
        self.recent: tuple[tuple[str, str], ...] = ()
        self.facts: dict[str, str] = {}

    def get(self, name: str, default: str = "") -> str:
        return self._cart if name == "app.cart" else default

    def value(self, key: str, default: str) -> str:
        return default

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        return default
