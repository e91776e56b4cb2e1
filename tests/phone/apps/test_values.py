"""The texts that can be overridden."""

from __future__ import annotations

import pytest
from driven_phone import signed_in

from gui_rec.errors import UsageError
from gui_rec.phone.apps.shop_goods import ALL
from gui_rec.phone.apps.values import VALUE_NAMES, check_value_name


def test_every_article_has_a_name_and_a_price() -> None:
    assert len(VALUE_NAMES) == 2 * len(ALL)
    assert check_value_name("shop.price.lamp") == "shop.price.lamp"


@pytest.mark.parametrize("name", ["nope", "", "shop.price", "shop.price.lamp "])
def test_what_no_app_asks_for_is_refused_with_all_there_are(name: str) -> None:
    with pytest.raises(UsageError, match=r"no app has a text .*; known: shop\.name\.lamp, .*keyboard"):
        check_value_name(name)


def test_the_names_are_those_the_apps_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from gui_rec.phone.world.env import ScreenEnv

    asked = set[str]()

    def value(_self: ScreenEnv, key: str, default: str) -> str:
        asked.add(key)
        return default

    monkeypatch.setattr(ScreenEnv, "value", value)
    signed_in().phone.hierarchy()
    assert asked
    assert asked <= set(VALUE_NAMES)
